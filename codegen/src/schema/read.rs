//! Reading one schema: every keyword has to be understood.

use super::*;

pub(super) fn unknown(at: &str, message: impl Into<String>) -> Error {
    Error::new(Stage::Normalize, message)
        .at(at)
        .remedy("teach codegen/src/schema/read.rs the construct, and decide what type it becomes")
}

/// One schema's keywords, and where they stand.
pub(super) struct Reader<'a> {
    pub(super) members: &'a Map<String, Value>,
    pub(super) at: &'a str,
}

impl Reader<'_> {
    pub(super) fn shape(&self) -> Result<Shape> {
        if self.members.contains_key("$ref") {
            self.only(&["$ref"])?;
            return self.reference();
        }
        for (keyword, wrap) in [("anyOf", Shape::AnyOf as fn(Vec<Node>) -> Shape), ("allOf", Shape::AllOf)] {
            if self.members.contains_key(keyword) {
                self.only(&[keyword])?;
                return self.list(keyword).map(wrap);
            }
        }
        if self.members.contains_key("not") {
            self.only(&["not"])?;
            return match self.members["not"].as_object() {
                Some(inner) if inner.is_empty() => Ok(Shape::Never),
                _ => Err(self.unknown("not", "only `not: {}` is understood")),
            };
        }
        if self.members.contains_key("const") || self.members.contains_key("enum") {
            return self.constant();
        }
        match self.members.get("type") {
            None => self.only(&[]).map(|()| Shape::Any),
            Some(Value::String(kind)) => self.typed(kind),
            Some(_) => Err(self.unknown("type", "a list of types is not understood")),
        }
    }

    fn typed(&self, kind: &str) -> Result<Shape> {
        match kind {
            "boolean" => self.only(&["type"]).map(|()| Shape::Boolean),
            "number" | "integer" => {
                self.only(&["type", "minimum", "maximum"])?;
                let (minimum, maximum) = (self.number("minimum")?, self.number("maximum")?);
                Ok(Shape::Number(Bounds { integer: kind == "integer", minimum, maximum }))
            }
            "string" => {
                self.only(&["type", "format", "pattern"])?;
                Ok(Shape::Text(Text { format: self.text("format")?, pattern: self.text("pattern")? }))
            }
            "array" => {
                self.only(&["type", "items"])?;
                let items = match self.members.get("items") {
                    Some(items) => self.child("items", items)?,
                    None => Node::new(self.at, Shape::Any),
                };
                Ok(Shape::Array(Box::new(items)))
            }
            "object" => self.object(),
            other => Err(self.unknown("type", format!("type `{other}` is not understood here"))),
        }
    }

    fn object(&self) -> Result<Shape> {
        self.only(&["type", "properties", "required", "additionalProperties", "propertyNames"])?;
        let required = self.names("required")?;
        let rest = match self.members.get("additionalProperties") {
            None => Node::new(self.at, Shape::Any),
            Some(rest) => self.child("additionalProperties", rest)?,
        };
        let keys = self.members.get("propertyNames").map(|keys| self.child("propertyNames", keys)).transpose()?;
        let keys = keys.filter(|keys| keys.shape != Shape::Text(Text::default()));
        let declared = self
            .members
            .get("properties")
            .map(|value| value.as_object().ok_or_else(|| self.unknown("properties", "`properties` must be an object")));
        let declared = declared.transpose()?;
        let is_map = declared.is_none_or(Map::is_empty) && rest.shape != Shape::Never;
        if is_map {
            return Ok(Shape::Map(MapShape { keys: keys.map(Box::new), values: Box::new(rest), required }));
        }
        if keys.is_some() {
            return Err(self.unknown("propertyNames", "limited names beside declared members are not understood"));
        }
        if !matches!(rest.shape, Shape::Any | Shape::Never) {
            return Err(self.unknown("additionalProperties", "typed members beside declared ones are not understood"));
        }
        let mut properties = BTreeMap::new();
        for (name, schema) in declared.into_iter().flatten() {
            let node = Node::parse(schema, &format!("{}/properties/{}", self.at, escape(name)))?;
            let defaults = self.default_of(schema, &node)?;
            properties.insert(name.clone(), Property { node, required: required.contains(name), defaults });
        }
        let undeclared = required.into_iter().filter(|name| !properties.contains_key(name)).collect();
        let open = rest.shape == Shape::Any;
        Ok(Shape::Object(Object { properties, undeclared, open, closed_upstream: !open, forbidden: vec![] }))
    }

    fn default_of(&self, schema: &Value, node: &Node) -> Result<bool> {
        match schema.get("default") {
            None => Ok(false),
            Some(Value::Array(items)) if items.is_empty() => Ok(true),
            Some(_) => Err(unknown(&format!("{}/default", node.at), "only `default: []` is understood")),
        }
    }

    fn constant(&self) -> Result<Shape> {
        self.only(&["type", "const", "enum"])?;
        if let Some(kind) = self.members.get("type").filter(|kind| *kind != "string") {
            return Err(self.unknown("type", format!("constants of type {kind} are not understood")));
        }
        if let Some(value) = self.members.get("const") {
            let text = value.as_str().ok_or_else(|| self.unknown("const", "only string constants are understood"))?;
            return Ok(Shape::Const(text.to_owned()));
        }
        self.names("enum").map(Shape::Enum)
    }

    fn reference(&self) -> Result<Shape> {
        let target = self.members["$ref"].as_str().and_then(|target| target.strip_prefix("#/$defs/"));
        let name = target.filter(|name| !name.contains('/'));
        name.map(|name| Shape::Ref(name.to_owned()))
            .ok_or_else(|| self.unknown("$ref", "only `#/$defs/NAME` is understood"))
    }

    fn list(&self, keyword: &str) -> Result<Vec<Node>> {
        let items = self.members[keyword].as_array().ok_or_else(|| self.unknown(keyword, "must be a list"))?;
        items.iter().enumerate().map(|(i, item)| Node::parse(item, &format!("{}/{keyword}/{i}", self.at))).collect()
    }

    fn child(&self, keyword: &str, schema: &Value) -> Result<Node> {
        Node::parse(schema, &format!("{}/{keyword}", self.at))
    }

    fn names(&self, keyword: &str) -> Result<Vec<String>> {
        let Some(value) = self.members.get(keyword) else {
            return Ok(vec![]);
        };
        let names =
            value.as_array().and_then(|names| names.iter().map(|name| name.as_str().map(str::to_owned)).collect());
        names.ok_or_else(|| self.unknown(keyword, "must be a list of strings"))
    }

    fn text(&self, keyword: &str) -> Result<Option<String>> {
        let value = self.members.get(keyword);
        let text = value
            .map(|value| value.as_str().map(str::to_owned).ok_or_else(|| self.unknown(keyword, "must be a string")));
        text.transpose()
    }

    fn number(&self, keyword: &str) -> Result<Option<serde_json::Number>> {
        match self.members.get(keyword) {
            None => Ok(None),
            Some(Value::Number(number)) => Ok(Some(number.clone())),
            Some(_) => Err(self.unknown(keyword, "must be a number")),
        }
    }

    fn only(&self, allowed: &[&str]) -> Result<()> {
        let stranger =
            self.members.keys().find(|key| !allowed.contains(&key.as_str()) && !ANNOTATIONS.contains(&key.as_str()));
        stranger
            .map_or(Ok(()), |keyword| Err(self.unknown(keyword, format!("keyword `{keyword}` is not understood here"))))
    }

    fn unknown(&self, keyword: &str, message: impl Into<String>) -> Error {
        unknown(&format!("{}/{}", self.at, escape(keyword)), message)
    }
}
