//! The types of one version, as Rust and a reviewer see them.

use std::collections::{BTreeMap, BTreeSet};

use crate::error::{Error, Result, Stage};
use crate::naming::{pascal, snake};
use crate::normalize::{is_id, one_or_many};
use crate::repair::is_type_name;
use crate::schema::{Bounds, Document, Node, Object, Shape, Text};

/// Types and messages of one version.
#[derive(Clone, Debug)]
pub struct Model {
    /// The version's name, as in `spec/lock.toml`.
    pub version: String,
    /// Types by name.
    pub types: BTreeMap<String, TypeDef>,
    /// Requests and notifications the upstream schema defines, by definition name.
    pub messages: BTreeMap<String, Message>,
    /// Remarks for the person who runs the generator.
    pub warnings: Vec<String>,
}

/// A named type.
#[derive(Clone, Debug)]
pub struct TypeDef {
    /// Its description, upstream's or ours.
    pub doc: Option<String>,
    /// The pointer of the definition it comes from.
    pub at: String,
    /// What it is.
    pub kind: Kind,
}

/// What a named type is.
#[derive(Clone, Debug)]
pub enum Kind {
    /// An object with fields, by wire name.
    Struct {
        /// The fields.
        fields: BTreeMap<String, Field>,
        /// The `type` constant that tells it apart inside a union.
        tag: Option<String>,
        /// Whether upstream closes it.
        closed: bool,
        /// Members upstream forbids.
        forbidden: Vec<String>,
    },
    /// A set of strings.
    Enum(Vec<Member>),
    /// A union told apart by `type`: tag and type name.
    Tagged(BTreeMap<String, String>),
    /// A union told apart by the member only one alternative has: key and type name.
    Keyed(BTreeMap<String, String>),
    /// Another name for a type.
    Alias(Type),
}

/// A member of a string enum.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Member {
    /// The string on the wire.
    pub value: String,
    /// Its description.
    pub doc: Option<String>,
}

/// A member of an object.
#[derive(Clone, Debug)]
pub struct Field {
    /// Its name in Rust.
    pub rust: String,
    /// Its description, upstream's or ours.
    pub doc: Option<String>,
    /// The pointer of its schema.
    pub at: String,
    /// Its type.
    pub ty: Type,
    /// Whether it must be present.
    pub presence: Presence,
}

/// Whether a field must be present.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Presence {
    /// Always there.
    Required,
    /// May be absent.
    Optional,
    /// May be absent, which means the empty list; always written.
    Defaulted,
}

/// The type of a value.
#[derive(Clone, Debug, PartialEq)]
pub enum Type {
    /// Any JSON value.
    Any,
    /// `true` or `false`.
    Boolean,
    /// A number or integer.
    Number(Bounds),
    /// A string.
    Text(Text),
    /// A string or a safe integer.
    Id,
    /// An object whose presence is its meaning.
    Empty,
    /// The same, for a permission: `true` is read too.
    Permission,
    /// An object that holds a JSON Schema.
    Schema(Box<Node>),
    /// A list.
    Array(Box<Type>),
    /// An object of values by name; the keys' type where it is limited.
    Map(Option<String>, Box<Type>),
    /// One value or a list of them.
    OneOrMany(Box<Type>),
    /// A named type.
    Named(String),
}

/// A message the upstream schema defines.
#[derive(Clone, Debug)]
pub struct Message {
    /// The method string.
    pub method: String,
    /// The type of `params`, and whether it may be absent.
    pub params: Option<(Type, bool)>,
    /// The message's description.
    pub doc: Option<String>,
    /// The pointer of its definition.
    pub at: String,
}

impl Model {
    /// Reads the normalized document.
    pub fn from_document(version: &str, document: Document) -> Result<Model> {
        let mut model = Model {
            version: version.to_owned(),
            types: BTreeMap::new(),
            messages: BTreeMap::new(),
            warnings: document.warnings.clone(),
        };
        for (name, node) in &document.defs {
            if !is_type_name(name) || RESERVED.contains(&name.as_str()) {
                return Err(refuse(&node.at, format!("`{name}` cannot be the name of a type")));
            }
            let reader = Reader { document: &document, owner: name };
            match &node.shape {
                Shape::Object(object) if object.properties.contains_key("method") => {
                    model.messages.insert(name.clone(), reader.message(node, object)?);
                }
                _ => {
                    let kind = reader.kind(node)?;
                    model.types.insert(name.clone(), TypeDef { doc: node.doc.clone(), at: node.at.clone(), kind });
                }
            }
        }
        Ok(model)
    }

    /// Drops the types nothing of `roots` reaches.
    pub fn keep_reachable(&mut self, roots: impl IntoIterator<Item = String>) {
        let mut reached = BTreeSet::new();
        let mut queue: Vec<String> = roots.into_iter().collect();
        while let Some(name) = queue.pop() {
            if let Some(definition) = self.types.get(&name)
                && reached.insert(name)
            {
                definition.kind.names(&mut queue);
            }
        }
        self.types.retain(|name, _| reached.contains(name));
    }
}

impl Kind {
    /// Appends the names of the types it refers to.
    pub fn names(&self, into: &mut Vec<String>) {
        match self {
            Kind::Struct { fields, .. } => fields.values().for_each(|field| field.ty.names(into)),
            Kind::Tagged(members) | Kind::Keyed(members) => into.extend(members.values().cloned()),
            Kind::Alias(ty) => ty.names(into),
            Kind::Enum(_) => {}
        }
    }
}

impl Type {
    /// Appends the names of the types it refers to.
    pub fn names(&self, into: &mut Vec<String>) {
        match self {
            Type::Named(name) => into.push(name.clone()),
            Type::Array(inner) | Type::OneOrMany(inner) => inner.names(into),
            Type::Map(keys, values) => {
                into.extend(keys.clone());
                values.names(into);
            }
            _ => {}
        }
    }
}

/// Names the generated modules already use.
const RESERVED: [&str; 17] = [
    "BTreeMap",
    "Capability",
    "Default",
    "EmptyObject",
    "JsonObject",
    "Kind",
    "Method",
    "Number",
    "Option",
    "Party",
    "Permission",
    "Phase",
    "Plane",
    "Self",
    "String",
    "Value",
    "Vec",
];

struct Reader<'a> {
    document: &'a Document,
    owner: &'a str,
}

fn refuse(at: &str, message: impl Into<String>) -> Error {
    Error::new(Stage::Normalize, message).at(at).remedy("decide what type it becomes in codegen/src/model.rs")
}

impl Reader<'_> {
    fn message(&self, node: &Node, object: &Object) -> Result<Message> {
        let Shape::Const(method) = &object.properties["method"].node.shape else {
            return Err(refuse(&node.at, "a message whose `method` is not one string"));
        };
        if let Some(stranger) = object.properties.keys().find(|name| !matches!(name.as_str(), "method" | "params")) {
            return Err(refuse(&node.at, format!("a message with a member `{stranger}`")));
        }
        let params = object.properties.get("params").map(|params| Ok((self.ty(&params.node)?, !params.required)));
        Ok(Message { method: method.clone(), params: params.transpose()?, doc: node.doc.clone(), at: node.at.clone() })
    }

    fn kind(&self, node: &Node) -> Result<Kind> {
        match &node.shape {
            Shape::Object(object) if !object.properties.is_empty() => self.object(node, object),
            Shape::Enum(values) => self.members(node, values),
            Shape::Const(value) => Ok(Kind::Enum(vec![Member { value: value.clone(), doc: None }])),
            Shape::AnyOf(members) if !is_id(members) && one_or_many(members).is_none() => self.union(node, members),
            _ => self.ty(node).map(Kind::Alias),
        }
    }

    fn members(&self, node: &Node, values: &[String]) -> Result<Kind> {
        let members: Vec<Member> = values.iter().map(|value| Member { value: value.clone(), doc: None }).collect();
        let mut seen = BTreeSet::from(["Other".to_owned(), "Self".to_owned()]);
        match members.iter().find(|member| !is_type_name(&member.rust()) || !seen.insert(member.rust())) {
            Some(member) => {
                let why = format!("the member `{}` cannot be a variant `{}` of its own", member.value, member.rust());
                Err(refuse(&node.at, why))
            }
            None => Ok(Kind::Enum(members)),
        }
    }

    fn object(&self, node: &Node, object: &Object) -> Result<Kind> {
        if let Some(name) = object.undeclared.first() {
            return Err(refuse(&node.at, format!("`{name}` is required but no member declares it")));
        }
        let tag = object.tag().cloned();
        let mut fields = BTreeMap::new();
        for (name, property) in &object.properties {
            if tag.is_some() && name == "type" {
                continue;
            }
            let presence = match (property.defaults, property.required) {
                (true, _) => Presence::Defaulted,
                (false, true) => Presence::Required,
                (false, false) => Presence::Optional,
            };
            let (ty, doc) = (self.ty(&property.node)?, property.node.doc.clone());
            let field = Field { rust: snake(name), doc, at: property.node.at.clone(), ty, presence };
            if syn::parse_str::<syn::Ident>(&field.rust).is_err() || field.rust == "extra" {
                return Err(refuse(&field.at, format!("`{name}` cannot be the name of a Rust field")));
            }
            if let Some((other, _)) = fields.iter().find(|(_, other): &(_, &Field)| other.rust == field.rust) {
                return Err(refuse(&field.at, format!("`{name}` and `{other}` would be the same Rust field")));
            }
            fields.insert(name.clone(), field);
        }
        Ok(Kind::Struct { fields, tag, closed: object.closed_upstream, forbidden: object.forbidden.clone() })
    }

    fn union(&self, node: &Node, members: &[Node]) -> Result<Kind> {
        let mut objects = Vec::new();
        for member in members {
            let Shape::Ref(name) = &member.shape else {
                return Err(refuse(&member.at, "a union member that has no name"));
            };
            let Some(Shape::Object(object)) = self.document.defs.get(name).map(|definition| &definition.shape) else {
                return Err(refuse(&member.at, format!("the union member `{name}` is not an object")));
            };
            objects.push((name, object));
        }
        let tags: Option<BTreeMap<_, _>> =
            objects.iter().map(|(name, object)| Some((object.tag()?.clone(), (*name).clone()))).collect();
        if let Some(tags) = tags {
            return match tags.len() == objects.len() {
                true => Ok(Kind::Tagged(tags)),
                false => Err(refuse(&node.at, "two members of the union have the same tag")),
            };
        }
        let own_key = |object: &Object| {
            let others = objects.iter().filter(|(_, other)| !std::ptr::eq(*other, object));
            let required = object.properties.iter().filter(|(_, property)| property.required).map(|(name, _)| name);
            required
                .filter(|name| others.clone().all(|(_, other)| !other.properties.contains_key(*name)))
                .min()
                .cloned()
        };
        let keyed: Option<BTreeMap<_, _>> =
            objects.iter().map(|(name, object)| Some((own_key(object)?, (*name).clone()))).collect();
        keyed
            .map(Kind::Keyed)
            .ok_or_else(|| refuse(&node.at, "a union whose members neither a tag nor a key tells apart"))
    }

    fn ty(&self, node: &Node) -> Result<Type> {
        Ok(match &node.shape {
            Shape::Any => Type::Any,
            Shape::Boolean => Type::Boolean,
            Shape::Number(bounds) => Type::Number(bounds.clone()),
            Shape::Text(text) => Type::Text(text.clone()),
            Shape::Array(items) => Type::Array(Box::new(self.ty(items)?)),
            Shape::Ref(name) => Type::Named(name.clone()),
            Shape::Schema(like) => Type::Schema(like.clone()),
            Shape::Object(object) if object.properties.is_empty() => {
                if self.owner.ends_with("Permissions") {
                    Type::Permission
                } else {
                    Type::Empty
                }
            }
            Shape::Map(map) => {
                if let Some(name) = map.required.first() {
                    return Err(refuse(&node.at, format!("`{name}` is required but no member declares it")));
                }
                let keys = match map.keys.as_ref().map(|keys| (&keys.shape, &keys.at)) {
                    None => None,
                    Some((Shape::Ref(name), _)) => Some(name.clone()),
                    Some((_, at)) => return Err(refuse(at, "limited map keys that have no name")),
                };
                Type::Map(keys, Box::new(self.ty(&map.values)?))
            }
            Shape::AnyOf(members) if is_id(members) => Type::Id,
            Shape::AnyOf(members) => match one_or_many(members) {
                Some(one) => Type::OneOrMany(Box::new(self.ty(one)?)),
                None => return Err(refuse(&node.at, "an inline union")),
            },
            Shape::Never | Shape::Const(_) | Shape::Enum(_) | Shape::AllOf(_) | Shape::Object(_) => {
                return Err(refuse(&node.at, "an inline shape that has no name"));
            }
        })
    }
}

impl Member {
    /// The member's name in Rust.
    pub fn rust(&self) -> String {
        pascal(&self.value)
    }
}
