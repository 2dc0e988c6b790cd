//! Joins the types with `spec/<version>/methods.toml`: who sends what, when, needing what.

use std::collections::{BTreeMap, BTreeSet};

use serde::Deserialize;

use crate::error::{Error, Result, Stage};
use crate::model::{Model, Type};
use crate::repair::is_type_name;

/// One version, ready to print.
#[derive(Clone, Debug)]
pub struct Protocol {
    /// Its types.
    pub model: Model,
    /// Its methods, sorted by plane, name and direction.
    pub methods: Vec<Method>,
    /// Its constants by name.
    pub constants: BTreeMap<String, Constant>,
}

/// A method in one direction, with its types resolved.
#[derive(Clone, Debug)]
pub struct Method {
    /// The row it comes from.
    pub row: Row,
    /// The type of `params`; `None` where the method has none.
    pub params: Option<Type>,
    /// Whether `params` may be absent.
    pub params_optional: bool,
    /// The description of this direction.
    pub doc: String,
}

/// A constant of the protocol.
#[derive(Clone, Debug, Deserialize, PartialEq, Eq)]
#[serde(deny_unknown_fields)]
pub struct Constant {
    /// Its value.
    pub value: String,
    /// What it is for.
    pub doc: String,
}

/// A row of `methods.toml`.
#[derive(Clone, Debug, Deserialize, PartialEq, Eq)]
#[serde(deny_unknown_fields)]
pub struct Row {
    /// The method string.
    pub name: String,
    /// Request or notification.
    pub kind: Kind,
    /// The sender.
    pub from: Party,
    /// The receiver.
    pub to: Party,
    /// The marker type: the upstream definition, or MCP's name.
    #[serde(rename = "type")]
    pub marker: String,
    /// The type of `params`, for rows without an upstream definition.
    pub params: Option<String>,
    /// Whether `params` may be absent, for rows without an upstream definition.
    #[serde(default)]
    pub params_optional: bool,
    /// The type of the answer.
    pub result: Option<String>,
    /// Whether a strict peer accepts nothing but `{}` as the answer.
    #[serde(default)]
    pub empty_result: bool,
    /// When it may be sent.
    pub phase: Phase,
    /// The capability it needs, as `host.openLinks`.
    pub requires: Option<String>,
    /// Whether the capability's absence means "unknown".
    #[serde(default)]
    pub requires_unknown_ok: bool,
    /// Whether it is sent at most once per conversation.
    #[serde(default)]
    pub once: bool,
    /// The protocol it belongs to.
    pub plane: Plane,
    /// Where it is stated.
    pub provenance: Vec<Provenance>,
    /// The rules of the specification it rests on.
    pub section: String,
}

macro_rules! words {
    ($(#[$meta:meta])* $name:ident { $($variant:ident = $word:literal),* $(,)? }) => {
        $(#[$meta])*
        #[derive(Clone, Copy, Debug, Deserialize, PartialEq, Eq, PartialOrd, Ord)]
        pub enum $name {
            $(#[doc = concat!("`", $word, "`")] #[serde(rename = $word)] $variant),*
        }

        impl $name {
            /// The word in `methods.toml`.
            pub fn word(self) -> &'static str {
                match self {
                    $($name::$variant => $word),*
                }
            }

            /// The variant's name in Rust.
            pub fn variant(self) -> &'static str {
                match self {
                    $($name::$variant => stringify!($variant)),*
                }
            }
        }
    };
}

words!(
    /// Whether a method is answered.
    Kind { Request = "request", Notification = "notification" }
);
words!(
    /// A party of the conversation.
    Party { View = "view", Host = "host", Sandbox = "sandbox" }
);
words!(
    /// When a method may be sent.
    Phase { Sandbox = "sandbox", Initialize = "initialize", Initialized = "initialized", Any = "any" }
);
words!(
    /// The protocol a method belongs to.
    Plane { Ui = "ui", Mcp = "mcp" }
);
words!(
    /// Where a method is stated.
    Provenance { Prose = "prose", Schema = "schema", Sdk = "sdk" }
);

/// The text of a `methods.toml`, parsed.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Table {
    /// The rows.
    #[serde(rename = "method")]
    pub rows: Vec<Row>,
    /// The constants.
    #[serde(default)]
    pub constants: BTreeMap<String, Constant>,
}

impl Table {
    /// Reads `spec/<version>/methods.toml`.
    pub fn parse(version: &str, text: &str) -> Result<Table> {
        toml::from_str(text).map_err(|error| Error::new(Stage::Lower, error.to_string()).at(file(version)))
    }
}

impl Row {
    /// `ui/open-link view->host`.
    pub fn direction(&self) -> String {
        format!("{} {}->{}", self.name, self.from.word(), self.to.word())
    }

    /// Its variant among its sender's messages: `McpUiOpenLinkRequest` → `OpenLink`.
    pub fn variant(&self) -> &str {
        let name = self.marker.strip_prefix("McpUi").unwrap_or(&self.marker);
        name.trim_end_matches("Request").trim_end_matches("Notification")
    }
}

fn file(version: &str) -> String {
    format!("spec/{version}/methods.toml")
}

/// Joins model and table, exhaustively in both directions.
pub fn lower(mut model: Model, table: Table) -> Result<Protocol> {
    let join = Join { model: &model };
    let mut methods = table.rows.iter().map(|row| join.row(row)).collect::<Result<Vec<_>>>()?;
    join.every_message_has_a_row(&table.rows)?;
    methods.sort_by(|a, b| (a.row.plane, &a.row.name, a.row.from).cmp(&(b.row.plane, &b.row.name, b.row.from)));
    if let Some(pair) = methods.windows(2).find(|pair| pair[0].row.direction() == pair[1].row.direction()) {
        return Err(join.refuse(&pair[0].row, "this method and direction stands twice"));
    }
    join.every_variant_is_its_own(&methods)?;
    let mut roots: Vec<String> =
        model.types.iter().filter(|(_, ty)| ty.at.starts_with('/')).map(|(name, _)| name.clone()).collect();
    for method in &methods {
        method.params.iter().for_each(|params| params.names(&mut roots));
        roots.extend(method.row.result.clone());
    }
    model.keep_reachable(roots);
    Ok(Protocol { model, methods, constants: table.constants })
}

struct Join<'a> {
    model: &'a Model,
}

impl Join<'_> {
    fn refuse(&self, row: &Row, message: impl Into<String>) -> Error {
        Error::new(Stage::Lower, message).at(format!("{}: {}", file(&self.model.version), row.direction()))
    }

    fn row(&self, row: &Row) -> Result<Method> {
        if !is_type_name(&row.marker) || self.model.types.contains_key(&row.marker) {
            return Err(self.refuse(row, format!("`{}` cannot name a marker type", row.marker)));
        }
        let suffix = if row.marker.ends_with("Notification") { Kind::Notification } else { Kind::Request };
        if suffix != row.kind {
            return Err(self.refuse(
                row,
                format!("`{}` is a {} by its name, the row says {}", row.marker, suffix.word(), row.kind.word()),
            ));
        }
        if row.result.is_some() != (row.kind == Kind::Request) {
            return Err(self.refuse(row, "a request has a result, a notification has none"));
        }
        if row.from == row.to {
            return Err(self.refuse(row, "sender and receiver are the same"));
        }
        let (params, params_optional) = match self.model.messages.get(&row.marker) {
            Some(message) => {
                if message.method != row.name {
                    let why = format!("`{}` is the message of `{}` in the schema", row.marker, message.method);
                    return Err(self.refuse(row, why));
                }
                if row.params.is_some() || row.params_optional {
                    return Err(self.refuse(row, "the schema defines this message's params; the row may not"));
                }
                (
                    message.params.as_ref().map(|(ty, _)| ty.clone()),
                    message.params.as_ref().is_none_or(|(_, optional)| *optional),
                )
            }
            None if row.plane == Plane::Ui => {
                let why = format!("the schema has no definition `{}`", row.marker);
                return Err(self.refuse(row, why).remedy("remove the row if upstream removed the method"));
            }
            None => (row.params.clone().map(Type::Named), row.params_optional || row.params.is_none()),
        };
        for name in
            params.iter().filter_map(|ty| if let Type::Named(name) = ty { Some(name) } else { None }).chain(&row.result)
        {
            if !self.model.types.contains_key(name) {
                return Err(self.refuse(row, format!("there is no type `{name}`")));
            }
        }
        if let Some(capability) = &row.requires {
            self.capability(row, capability)?;
        }
        Ok(Method { row: row.clone(), params, params_optional, doc: String::new() })
    }

    /// Follows `host.serverTools.listChanged` through the capability types.
    fn capability(&self, row: &Row, path: &str) -> Result<()> {
        let (party, members) = path.split_once('.').unwrap_or((path, ""));
        let mut ty = match party {
            "host" => "McpUiHostCapabilities",
            "view" => "McpUiAppCapabilities",
            _ => {
                return Err(self.refuse(row, format!("`{path}` starts with neither `host.` nor `view.`")));
            }
        };
        for member in members.split('.') {
            let field = match self.model.types.get(ty).map(|definition| &definition.kind) {
                Some(crate::model::Kind::Struct { fields, .. }) => fields.get(member),
                _ => None,
            };
            let field =
                field.ok_or_else(|| self.refuse(row, format!("`{ty}` has no member `{member}` (in `requires`)")))?;
            ty = match &field.ty {
                Type::Named(name) => name,
                _ => "",
            };
        }
        Ok(())
    }

    fn every_variant_is_its_own(&self, methods: &[Method]) -> Result<()> {
        let mut seen = BTreeSet::new();
        for Method { row, .. } in methods {
            let variant = row.variant();
            // `Other` holds the messages that no row is about.
            let taken = ["Other", "Self"].contains(&variant) || !seen.insert((row.from, row.kind, variant));
            if taken || !is_type_name(variant) {
                let why = format!("`{}` cannot be a variant `{variant}` of its own", row.marker);
                return Err(self
                    .refuse(row, why)
                    .remedy("give the row another `type`, or the definition another name"));
            }
        }
        Ok(())
    }

    fn every_message_has_a_row(&self, rows: &[Row]) -> Result<()> {
        let rows: BTreeSet<&str> = rows.iter().map(|row| row.marker.as_str()).collect();
        match self.model.messages.iter().find(|(name, _)| !rows.contains(name.as_str())) {
            None => Ok(()),
            Some((name, message)) => Err(Error::new(
                Stage::Lower,
                format!("no row of {} is about `{name}` (`{}`)", file(&self.model.version), message.method),
            )
            .at(&message.at)
            .remedy("add a [[method]] row that says who sends it, when, and what answers it")),
        }
    }
}
