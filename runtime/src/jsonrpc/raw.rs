//! JSON text by `serde_json` where speed counts, and by the wire's own reader and writer where size does:
//! in a page, which has no use for the rest of `serde_json`'s.

#[cfg(not(target_arch = "wasm32"))]
pub(crate) use native::{Depth, is_deeper, members, raw, tree, written};
#[cfg(target_arch = "wasm32")]
pub(crate) use page::{Depth, is_deeper, members, tree, written};
/// A text as JSON, unparsed. In a page all of it is the browser's own `JSON.stringify` or this crate's
/// writer, so it is not read once more to see that it is JSON: the reader would be a tenth of a View.
#[cfg(target_arch = "wasm32")]
pub(crate) use unread::unread as raw;

#[cfg(not(target_arch = "wasm32"))]
mod native {
    use std::borrow::Cow;
    use std::fmt;

    use mcp_apps_generated::wire::{DecodeError, parse, split};
    use serde::Deserialize;
    use serde::de::{Deserializer, MapAccess, Visitor};
    use serde_json::Value;
    use serde_json::value::{RawValue, to_raw_value};

    use super::super::parse::Member;

    /// A text as JSON, unparsed; `None` if it is none.
    pub(crate) fn raw(text: &str) -> Option<&RawValue> {
        serde_json::from_str(text).ok()
    }

    /// A text found at `root`, as a tree.
    pub(crate) fn tree(root: &str, text: &str) -> Result<Value, DecodeError> {
        // The other reader takes what this one refuses in a string that was cut off, and has the words for the rest.
        serde_json::from_str(text).or_else(|_| parse(root, text))
    }

    /// A value as it is sent.
    pub(crate) fn written(value: &Value) -> Box<RawValue> {
        // A tree has no keys that are no strings, and so can be written.
        to_raw_value(value).unwrap_or_else(|_| RawValue::NULL.to_owned())
    }

    /// The members of an object, as they stand.
    pub(crate) fn members(text: &str) -> Option<Vec<Member<'_>>> {
        serde_json::from_str(text).ok().map(|Members(members)| members)
    }

    /// How deep a value is nested is not seen in passing here.
    #[derive(Clone, Copy, Default)]
    pub(crate) struct Depth;

    pub(crate) fn is_deeper(object: &str, _: Depth, most: usize) -> bool {
        // Most have fewer brackets than they may have levels, and counting is much the cheaper.
        let brackets = object.bytes().filter(|byte| matches!(byte, b'{' | b'[')).count();
        brackets > most && nesting(object) > most
    }

    /// The nesting of arrays and objects in an object.
    fn nesting(object: &str) -> usize {
        split(object).into_iter().flatten().map(|part| part.depth + 1).max().unwrap_or(1)
    }

    struct Members<'a>(Vec<Member<'a>>);

    impl<'de: 'a, 'a> Deserialize<'de> for Members<'a> {
        fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
            deserializer.deserialize_map(Object)
        }
    }

    /// A string that is borrowed unless it holds escapes.
    #[derive(Deserialize)]
    struct Name<'a>(#[serde(borrow)] Cow<'a, str>);

    struct Object;

    impl<'de> Visitor<'de> for Object {
        type Value = Members<'de>;

        fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            f.write_str("an object")
        }

        fn visit_map<M: MapAccess<'de>>(self, mut map: M) -> Result<Self::Value, M::Error> {
            // As many as an envelope has.
            let mut members = Vec::with_capacity(4);
            while let Some((Name(name), value)) = map.next_entry()? {
                members.push(Member { name, value, depth: Depth });
            }
            Ok(Members(members))
        }
    }
}

#[cfg(target_arch = "wasm32")]
mod page {
    use mcp_apps_generated::wire::{split, write_json};
    use serde_json::Value;
    use serde_json::value::RawValue;

    use super::super::parse::Member;
    use super::raw;

    pub(crate) use mcp_apps_generated::wire::parse as tree;

    pub(crate) fn written(value: &Value) -> Box<RawValue> {
        // What we wrote is JSON.
        raw(&write_json(value)).map_or_else(|| RawValue::NULL.to_owned(), RawValue::to_owned)
    }

    /// How deep a value is nested.
    pub(crate) type Depth = usize;

    pub(crate) fn is_deeper(_: &str, depth: Depth, most: usize) -> bool {
        depth > most
    }

    pub(crate) fn members(text: &str) -> Option<Vec<Member<'_>>> {
        let parts = split(text)?;
        let mut members = Vec::with_capacity(parts.len());
        for part in parts {
            members.push(Member { name: part.name, value: raw(part.value)?, depth: part.depth });
        }
        Some(members)
    }
}

#[cfg(any(target_arch = "wasm32", test))]
mod unread {
    use std::fmt;

    use serde::de::value::StrDeserializer;
    use serde::de::{self, Deserialize, DeserializeSeed, Deserializer, IntoDeserializer, MapAccess, Visitor};
    use serde_json::value::RawValue;

    /// The way any format of serde's hands raw JSON over: as a struct of one member, under the name it asks for.
    pub(crate) fn unread(text: &str) -> Option<&RawValue> {
        Deserialize::deserialize(Text(text)).ok()
    }

    struct Text<'a>(&'a str);

    struct Member<'a> {
        name: Option<&'static str>,
        text: &'a str,
    }

    #[derive(Debug)]
    struct Unfit;

    impl fmt::Display for Unfit {
        fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            f.write_str("not raw JSON")
        }
    }

    impl std::error::Error for Unfit {}

    impl de::Error for Unfit {
        fn custom<T: fmt::Display>(_: T) -> Self {
            Unfit
        }
    }

    impl<'de> Deserializer<'de> for Text<'de> {
        type Error = Unfit;

        fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Unfit> {
            visitor.visit_borrowed_str(self.0)
        }

        fn deserialize_newtype_struct<V: Visitor<'de>>(
            self,
            name: &'static str,
            visitor: V,
        ) -> Result<V::Value, Unfit> {
            visitor.visit_map(Member { name: Some(name), text: self.0 })
        }

        serde::forward_to_deserialize_any! {
            bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char str string bytes byte_buf option unit
            unit_struct seq tuple tuple_struct map struct enum identifier ignored_any
        }
    }

    impl<'de> MapAccess<'de> for Member<'de> {
        type Error = Unfit;

        fn next_key_seed<K: DeserializeSeed<'de>>(&mut self, seed: K) -> Result<Option<K::Value>, Unfit> {
            let Some(name) = self.name.take() else { return Ok(None) };
            let name: StrDeserializer<'_, Unfit> = name.into_deserializer();
            seed.deserialize(name).map(Some)
        }

        fn next_value_seed<T: DeserializeSeed<'de>>(&mut self, seed: T) -> Result<T::Value, Unfit> {
            seed.deserialize(Text(self.text))
        }
    }
}

#[cfg(test)]
mod tests {
    #[test]
    fn raw_json_is_the_same_whether_it_was_read_or_not() {
        for text in ["{}", r#"{"a":[1,"\n"]}"#, "null", "0.1"] {
            let unread = super::unread::unread(text).map(|raw| raw.get());
            assert_eq!(unread, super::raw(text).map(|raw| raw.get()));
            assert_eq!(unread, Some(text));
        }
    }
}
