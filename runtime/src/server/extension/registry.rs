//! The extensions of one server, checked against each other and against the server.

use std::any::TypeId;
use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;

use rmcp::ErrorData;
use rmcp::model::{ProtocolVersion, ServerCapabilities};
use rmcp::service::{RequestContext, RoleServer};
use serde_json::Value;

use super::{Call, Extension, Method, finished, protocol};
use crate::server::context::session_id;
use crate::server::error::BuildError;

/// The extensions of one server.
#[derive(Debug, Default)]
pub(in crate::server) struct Registry {
    extensions: Vec<Extension>,
    methods: HashMap<String, Served>,
}

struct Served {
    /// Its place among the extensions, which never change.
    extension: usize,
    id: Arc<str>,
    method: Method,
    notifications: Arc<BTreeMap<String, TypeId>>,
}

impl std::fmt::Debug for Served {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.id)
    }
}

impl Registry {
    /// Checks extensions against each other and against the protocol.
    pub(in crate::server) fn new(extensions: Vec<Extension>) -> Result<Self, BuildError> {
        let mut registry = Registry::default();
        // Who uses a method's name, be it for a request or a notification.
        let mut names: HashMap<String, String> = HashMap::new();
        for (index, extension) in extensions.iter().enumerate() {
            let id: Arc<str> = extension.id.as_str().into();
            if extension.id.split_once('/').is_none_or(|(vendor, name)| vendor.is_empty() || name.is_empty()) {
                return Err(BuildError::ExtensionId { id: extension.id.clone() });
            }
            if let Some(first) = extensions[..index].iter().find(|first| first.id == extension.id) {
                let methods = |extension: &Extension| {
                    extension.methods.iter().map(|(name, _)| name.clone()).collect::<Vec<_>>().join(", ")
                };
                return Err(BuildError::DuplicateExtension {
                    id: extension.id.clone(),
                    first: methods(first),
                    second: methods(extension),
                });
            }
            let requests = extension.methods.iter().map(|(name, _)| (name, protocol::REQUESTS));
            let notifications = extension.notifications.keys().chain(&extension.repeated);
            for (name, taken) in requests.chain(notifications.map(|name| (name, protocol::NOTIFICATIONS))) {
                if taken.contains(&name.as_str()) {
                    return Err(BuildError::ProtocolMethod { extension: extension.id.clone(), method: name.clone() });
                }
                if let Some(first) = names.insert(name.clone(), extension.id.clone()) {
                    let second = extension.id.clone();
                    return Err(BuildError::DuplicateMethod { method: name.clone(), first, second });
                }
            }
            let notifications = Arc::new(extension.notifications.clone());
            for (name, method) in &extension.methods {
                let (id, method, notifications) = (id.clone(), method.clone(), notifications.clone());
                registry.methods.insert(name.clone(), Served { extension: index, id, method, notifications });
            }
        }
        registry.extensions = extensions;
        Ok(registry)
    }

    /// Checks that the server does not declare one of them itself.
    pub(in crate::server) fn check_against(&self, capabilities: &ServerCapabilities) -> Result<(), BuildError> {
        let by_hand = |extension: &&Extension| {
            !extension.shared && capabilities.extensions.as_ref().is_some_and(|own| own.contains_key(&extension.id))
        };
        match self.extensions.iter().find(by_hand) {
            Some(extension) => Err(BuildError::DeclaredByHand { id: extension.id.clone() }),
            None => Ok(()),
        }
    }

    /// Declares the extensions that are served on a version; all of them, where it is not known.
    pub(in crate::server) fn declare(&self, capabilities: &mut ServerCapabilities, version: Option<&ProtocolVersion>) {
        for extension in self.extensions.iter().filter(|extension| extension.serves(version)) {
            extension.declare(capabilities);
        }
    }

    /// The error for an HTTP session, which would not keep the order of an extension that needs it.
    pub(in crate::server) fn check_order(&self, version: Option<&ProtocolVersion>) -> Result<(), ErrorData> {
        self.extensions.iter().filter(|extension| extension.serves(version)).try_for_each(Extension::check_order)
    }

    /// Whether an extension serves this method on this version.
    pub(in crate::server) fn serves(&self, method: &str, version: Option<&ProtocolVersion>) -> bool {
        self.served(method, version).is_some()
    }

    fn served(&self, method: &str, version: Option<&ProtocolVersion>) -> Option<&Served> {
        let served = self.methods.get(method)?;
        self.extensions[served.extension].serves(version).then_some(served)
    }

    /// Runs a method and gives its result.
    pub(in crate::server) async fn call(
        &self,
        method: &str,
        params: Option<Value>,
        context: RequestContext<RoleServer>,
    ) -> Result<Value, ErrorData> {
        let version = context.protocol_version();
        let Some(served) = self.served(method, version.as_ref()) else {
            return Err(ErrorData::new(rmcp::model::ErrorCode::METHOD_NOT_FOUND, method.to_owned(), None));
        };
        if session_id(&context).is_some() {
            self.extensions[served.extension].check_order()?;
        }
        let call = Call::new(context, served.id.clone(), served.notifications.clone());
        let answer = (served.method)(params, call.clone()).await;
        call.finish().await;
        Ok(Value::Object(finished(answer?, version.as_ref())))
    }
}

impl Extension {
    fn check_order(&self) -> Result<(), ErrorData> {
        if self.notifications.is_empty() || self.unordered {
            return Ok(());
        }
        let message = format!(
            "the extension `{}` sends notifications, which over HTTP with sessions may come after the answer: serve HTTP without sessions, or say `allow_unordered()`",
            self.id
        );
        Err(ErrorData::internal_error(message, None))
    }

    /// Declares it, and keeps what is declared already.
    pub(in crate::server) fn declare(&self, capabilities: &mut ServerCapabilities) {
        let extensions = capabilities.extensions.get_or_insert_default();
        extensions.entry(self.id.clone()).or_insert_with(|| self.settings.clone());
    }
}
