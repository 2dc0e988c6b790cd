//! Tools: those the View offers to the Host's model, and typed calls of either side's.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;
use serde_json::value::RawValue;

use super::spec;
use super::view::members;
use crate::error::{Error, Refusal, RpcError, ToolFailure};
use crate::jsonrpc::written;
use crate::peer::{Call, Handlers, Peer, RequestContext, RequestOptions};
use crate::task::{BoxFuture, MaybeSend, MaybeSync};
use crate::tool::Contract;
use crate::wire::{DecodeError, JsonObject, Record, Request, member, read_tree, write_json, write_tree};

/// Calls a tool of the peer with typed input and output.
pub(super) fn call<In: Serialize, Out: DeserializeOwned>(
    peer: &Peer,
    name: &str,
    input: &In,
    options: RequestOptions,
) -> Call<Out> {
    let params = object(input).map(|arguments| {
        let mut params = JsonObject::new();
        if let Some(arguments) = arguments {
            params.insert("arguments".to_owned(), Value::Object(arguments));
        }
        params.insert("name".to_owned(), name.into());
        Some(written(&Value::Object(params)))
    });
    let method = <spec::CallToolRequest as Request>::METHOD;
    peer.send_call(method, params, options, |raw| output("result", &raw))
}

/// The structured content of the result at `root` as the tool's own type. Nothing else of it is read.
pub(super) fn output<Out: DeserializeOwned>(root: &str, raw: &RawValue) -> Result<Out, Error> {
    let content = structured(root, raw)?;
    let read = read_tree::<Structured<Out>>(root, content);
    Ok(read?.structured)
}

/// What is left of a result, once the tool has not failed.
fn structured(root: &str, raw: &RawValue) -> Result<Value, Error> {
    let mut result: JsonObject = crate::jsonrpc::read(root, raw)?;
    let failed: Option<bool> = member(&mut result, "isError").map_err(|error| error.within(root))?;
    if failed == Some(true) {
        return Err(Error::ToolFailed(ToolFailure::new(raw.to_owned())));
    }
    let mut left = JsonObject::new();
    // An absent member and a `null` are both none.
    if let Some(content) = result.get_mut(STRUCTURED).map(Value::take).filter(|content| !content.is_null()) {
        left.insert(STRUCTURED.to_owned(), content);
    }
    Ok(Value::Object(left))
}

const STRUCTURED: &str = "structuredContent";

#[derive(serde::Deserialize)]
struct Structured<Out> {
    #[serde(rename = "structuredContent")]
    structured: Out,
}

/// A value as a JSON object; nothing is `None`.
fn object<T: Serialize>(value: &T) -> Result<Option<JsonObject>, Error> {
    match write_tree(value) {
        Ok(Value::Object(object)) => Ok(Some(object)),
        Ok(Value::Null) => Ok(None),
        Ok(other) => Err(Error::Encode(["found ", &write_json(&other)].concat())),
        Err(error) => Err(Error::Encode(error.message().to_owned())),
    }
}

/// The definition that lists a tool, from its contract.
pub fn definition<C: Contract>() -> spec::Tool {
    let mut tool = spec::Tool::new(C::input_schema(), C::NAME);
    tool.title = C::TITLE.map(ToOwned::to_owned);
    tool.description = C::DESCRIPTION.map(ToOwned::to_owned);
    tool.output_schema = C::output_schema();
    tool
}

type Answer = Result<spec::CallToolResult, RpcError>;

pub(super) trait Tool: MaybeSend + MaybeSync {
    fn call(&self, arguments: JsonObject, cx: RequestContext) -> BoxFuture<'static, Answer>;
}

impl<F, Fut> Tool for F
where
    F: Fn(JsonObject, RequestContext) -> Fut + MaybeSend + MaybeSync,
    Fut: Future<Output = Answer> + MaybeSend + 'static,
{
    fn call(&self, arguments: JsonObject, cx: RequestContext) -> BoxFuture<'static, Answer> {
        Box::pin(self(arguments, cx))
    }
}

/// A handler with the contract's own types. What the tool fails with is a result with `isError`,
/// arguments that do not fit are an error (V16).
pub(super) fn by_contract<C, F, Fut, E>(handler: F) -> impl Tool + 'static
where
    C: Contract + 'static,
    F: Fn(C::Input, RequestContext) -> Fut + MaybeSend + MaybeSync + 'static,
    Fut: Future<Output = Result<C::Output, E>> + MaybeSend + 'static,
    E: std::fmt::Display,
{
    move |arguments: JsonObject, cx: RequestContext| {
        let input: Result<C::Input, _> = read_tree("params.arguments", Value::Object(arguments));
        let outcome = input.map(|input| handler(input, cx));
        async move {
            let outcome = outcome.map_err(|error| RpcError::invalid_params(&error))?;
            match outcome.await {
                Ok(output) => {
                    let structured = object(&output)?.unwrap_or_default();
                    let text = spec::TextContent::new(write_json(&Value::Object(structured.clone())));
                    Ok(spec::CallToolResult::new(vec![text.into()]).with_structured_content(structured))
                }
                Err(error) => {
                    let text = spec::TextContent::new(error.to_string());
                    Ok(spec::CallToolResult::new(vec![text.into()]).with_is_error(true))
                }
            }
        }
    }
}

struct Entry {
    /// The definition as it is listed.
    tool: JsonObject,
    enabled: bool,
    handler: Arc<dyn Tool>,
}

impl Entry {
    fn is(&self, name: &str) -> bool {
        self.tool.get(NAME).is_some_and(|known| known == name)
    }
}

const NAME: &str = "name";

/// The tools of one View.
#[derive(Default)]
pub(super) struct ToolBox {
    entries: Mutex<Vec<Entry>>,
    declared: bool,
}

impl std::fmt::Debug for ToolBox {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_set().entries(self.lock().iter().map(|entry| entry.tool.get(NAME))).finish()
    }
}

impl ToolBox {
    /// A box whose tools will be declared in the handshake.
    pub(super) fn declared() -> Self {
        ToolBox { entries: Mutex::default(), declared: true }
    }

    fn lock(&self) -> MutexGuard<'_, Vec<Entry>> {
        self.entries.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(super) fn add(&self, tool: spec::Tool, handler: impl Tool + 'static) -> Result<(), Error> {
        let mut entries = self.lock();
        if entries.iter().any(|entry| entry.is(&tool.name)) {
            return Err(Refusal::ToolExists(tool.name).into());
        }
        entries.push(Entry { tool: members(&tool), enabled: true, handler: Arc::new(handler) });
        Ok(())
    }

    /// Serves `tools/list` and `tools/call` of the Host.
    pub(super) fn install(self: &Arc<Self>, handlers: &mut Handlers) {
        let tools = Arc::clone(self);
        handlers.serve_raw(<spec::ListToolsRequest as Request>::METHOD, move |_, _| {
            let mut list = Vec::new();
            for entry in tools.lock().iter().filter(|entry| entry.enabled) {
                list.push(Value::Object(entry.tool.clone()));
            }
            let mut result = JsonObject::new();
            result.insert("tools".to_owned(), Value::Array(list));
            std::future::ready(Ok(written(&Value::Object(result))))
        });
        let tools = Arc::clone(self);
        handlers.serve_raw(<spec::CallToolRequest as Request>::METHOD, move |params, cx| {
            let answer = asked(params.as_deref()).map(|(name, arguments)| {
                let entries = tools.lock();
                let entry = entries.iter().find(|entry| entry.enabled && entry.is(&name));
                let handler = entry.map(|entry| Arc::clone(&entry.handler));
                drop(entries);
                handler.map(|handler| handler.call(arguments, cx))
            });
            async move {
                match answer {
                    Ok(Some(answer)) => Ok(written(&Value::Object(members(&answer.await?)))),
                    Ok(None) => Err(RpcError::new(RpcError::INVALID_PARAMS, "params.name: no such tool")),
                    Err(error) => Err(RpcError::invalid_params(&error)),
                }
            }
        });
    }
}

/// Which tool the Host calls, with what.
fn asked(params: Option<&RawValue>) -> Result<(String, JsonObject), DecodeError> {
    let mut params: JsonObject = crate::jsonrpc::read_params(params)?;
    let arguments: Result<Option<JsonObject>, _> = member(&mut params, "arguments");
    let read = arguments.and_then(|arguments| Ok((member(&mut params, NAME)?, arguments.unwrap_or_default())));
    read.map_err(|error| error.within("params"))
}

/// The tools a View offers. Each change is told to a Host that was promised it (V17).
#[derive(Clone, Debug)]
pub struct AppTools {
    peer: Peer,
    tools: Arc<ToolBox>,
}

impl AppTools {
    pub(super) fn new(peer: Peer, tools: Arc<ToolBox>) -> Self {
        AppTools { peer, tools }
    }

    /// Offers a tool.
    ///
    /// # Errors
    /// When there is one of that name, or the builder did not declare tools.
    pub fn register<F, Fut>(&self, tool: spec::Tool, handler: F) -> Result<AppTool, Error>
    where
        F: Fn(JsonObject, RequestContext) -> Fut + MaybeSend + MaybeSync + 'static,
        Fut: Future<Output = Result<spec::CallToolResult, RpcError>> + MaybeSend + 'static,
    {
        self.insert(tool, handler)
    }

    /// Offers a tool by its contract.
    ///
    /// # Errors
    /// When there is one of that name, or the builder did not declare tools.
    pub fn offer<C, F, Fut, E>(&self, handler: F) -> Result<AppTool, Error>
    where
        C: Contract + 'static,
        F: Fn(C::Input, RequestContext) -> Fut + MaybeSend + MaybeSync + 'static,
        Fut: Future<Output = Result<C::Output, E>> + MaybeSend + 'static,
        E: std::fmt::Display,
    {
        self.insert(definition::<C>(), by_contract::<C, F, Fut, E>(handler))
    }

    fn insert(&self, tool: spec::Tool, handler: impl Tool + 'static) -> Result<AppTool, Error> {
        let name = tool.name.clone();
        if !self.tools.declared {
            let method = <spec::ListToolsRequest as Request>::METHOD.to_owned();
            return Err(Refusal::Capability { method, capability: "view.tools".to_owned() }.into());
        }
        self.tools.add(tool, handler)?;
        self.tell();
        Ok(AppTool { name, tools: self.clone() })
    }

    /// A tool that was offered.
    pub fn get(&self, name: &str) -> Option<AppTool> {
        let known = self.tools.lock().iter().any(|entry| entry.is(name));
        known.then(|| AppTool { name: name.to_owned(), tools: self.clone() })
    }

    /// Before the handshake's end there is nobody to tell: the Host lists the tools after it.
    fn tell(&self) {
        let _ = self.peer.notify::<spec::ToolListChangedNotification>(&Some(spec::EmptyParams::default()));
    }
}

/// One tool a View offers.
#[derive(Clone, Debug)]
pub struct AppTool {
    name: String,
    tools: AppTools,
}

impl AppTool {
    /// The tool's name.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Lists the tool and lets it be called.
    pub fn enable(&self) {
        self.change(|entry| !std::mem::replace(&mut entry.enabled, true));
    }

    /// Takes the tool from the list; calling it is an error.
    pub fn disable(&self) {
        self.change(|entry| std::mem::replace(&mut entry.enabled, false));
    }

    /// Changes the tool's definition. Its name stays.
    pub fn update(&self, update: impl FnOnce(&mut spec::Tool)) {
        let known = self.tools.tools.lock().iter().find(|entry| entry.is(&self.name)).map(|entry| entry.tool.clone());
        // It was written from one.
        let Some(Ok(mut tool)) = known.map(spec::Tool::read_object) else { return };
        let name = tool.name.clone();
        update(&mut tool);
        tool.name = name;
        let tool = members(&tool);
        self.change(|entry| {
            let changed = tool != entry.tool;
            entry.tool = tool;
            changed
        });
    }

    /// Withdraws the tool.
    pub fn remove(self) {
        let mut entries = self.tools.tools.lock();
        let before = entries.len();
        entries.retain(|entry| !entry.is(&self.name));
        let changed = entries.len() != before;
        drop(entries);
        if changed {
            self.tools.tell();
        }
    }

    fn change(&self, change: impl FnOnce(&mut Entry) -> bool) {
        let mut entries = self.tools.tools.lock();
        let entry = entries.iter_mut().find(|entry| entry.is(&self.name));
        let changed = entry.is_some_and(change);
        drop(entries);
        if changed {
            self.tools.tell();
        }
    }
}
