//! The View's side, typed. Compiled once per version of the specification.

use std::borrow::Cow;
use std::sync::Arc;

use serde::Serialize;
use serde::de::DeserializeOwned;

use super::spec;
use super::tools::{AppTools, call, output};
use super::view_side::ViewStore;
use super::view_streams::{ContextChanges, Partials, arguments, read_context};
use crate::error::{Error, Refusal, to_object};
use crate::jsonrpc;
use crate::peer::{Call, Peer, RequestOptions, Subscription};
use crate::tool::Contract;
use crate::wire::{JsonObject, Member, Notification, Number, Record, Request, read_tree, write_tree};

/// A View's handle to the Host that shows it, after the handshake. Clones share the
/// conversation.
///
/// Made by [`ViewBuilder`](super::ViewBuilder).
#[derive(Clone, Debug)]
pub struct View {
    peer: Peer,
    pub(super) store: Arc<ViewStore>,
}

impl View {
    pub(super) fn new(peer: Peer, store: Arc<ViewStore>) -> Self {
        View { peer, store }
    }

    /// The conversation itself: anything the specification does not list goes through it.
    pub fn peer(&self) -> &Peer {
        &self.peer
    }

    /// Who the Host says it is.
    pub fn host_info(&self) -> spec::Implementation {
        let info = self.store.read(|host| host.info.clone());
        fitting(&info).unwrap_or_else(|| spec::Implementation::new("", ""))
    }

    /// The Host's name; all of [`host_info`](Self::host_info) costs a page more.
    pub fn host_name(&self) -> String {
        let name = |host: &super::view_side::HostInfo| Some(host.info.get("name")?.as_str()?.to_owned());
        self.store.read(name).unwrap_or_default()
    }

    /// What the Host declared it does. A member that does not fit its type counts as absent.
    pub fn host_capabilities(&self) -> spec::McpUiHostCapabilities {
        self.store.read(|host| fitting(&host.capabilities)).unwrap_or_default()
    }

    /// The version the Host answered with. One that is not
    /// [`PROTOCOL_VERSION`](super::PROTOCOL_VERSION) is accepted and noted, as TypeScript Views do (W11).
    pub fn protocol_version(&self) -> String {
        self.store.read(|host| host.protocol_version.clone())
    }

    /// The View's surroundings as they are now: the handshake's, with every change laid over
    /// (V10). A member that does not fit its type counts as absent.
    pub fn host_context(&self) -> spec::McpUiHostContext {
        read_context(self.host_context_members())
    }

    /// The context as the Host sent it, unread: all of [`host_context`](Self::host_context) costs
    /// a page some 10 kB, one member of it next to nothing.
    pub fn host_context_members(&self) -> Arc<JsonObject> {
        self.store.read(|host| Arc::clone(&host.context))
    }

    /// The whole context after each change of it.
    pub fn host_context_changes(&self) -> ContextChanges {
        ContextChanges { members: self.host_context_member_changes() }
    }

    /// The whole context after each change of it, unread.
    pub fn host_context_member_changes(&self) -> Subscription<Arc<JsonObject>> {
        self.store.context_changes()
    }

    /// Waits for the complete arguments of the tool call this View shows (H27). Every call of
    /// this gets them, however late.
    ///
    /// # Errors
    /// When the tool call was cancelled before, the arguments did not fit, or the session ended.
    pub fn tool_input(&self) -> impl Future<Output = Result<JsonObject, Error>> + use<> {
        let input = self.store.input.wait();
        async move { Ok(arguments(Some(&input.await?))?) }
    }

    /// Waits for the tool's arguments as the tool's own type.
    ///
    /// # Errors
    /// As [`tool_input`](Self::tool_input), or when they do not fit `In`.
    pub fn tool_input_as<In: DeserializeOwned>(&self) -> impl Future<Output = Result<In, Error>> + use<In> {
        let input = self.tool_input();
        async move { Ok(read_tree("params.arguments", serde_json::Value::Object(input.await?))?) }
    }

    /// The tool's arguments while the model still writes them, until they are complete (H28,
    /// V9). Strings may be cut off; nothing that matters may rest on them.
    pub fn tool_input_partials(&self) -> Partials {
        Partials { notes: self.store.partials() }
    }

    /// Waits for the result of the tool call this View shows (H29). Every call of this gets it,
    /// however late. A tool that failed is a result with `isError`.
    ///
    /// # Errors
    /// [`Error::ToolCancelled`] when there will be none, or the result did not fit, or the
    /// session ended.
    pub fn tool_result(&self) -> impl Future<Output = Result<spec::CallToolResult, Error>> + use<> {
        let result = self.store.result.wait();
        async move { Ok(jsonrpc::read("params", &result.await?)?) }
    }

    /// Waits for the `structuredContent` of the tool's result as the tool's own type; a tool
    /// that failed is an error that keeps the result.
    ///
    /// # Errors
    /// As [`tool_result`](Self::tool_result), or when the content does not fit `Out`.
    pub fn tool_output<Out: DeserializeOwned>(&self) -> impl Future<Output = Result<Out, Error>> + use<Out> {
        let result = self.store.result.wait();
        async move { output("params", &result.await?) }
    }

    /// Calls a tool of the View's server with typed input and output (M1). A tool that failed
    /// is [`Error::ToolFailed`], which keeps the result.
    pub fn call_tool<In: Serialize, Out: DeserializeOwned>(&self, name: &str, input: &In) -> Call<Out> {
        call::<In, Out>(&self.peer, name, input, RequestOptions::new().keep_alive())
    }

    /// Calls a tool of the View's server by its contract.
    pub fn call<C: Contract>(&self, input: &C::Input) -> Call<C::Output> {
        self.call_tool::<C::Input, C::Output>(C::NAME, input)
    }

    /// Calls a tool of the View's server and gives its whole result.
    pub fn call_tool_with(
        &self,
        params: &spec::CallToolRequestParams,
        options: RequestOptions,
    ) -> Call<spec::CallToolResult> {
        self.ask_with::<spec::CallToolRequest>(params, options.keep_alive())
    }

    /// Reads a resource of the View's server (M7).
    pub fn read_resource(&self, uri: &str) -> Call<spec::ReadResourceResult> {
        self.ask::<spec::ReadResourceRequest>(&spec::ReadResourceRequestParams::new(uri))
    }

    /// The resources of the View's server, one page of them (M8).
    pub fn list_resources(&self, params: Option<spec::PaginatedRequestParams>) -> Call<spec::ListResourcesResult> {
        self.ask::<spec::ListResourcesRequest>(&params)
    }

    /// The resource templates of the View's server, one page of them (M9).
    pub fn list_resource_templates(
        &self,
        params: Option<spec::PaginatedRequestParams>,
    ) -> Call<spec::ListResourceTemplatesResult> {
        self.ask::<spec::ListResourceTemplatesRequest>(&params)
    }

    /// The prompts of the View's server, one page of them (M10). Few Hosts serve it.
    pub fn list_prompts(&self, params: Option<spec::PaginatedRequestParams>) -> Call<spec::ListPromptsResult> {
        self.ask::<spec::ListPromptsRequest>(&params)
    }

    /// Asks the Host to open an address (H34). A Host that does not is an error:
    /// [`Error::Declined`] or [`Error::Remote`], as it prefers (W12).
    pub fn open_link(&self, url: &str) -> Call<spec::McpUiOpenLinkResult> {
        let params = spec::McpUiOpenLinkRequestParams::new(url);
        self.declinable::<spec::McpUiOpenLinkRequest>(&params)
    }

    /// Puts a message of the user into the conversation (H35). A Host that does not is an
    /// error, as with [`open_link`](Self::open_link).
    pub fn send_message(&self, content: Vec<spec::ContentBlock>) -> Call<spec::McpUiMessageResult> {
        let params = spec::McpUiMessageRequestParams::new(content, spec::McpUiMessageRole::User);
        self.declinable::<spec::McpUiMessageRequest>(&params)
    }

    /// Sends a request of the specification.
    pub(super) fn ask<R: Request<Result: Member>>(&self, params: &R::Params) -> Call<R::Result> {
        self.ask_with::<R>(params, RequestOptions::new())
    }

    fn ask_with<R: Request<Result: Member>>(&self, params: &R::Params, options: RequestOptions) -> Call<R::Result> {
        self.peer.send_call(R::METHOD, to_object(params), options, |raw| Ok(jsonrpc::read("result", &raw)?))
    }

    /// Sends a request whose result may say no.
    pub(super) fn declinable<R: Request<Result: Declinable + Member>>(&self, params: &R::Params) -> Call<R::Result> {
        self.peer.send_call(R::METHOD, to_object(params), RequestOptions::new(), |raw| {
            let result: R::Result = jsonrpc::read("result", &raw)?;
            if result.is_error() {
                return Err(Error::Declined { method: R::METHOD.to_owned() });
            }
            Ok(result)
        })
    }

    /// Tells the model what the View shows now, for the turns to come (H36). Each update
    /// replaces the one before.
    pub fn update_model_context(&self, params: &spec::McpUiUpdateModelContextRequestParams) -> Call<spec::EmptyResult> {
        self.ask::<spec::McpUiUpdateModelContextRequest>(params)
    }

    /// Asks to be shown in another mode, and gives the mode now in force, which may be another
    /// (V6). A mode the Host does not offer is refused here (V5).
    pub fn request_display_mode(&self, mode: spec::McpUiDisplayMode) -> Call<spec::McpUiDisplayMode> {
        let offered = self.store.read(|host| match host.context.get("availableDisplayModes") {
            Some(serde_json::Value::Array(modes)) => modes.iter().any(|known| known == mode.as_str()),
            _ => true,
        });
        let params = if offered {
            to_object(&spec::McpUiRequestDisplayModeRequestParams::new(mode))
        } else {
            Err(Refusal::DisplayMode(mode.as_str().to_owned()).into())
        };
        let method = <spec::McpUiRequestDisplayModeRequest as Request>::METHOD;
        self.peer.send_call(method, params, RequestOptions::new(), |raw| {
            let result: spec::McpUiRequestDisplayModeResult = jsonrpc::read("result", &raw)?;
            Ok(result.mode)
        })
    }

    /// Tells the Host the size of the View's content in CSS pixels, rounded up (V7).
    ///
    /// # Errors
    /// When a number is not finite, or the session is over.
    pub fn send_size_changed(&self, width: Option<f64>, height: Option<f64>) -> Result<(), Error> {
        let mut params = JsonObject::new();
        for (name, size) in [("height", height), ("width", width)] {
            let Some(size) = size else { continue };
            let pixels =
                Number::new(size.ceil()).ok_or_else(|| Error::Encode("a size that is not finite".to_owned()))?;
            // Whole, as they are rounded: printing any number takes more code.
            params.insert(name.to_owned(), (pixels.get() as i64).into());
        }
        let params = jsonrpc::written(&serde_json::Value::Object(params));
        self.peer.notify_raw(<spec::McpUiSizeChangedNotification as Notification>::METHOD, Some(params))
    }

    /// Writes to the Host's log (M15).
    ///
    /// # Errors
    /// When the Host did not declare `logging`, or the session is over.
    pub fn log(&self, level: spec::LoggingLevel, data: impl Into<serde_json::Value>) -> Result<(), Error> {
        self.peer.notify::<spec::LoggingMessageNotification>(&spec::LoggingMessageNotificationParams::new(data, level))
    }

    /// Asks whether the Host is alive (M14).
    pub fn ping(&self) -> Call<spec::EmptyResult> {
        self.ask::<spec::PingRequest>(&None)
    }

    /// The tools this View offers to the Host's model; none unless the builder declared them.
    pub fn tools(&self) -> AppTools {
        AppTools::new(self.peer.clone(), Arc::clone(&self.store.tools))
    }

    /// Waits until the Host is about to take the View down. Prefer [`run`](Self::run), which
    /// lets the clean-up finish before the Host gets its answer.
    pub fn teardown_requested(&self) -> impl Future<Output = ()> + use<> {
        self.store.teardown.requested.wait()
    }

    /// Runs the View's program until it ends or the View does. When the Host asks for teardown
    /// the program is cancelled (dropped where it awaits), then `clean_up` runs to its end, and
    /// only then is the Host answered (V13). `clean_up` also runs when the program ends by
    /// itself or the channel is lost. Gives the program's value if it ended by itself.
    pub async fn run<P, C, CFut>(&self, program: P, clean_up: C) -> Option<P::Output>
    where
        P: Future,
        C: FnOnce() -> CFut,
        CFut: Future<Output = ()>,
    {
        let guard = self.store.teardown.hold();
        let (requested, closed) = (self.teardown_requested(), self.peer.closed());
        let (mut program, mut requested, mut closed) = (Box::pin(program), Box::pin(requested), Box::pin(closed));
        let value = std::future::poll_fn(|cx| {
            use std::task::Poll::{Pending, Ready};
            if requested.as_mut().poll(cx).is_ready() || closed.as_mut().poll(cx).is_ready() {
                return Ready(None);
            }
            match program.as_mut().poll(cx) {
                Ready(value) => Ready(Some(value)),
                Pending => Pending,
            }
        })
        .await;
        drop(program);
        clean_up().await;
        drop(guard);
        value
    }

    /// Ends the conversation without a word to the Host.
    pub fn close(&self) {
        self.peer.close();
    }
}

/// A result by which a Host may say no (W12).
pub(super) trait Declinable {
    fn is_error(&self) -> bool;
}

impl Declinable for spec::McpUiOpenLinkResult {
    fn is_error(&self) -> bool {
        self.is_error == Some(true)
    }
}

impl Declinable for spec::McpUiMessageResult {
    fn is_error(&self) -> bool {
        self.is_error == Some(true)
    }
}

/// Reads a struct, leaving out the members that do not fit; `None` if it cannot be without them.
pub(super) fn fitting<T: Record>(members: &JsonObject) -> Option<T> {
    let mut members = Cow::Borrowed(members);
    loop {
        match T::read_object(JsonObject::clone(&members)) {
            Ok(read) => return Some(read),
            Err(error) => members.to_mut().remove(error.path().split(['.', '[']).next()?)?,
        };
    }
}

/// A struct's members as the session keeps them.
pub(super) fn members<T: Record + Serialize>(value: &T) -> JsonObject {
    match write_tree(value) {
        Ok(serde_json::Value::Object(members)) => members,
        _ => JsonObject::new(),
    }
}
