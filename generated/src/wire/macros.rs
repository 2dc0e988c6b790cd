// Written by `cargo run -p codegen`. Do not edit: change spec/ or codegen/ and run it again.

//! The shapes serde's derive cannot print: enums and unions that keep what they don't know.

/// A string enum that keeps members of later versions in `Other`.
macro_rules! open_enum {
    ($(#[$meta:meta])* pub enum $name:ident { $($(#[$doc:meta])* $variant:ident = $value:literal,)* }) => {
        $(#[$meta])*
        #[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        #[non_exhaustive]
        pub enum $name {
            $($(#[$doc])* $variant,)*
            /// A member this version does not know; written back unchanged.
            Other(String),
        }

        impl $name {
            /// The members this version knows.
            pub const ALL: &'static [$name] = &[$($name::$variant),*];

            /// The member as it stands on the wire.
            pub fn as_str(&self) -> &str {
                match self {
                    $($name::$variant => $value,)*
                    $name::Other(value) => value,
                }
            }
        }

        impl From<&str> for $name {
            fn from(value: &str) -> Self {
                match value {
                    $($value => $name::$variant,)*
                    other => $name::Other(other.to_owned()),
                }
            }
        }

        impl serde::Serialize for $name {
            fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                match self {
                    $name::Other(value) => $crate::wire::unknown_member(value, serializer),
                    known => serializer.serialize_str(known.as_str()),
                }
            }
        }

        impl $crate::wire::Member for $name {
            fn read(value: serde_json::Value) -> Result<Self, $crate::wire::DecodeError> {
                Ok(match $crate::wire::text(value)? {
                    $(value if value == $value => $name::$variant,)*
                    other => $name::Other(other),
                })
            }
        }

        $crate::wire::deserialize!($name);
    };
}

/// A string with exactly one legal value.
macro_rules! closed_enum {
    ($(#[$meta:meta])* pub enum $name:ident { $($(#[$doc:meta])* $variant:ident = $value:literal,)* }) => {
        $(#[$meta])*
        #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
        pub enum $name {
            $($(#[$doc])* #[default] $variant,)*
        }

        impl serde::Serialize for $name {
            fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.serialize_str(match self { $($name::$variant => $value,)* })
            }
        }

        impl $crate::wire::Member for $name {
            fn read(value: serde_json::Value) -> Result<Self, $crate::wire::DecodeError> {
                match value.as_str() {
                    $(Some($value) => Ok($name::$variant),)*
                    _ => Err($crate::wire::DecodeError::expected(concat!($("`", $value, "`"),*), &value)),
                }
            }
        }

        $crate::wire::deserialize!($name);
    };
}

/// A union told apart by a string member; blocks of later versions are kept in `Other`.
macro_rules! tagged_union {
    ($(#[$meta:meta])* pub enum $name:ident by $tag:literal { $($(#[$doc:meta])* $variant:ident($ty:ty) = $value:literal,)* }) => {
        $(#[$meta])*
        #[derive(Clone, Debug, PartialEq)]
        #[non_exhaustive]
        pub enum $name {
            $($(#[$doc])* $variant($ty),)*
            /// A block this version does not know, with its tag; written back unchanged.
            Other($crate::wire::JsonObject),
        }

        impl serde::Serialize for $name {
            fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                match self {
                    $($name::$variant(block) => {
                        let mut map = serde::Serializer::serialize_map(serializer, None)?;
                        serde::ser::SerializeMap::serialize_entry(&mut map, $tag, $value)?;
                        $crate::wire::Record::write_members(block, &mut map, Some($tag))?;
                        serde::ser::SerializeMap::end(map)
                    })*
                    $name::Other(block) => $crate::wire::unknown_block(block, serializer),
                }
            }
        }

        impl $crate::wire::Member for $name {
            fn read(value: serde_json::Value) -> Result<Self, $crate::wire::DecodeError> {
                let mut block = $crate::wire::object(value)?;
                let tag: String = $crate::wire::take(&mut block, $tag)?;
                match &*tag {
                    $($value => $crate::wire::Record::read_object(block).map($name::$variant),)*
                    _ => {
                        block.insert($tag.to_owned(), tag.into());
                        Ok($name::Other(block))
                    }
                }
            }
        }

        $crate::wire::deserialize!($name);

        $(impl From<$ty> for $name {
            fn from(block: $ty) -> Self {
                $name::$variant(block)
            }
        })*
    };
}

/// A union told apart by which of several members is present.
macro_rules! keyed_union {
    ($(#[$meta:meta])* pub enum $name:ident { $($(#[$doc:meta])* $variant:ident($ty:ty) = $key:literal,)* }) => {
        $(#[$meta])*
        #[derive(Clone, Debug, PartialEq)]
        #[non_exhaustive]
        pub enum $name {
            $($(#[$doc])* $variant($ty),)*
        }

        impl serde::Serialize for $name {
            fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                match self {
                    $($name::$variant(value) => value.serialize(serializer),)*
                }
            }
        }

        impl $crate::wire::Member for $name {
            fn read(value: serde_json::Value) -> Result<Self, $crate::wire::DecodeError> {
                let object = $crate::wire::object(value)?;
                $(if object.contains_key($key) {
                    return $crate::wire::Record::read_object(object).map($name::$variant);
                })*
                Err($crate::wire::DecodeError::new(concat!("expected one of the members", $(" `", $key, "`",)*)))
            }
        }

        $crate::wire::deserialize!($name);

        $(impl From<$ty> for $name {
            fn from(value: $ty) -> Self {
                $name::$variant(value)
            }
        })*
    };
}

/// `Deserialize` for a type that reads itself out of parsed JSON.
macro_rules! deserialize {
    ($name:ident) => {
        impl<'de> serde::Deserialize<'de> for $name {
            fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                $crate::wire::read(deserializer)
            }
        }
    };
}

/// The JSON of structs: each member under its wire name, and `extra` for the rest. `or default` reads
/// absence as the default; `as mark` names what strict peers look at.
macro_rules! members {
    ($($name:ident { $($field:ident = $wire:literal $(or $default:ident)? $(as $mark:ident)?,)* })*) => {$(
        impl $crate::wire::Record for $name {
            fn read_object(mut object: $crate::wire::JsonObject) -> Result<Self, $crate::wire::DecodeError> {
                Ok($name {
                    $($field: $crate::wire::members!(@take object $wire $($default)?),)*
                    extra: $crate::wire::rest(object),
                })
            }

            fn write_members<M: serde::ser::SerializeMap>(&self, map: &mut M, tag: Option<&str>) -> Result<(), M::Error> {
                $($crate::wire::members!(@write map $wire self.$field, $($mark)?);)*
                $crate::wire::write_extra(map, &self.extra, tag)
            }

            fn merge(&mut self, change: Self) {
                $($crate::wire::lay_over(&mut self.$field, change.$field);)*
                self.extra.extend(change.extra);
            }
        }

        impl $crate::wire::Member for $name {
            fn read(value: serde_json::Value) -> Result<Self, $crate::wire::DecodeError> {
                $crate::wire::object(value).and_then($crate::wire::Record::read_object)
            }
        }

        impl serde::Serialize for $name {
            fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                let mut map = serde::Serializer::serialize_map(serializer, None)?;
                $crate::wire::Record::write_members(self, &mut map, None)?;
                serde::ser::SerializeMap::end(map)
            }
        }

        $crate::wire::deserialize!($name);
    )*};
    (@take $object:ident $wire:literal) => { $crate::wire::take(&mut $object, $wire)? };
    (@take $object:ident $wire:literal default) => { $crate::wire::take_or_default(&mut $object, $wire)? };
    (@write $map:ident $wire:literal $value:expr,) => { $crate::wire::write($map, $wire, &$value)? };
    (@write $map:ident $wire:literal $value:expr, $mark:ident) => {
        $crate::wire::write_marked($map, $wire, &$value, $crate::wire::mark::$mark)?
    };
}

pub(crate) use {closed_enum, deserialize, keyed_union, members, open_enum, tagged_union};
