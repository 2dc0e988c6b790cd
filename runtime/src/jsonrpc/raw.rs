//! JSON text as `serde_json`'s own type for it.

#[cfg(not(target_arch = "wasm32"))]
use serde_json::value::RawValue;

/// A text as JSON, unparsed; `None` if it is none.
#[cfg(not(target_arch = "wasm32"))]
pub(crate) fn raw(text: &str) -> Option<&RawValue> {
    serde_json::from_str(text).ok()
}

/// A text as JSON, unparsed. In a page all of it is the browser's own `JSON.stringify` or this crate's
/// writer, so it is not read once more to see that it is JSON: the reader would be a tenth of a View.
#[cfg(target_arch = "wasm32")]
pub(crate) use unread::unread as raw;

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
