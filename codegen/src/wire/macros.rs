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

        impl<'de> serde::Deserialize<'de> for $name {
            fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                <std::borrow::Cow<'de, str> as serde::Deserialize>::deserialize(deserializer).map(|value| $name::from(&*value))
            }
        }
    };
}

/// A string with exactly one legal value.
macro_rules! closed_enum {
    ($(#[$meta:meta])* pub enum $name:ident { $($(#[$doc:meta])* $variant:ident = $value:literal,)* }) => {
        $(#[$meta])*
        #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, serde::Serialize, serde::Deserialize)]
        pub enum $name {
            $($(#[$doc])* #[default] #[serde(rename = $value)] $variant,)*
        }
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
                #[derive(serde::Serialize)]
                #[serde(tag = $tag)]
                enum Known<'a> {
                    $(#[serde(rename = $value)] $variant(&'a $ty),)*
                }
                match self {
                    // A block that was read outside a union has its tag in `extra`; ours is the only one.
                    $($name::$variant(block) if block.extra.contains_key($tag) => {
                        let mut block = block.clone();
                        block.extra.remove($tag);
                        Known::$variant(&block).serialize(serializer)
                    })*
                    $($name::$variant(block) => Known::$variant(block).serialize(serializer),)*
                    $name::Other(block) => $crate::wire::unknown_block(block, serializer),
                }
            }
        }

        impl<'de> serde::Deserialize<'de> for $name {
            fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                let (tag, mut block) = $crate::wire::tagged(deserializer, $tag)?;
                match &*tag {
                    $($value => $crate::wire::inner(serde_json::Value::Object(block)).map($name::$variant),)*
                    _ => {
                        block.insert($tag.to_owned(), tag.into());
                        Ok($name::Other(block))
                    }
                }
            }
        }

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

        impl<'de> serde::Deserialize<'de> for $name {
            fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                let object = <$crate::wire::JsonObject as serde::Deserialize>::deserialize(deserializer)?;
                $(if object.contains_key($key) {
                    return $crate::wire::inner(serde_json::Value::Object(object)).map($name::$variant);
                })*
                Err(serde::de::Error::custom(concat!("expected one of the members", $(" `", $key, "`",)*)))
            }
        }

        $(impl From<$ty> for $name {
            fn from(value: $ty) -> Self {
                $name::$variant(value)
            }
        })*
    };
}

pub(crate) use {closed_enum, keyed_union, open_enum, tagged_union};
