//! The schema as a tree of shapes: parsed strictly, printed back as JSON Schema.
//!
//! Every keyword the published schemas use has a place here; any other is an error at its
//! pointer, so that a construct nobody thought about never becomes a silent `any`.

use std::collections::BTreeMap;

use serde_json::{Map, Value, json};

use crate::error::{Error, Result, Stage};

mod read;

use read::{Reader, unknown};

/// A schema document: its definitions, and what the passes want a reader to know.
#[derive(Clone, Debug, Default)]
pub struct Document {
    /// Definitions by name.
    pub defs: BTreeMap<String, Node>,
    /// Remarks for the person who runs the generator.
    pub warnings: Vec<String>,
}

/// A schema and where it stands upstream.
#[derive(Clone, Debug, PartialEq)]
pub struct Node {
    /// The JSON pointer of the schema in the file it came from.
    pub at: String,
    /// Its description.
    pub doc: Option<String>,
    /// What it accepts.
    pub shape: Shape,
}

/// What a schema accepts.
#[derive(Clone, Debug, PartialEq)]
pub enum Shape {
    /// Any JSON value.
    Any,
    /// No value at all (`not: {}`).
    Never,
    /// `true` or `false`.
    Boolean,
    /// A number or integer.
    Number(Bounds),
    /// A string.
    Text(Text),
    /// Exactly this string.
    Const(String),
    /// One of these strings.
    Enum(Vec<String>),
    /// A list.
    Array(Box<Node>),
    /// An object with declared members.
    Object(Object),
    /// An object with any member names; `keys` limits them.
    Map(MapShape),
    /// Any of several.
    AnyOf(Vec<Node>),
    /// All of several.
    AllOf(Vec<Node>),
    /// A definition by name.
    Ref(String),
    /// An object that holds a JSON Schema: any JSON object to Rust, `like` to a validator.
    Schema(Box<Node>),
}

/// The limits of a number.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct Bounds {
    /// Whether fractions are excluded.
    pub integer: bool,
    /// Smallest value.
    pub minimum: Option<serde_json::Number>,
    /// Largest value.
    pub maximum: Option<serde_json::Number>,
}

/// The limits of a string.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct Text {
    /// The `format` annotation.
    pub format: Option<String>,
    /// The regular expression it must match.
    pub pattern: Option<String>,
}

/// An object's members.
#[derive(Clone, Debug, PartialEq)]
pub struct Object {
    /// Declared members by wire name.
    pub properties: BTreeMap<String, Property>,
    /// Required names no member is declared for.
    pub undeclared: Vec<String>,
    /// Whether other members are allowed.
    pub open: bool,
    /// Whether upstream closes it. It means nothing on the wire: the TypeScript peers strip
    /// unknown members, and the schema is printed from their output side.
    pub closed_upstream: bool,
    /// Members declared `not: {}`, which the repair took out of `properties`.
    pub forbidden: Vec<String>,
}

/// A declared member.
#[derive(Clone, Debug, PartialEq)]
pub struct Property {
    /// Its schema.
    pub node: Node,
    /// Whether it must be present.
    pub required: bool,
    /// Whether absence means the empty list (`default: []`).
    pub defaults: bool,
}

/// An object used as a map.
#[derive(Clone, Debug, PartialEq)]
pub struct MapShape {
    /// What the keys may be; `None` for any string.
    pub keys: Option<Box<Node>>,
    /// What the values may be.
    pub values: Box<Node>,
    /// Names that must be present.
    pub required: Vec<String>,
}

const ANNOTATIONS: [&str; 5] = ["$schema", "$id", "title", "description", "default"];

impl Document {
    /// Reads `$defs`; `origin` prefixes every pointer (empty for the upstream file).
    pub fn parse(document: &Value, origin: &str) -> Result<Document> {
        let defs = document.get("$defs").and_then(Value::as_object).ok_or_else(|| {
            Error::new(Stage::Normalize, "the document has no `$defs` object")
                .at(format!("{origin}/"))
                .remedy("is this the schema file `generated/schema.json` of the package?")
        })?;
        let mut parsed = Document::default();
        for (name, schema) in defs {
            let at = format!("{origin}/$defs/{}", escape(name));
            parsed.defs.insert(name.clone(), Node::parse(schema, &at)?);
        }
        Ok(parsed)
    }

    /// Fails on the first `$ref` that names no definition.
    pub fn check_refs(&self) -> Result<()> {
        for node in self.defs.values() {
            node.visit(&mut |node| match &node.shape {
                Shape::Ref(name) if !self.defs.contains_key(name) => Err(dangling(name, &node.at)),
                _ => Ok(()),
            })?;
        }
        Ok(())
    }

    /// Prints the definitions as JSON Schema.
    pub fn to_json(&self) -> Value {
        let defs: Map<String, Value> =
            self.defs.iter().map(|(name, node)| (name.clone(), node.to_json(true))).collect();
        json!({ "$defs": defs })
    }
}

fn dangling(name: &str, at: &str) -> Error {
    Error::new(Stage::Normalize, format!("`$ref` to `{name}` resolves nowhere"))
        .at(at)
        .remedy("a new upstream fault needs a named repair in codegen/src/repair.rs")
}

/// Escapes a member name for a JSON pointer.
pub fn escape(name: &str) -> String {
    name.replace('~', "~0").replace('/', "~1")
}

impl Node {
    /// A node without a description.
    pub fn new(at: &str, shape: Shape) -> Node {
        Node { at: at.to_owned(), doc: None, shape }
    }

    /// Reads one schema.
    pub fn parse(schema: &Value, at: &str) -> Result<Node> {
        let members = match schema {
            Value::Bool(true) => return Ok(Node::new(at, Shape::Any)),
            Value::Bool(false) => return Ok(Node::new(at, Shape::Never)),
            Value::Object(members) => members,
            _ => return Err(unknown(at, "a schema must be an object or a boolean")),
        };
        let reader = Reader { members, at };
        let doc = members.get("description").and_then(Value::as_str).map(str::to_owned);
        Ok(Node { at: at.to_owned(), doc, shape: reader.shape()? })
    }

    /// Prints the schema; without `docs` the result is the identity of the shape.
    pub fn to_json(&self, docs: bool) -> Value {
        let mut printed = self.shape.to_json(docs);
        if let (true, Some(doc), Value::Object(members)) = (docs, &self.doc, &mut printed) {
            members.insert("description".to_owned(), json!(doc));
        }
        printed
    }

    /// The shape's identity: equal keys accept equal values, whatever their descriptions.
    pub fn key(&self) -> String {
        self.to_json(false).to_string()
    }

    /// What upstream says of members an object does not declare, for every object below: two copies
    /// of one shape must agree on it, though it is no part of the shape.
    pub fn strangers(&self) -> String {
        let own = match &self.shape {
            Shape::Object(object) => format!("{}{:?}", object.closed_upstream, object.forbidden),
            Shape::Schema(like) => like.strangers(),
            _ => String::new(),
        };
        self.children().into_iter().fold(own, |all, child| format!("{all}({})", child.strangers()))
    }

    /// Calls `f` on this node and everything below it, outermost first.
    pub fn visit<'a>(&'a self, f: &mut impl FnMut(&'a Node) -> Result<()>) -> Result<()> {
        f(self)?;
        self.children().into_iter().try_for_each(|child| child.visit(f))
    }

    /// Calls `f` on everything below this node and then on itself, with the name of the
    /// property it stands under (through lists and unions).
    pub fn rewrite(&mut self, property: &str, f: &mut impl FnMut(&mut Node, &str) -> Result<()>) -> Result<()> {
        match &mut self.shape {
            Shape::Object(object) => {
                for (name, property) in &mut object.properties {
                    property.node.rewrite(name, f)?;
                }
            }
            Shape::Array(items) => items.rewrite(property, f)?,
            Shape::AnyOf(nodes) | Shape::AllOf(nodes) => {
                nodes.iter_mut().try_for_each(|node| node.rewrite(property, f))?
            }
            Shape::Map(map) => {
                if let Some(keys) = &mut map.keys {
                    keys.rewrite("", f)?;
                }
                map.values.rewrite("", f)?;
            }
            _ => {}
        }
        f(self, property)
    }

    fn children(&self) -> Vec<&Node> {
        match &self.shape {
            Shape::Object(object) => object.properties.values().map(|property| &property.node).collect(),
            Shape::Array(items) => vec![items],
            Shape::AnyOf(nodes) | Shape::AllOf(nodes) => nodes.iter().collect(),
            Shape::Map(map) => map.keys.iter().map(AsRef::as_ref).chain([map.values.as_ref()]).collect(),
            _ => vec![],
        }
    }
}

impl Shape {
    fn to_json(&self, docs: bool) -> Value {
        let all = |nodes: &[Node]| nodes.iter().map(|node| node.to_json(docs)).collect::<Vec<_>>();
        match self {
            Shape::Any => json!({}),
            Shape::Never => json!({ "not": {} }),
            Shape::Boolean => json!({ "type": "boolean" }),
            Shape::Number(bounds) => {
                let mut printed = json!({ "type": if bounds.integer { "integer" } else { "number" } });
                for (keyword, bound) in [("minimum", &bounds.minimum), ("maximum", &bounds.maximum)] {
                    if let Some(bound) = bound {
                        printed[keyword] = json!(bound);
                    }
                }
                printed
            }
            Shape::Text(text) => {
                let mut printed = json!({ "type": "string" });
                for (keyword, value) in [("format", &text.format), ("pattern", &text.pattern)] {
                    if let Some(value) = value {
                        printed[keyword] = json!(value);
                    }
                }
                printed
            }
            Shape::Const(value) => json!({ "type": "string", "const": value }),
            Shape::Enum(values) => json!({ "type": "string", "enum": values }),
            Shape::Array(items) => json!({ "type": "array", "items": items.to_json(docs) }),
            Shape::AnyOf(nodes) => json!({ "anyOf": all(nodes) }),
            Shape::AllOf(nodes) => json!({ "allOf": all(nodes) }),
            Shape::Ref(name) => json!({ "$ref": format!("#/$defs/{name}") }),
            Shape::Schema(like) => like.to_json(docs),
            Shape::Object(object) => object.to_json(docs),
            Shape::Map(map) => {
                let mut printed = json!({ "type": "object", "additionalProperties": map.values.to_json(docs) });
                if let Some(keys) = &map.keys {
                    printed["propertyNames"] = keys.to_json(docs);
                }
                if !map.required.is_empty() {
                    printed["required"] = json!(map.required);
                }
                printed
            }
        }
    }
}

impl Object {
    /// The constant of the `type` member, which tells the object apart inside a union.
    pub fn tag(&self) -> Option<&String> {
        match &self.properties.get("type")?.node.shape {
            Shape::Const(tag) => Some(tag),
            _ => None,
        }
    }

    fn to_json(&self, docs: bool) -> Value {
        let mut members = Map::new();
        for (name, property) in &self.properties {
            let mut printed = property.node.to_json(docs);
            if property.defaults {
                printed["default"] = json!([]);
            }
            members.insert(name.clone(), printed);
        }
        let required = self.properties.iter().filter(|(_, property)| property.required).map(|(name, _)| name);
        let required: Vec<_> = required.chain(&self.undeclared).collect();
        let rest = if self.open { json!({}) } else { json!(false) };
        let mut printed = json!({ "type": "object", "properties": members, "additionalProperties": rest });
        if !required.is_empty() {
            printed["required"] = json!(required);
        }
        printed
    }
}
