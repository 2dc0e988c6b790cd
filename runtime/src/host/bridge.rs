//! A View's conversation, bound to one MCP connection.

use std::ops::Deref;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use mcp_apps_generated::draft::{
    CallToolResult, CreateMessageRequestParams, CreateMessageResult, EmptyResult, Implementation,
    McpUiDownloadFileResult, McpUiHostCapabilitiesSandbox, McpUiHostContext, McpUiMessageRequestParams,
    McpUiMessageResult, McpUiOpenLinkResult, McpUiResourceCsp, McpUiResourcePermissions,
    McpUiSandboxResourceReadyNotificationParams, McpUiSupportedContentBlockModalities, McpUiToolInfo, Tool,
};
use mcp_apps_generated::wire::{JsonObject, RequestId};

use super::connection::Connection;
use super::context::ModelContext;
use super::download::{self, Download, File};
use super::hooks::{Ask, Forwarded, ToolCall};
use super::limits::{Throttled, ViewLimits};
use super::link::Link;
use super::load::LoadedApp;
use crate::csp::Policy;
use crate::draft::{Host, HostBuilder};
use crate::error::{Error, RpcError};
use crate::task::{MaybeSend, MaybeSync};
use crate::transport::Transport;

mod forward;
mod run;

use forward::Gate;

/// Puts a View's conversation together: [`Connection::bridge`] begins it, and what is not
/// mentioned here is neither advertised to the View nor done for it.
///
/// Passed on to the View's own server, as far as that serves it: calls of tools that Views may
/// call (H8, H9), their list, `resources/read`, the lists of resources, resource templates and
/// prompts. Anything else is refused unless [`forward`](Self::forward) names it (H38).
#[must_use]
pub struct Bridge {
    builder: HostBuilder,
    gate: Gate,
    host_context: McpUiHostContext,
    tool: Option<McpUiToolInfo>,
    forwarded: Vec<String>,
    hooks: Vec<Box<dyn Install>>,
    context: Arc<Mutex<Option<ModelContext>>>,
}

/// Puts a hook in place, once everything else is known: the order of the calls does not matter.
trait Install: MaybeSend {
    fn install(self: Box<Self>, builder: HostBuilder, gate: &Gate) -> HostBuilder;
}

impl<F: FnOnce(HostBuilder, &Gate) -> HostBuilder + MaybeSend> Install for F {
    fn install(self: Box<Self>, builder: HostBuilder, gate: &Gate) -> HostBuilder {
        self(builder, gate)
    }
}

impl Bridge {
    pub(super) fn new(connection: Connection, info: Implementation) -> Self {
        Bridge {
            builder: HostBuilder::new(info),
            gate: Gate::new(connection),
            host_context: McpUiHostContext::new(),
            tool: None,
            forwarded: Vec::new(),
            hooks: Vec::new(),
            context: Arc::default(),
        }
    }

    fn hook(mut self, install: impl FnOnce(HostBuilder, &Gate) -> HostBuilder + MaybeSend + 'static) -> Self {
        self.hooks.push(Box::new(install));
        self
    }

    /// A hook that acts for the View, which a read-only one does not have.
    fn acting(self, install: impl FnOnce(HostBuilder, &Gate) -> HostBuilder + MaybeSend + 'static) -> Self {
        self.hook(move |builder, gate| if gate.read_only { builder } else { install(builder, gate) })
    }

    /// The context the View starts in (H26).
    pub fn host_context(mut self, context: McpUiHostContext) -> Self {
        self.host_context = context;
        self
    }

    /// Tells the View which tool it belongs to. The call that [`BridgedView::run_tool`] makes of it
    /// gives the View the call's id.
    pub fn tool(mut self, tool: Tool) -> Self {
        self.tool = Some(McpUiToolInfo::new(tool));
        self
    }

    /// Tells the View which call it belongs to. `id` names the call for as long as it can be
    /// shown: a View that is shown again, after a reload or in another window, finds by it what
    /// it kept. A View's frame that is only moved should be left where it is, because a browser
    /// loads a frame anew when it is moved in the document.
    pub fn tool_call(mut self, id: impl Into<RequestId>, tool: Tool) -> Self {
        let mut info = McpUiToolInfo::new(tool);
        info.id = Some(id.into());
        self.tool = Some(info);
        self
    }

    /// Tells the View what its sandbox lets it do: what the policy grants, not what was asked for.
    pub fn sandbox(mut self, policy: &Policy) -> Self {
        let mut sandbox = McpUiHostCapabilitiesSandbox::new();
        (sandbox.csp, sandbox.permissions) = (Some(granted_csp(policy)), Some(granted_permissions(policy)));
        self.builder = self.builder.sandbox(sandbox);
        self
    }

    /// Bounds on what the View may cost.
    pub fn limits(mut self, limits: ViewLimits) -> Self {
        self.gate.limits = limits;
        self
    }

    /// Shows the View without serving it: a shared transcript must not act in its reader's name.
    /// Nothing reaches the server, and messages, context for the model and sampling are refused.
    pub fn read_only(mut self) -> Self {
        self.gate.read_only = true;
        self
    }

    /// Asks before each call of a tool. `Err` is the View's answer; see [`RpcError::denied`].
    pub fn approve_calls<F, Fut>(mut self, hook: F) -> Self
    where
        F: Fn(ToolCall) -> Fut + MaybeSend + MaybeSync + 'static,
        Fut: Future<Output = Result<(), RpcError>> + MaybeSend + 'static,
    {
        self.gate.calls = Some(Arc::new(hook));
        self
    }

    /// Asks before each request that is passed on to the server, calls of tools among them.
    pub fn approve_forwarding<F, Fut>(mut self, hook: F) -> Self
    where
        F: Fn(Forwarded) -> Fut + MaybeSend + MaybeSync + 'static,
        Fut: Future<Output = Result<(), RpcError>> + MaybeSend + 'static,
    {
        self.gate.requests = Some(Arc::new(hook));
        self
    }

    /// Passes requests of one more method on to the server (H38). Methods between View and Host
    /// are not the server's and stay here.
    pub fn forward(mut self, method: impl Into<String>) -> Self {
        self.forwarded.push(method.into());
        self
    }

    /// Opens links, those that are fit for it (H34). Ask the user, and show [`Link::target`].
    pub fn on_open_link<F, Fut>(mut self, open: F) -> Self
    where
        F: Fn(Link) -> Fut + MaybeSend + MaybeSync + 'static,
        Fut: Future<Output = Result<(), RpcError>> + MaybeSend + 'static,
    {
        self.builder = self.builder.on_open_link(move |params, _| {
            let link = Link::parse(&params.url).map_err(|refusal| RpcError::denied(refusal.to_string()));
            let opening = link.map(&open);
            async move { opening?.await.map(|()| McpUiOpenLinkResult::new()) }
        });
        self
    }

    /// Takes messages for the conversation (H35), of these kinds of content. They are in the
    /// user's name: ask.
    pub fn on_message<F, Fut>(self, kinds: McpUiSupportedContentBlockModalities, take: F) -> Self
    where
        F: Fn(McpUiMessageRequestParams) -> Fut + MaybeSend + MaybeSync + 'static,
        Fut: Future<Output = Result<(), RpcError>> + MaybeSend + 'static,
    {
        self.acting(move |builder, _| {
            builder.on_message(kinds, move |params, _| {
                let taking = take(params);
                async move { taking.await.map(|()| McpUiMessageResult::new()) }
            })
        })
    }

    /// Keeps what the View wants the model to know (H36), of these kinds of content. Each update
    /// replaces the one before; [`BridgedView::model_context`] is the latest.
    pub fn keep_model_context(self, kinds: McpUiSupportedContentBlockModalities) -> Self {
        let kept = Arc::clone(&self.context);
        self.acting(move |builder, gate| {
            let most = gate.limits.context_bytes;
            builder.on_update_model_context(kinds, move |params, _| {
                let size = serde_json::to_vec(&params).map_or(usize::MAX, |bytes| bytes.len());
                let outcome = if size > most {
                    Err(RpcError::denied(format!("the context has {size} bytes, more than {most}")))
                } else {
                    *kept.lock().unwrap_or_else(PoisonError::into_inner) = Some(ModelContext::new(params));
                    Ok(EmptyResult::default())
                };
                std::future::ready(outcome)
            })
        })
    }

    /// Saves files (H37): `approve` is asked first, about names and places; then links are
    /// fetched through the View's own server, and `save` gets the content. A read-only View's
    /// links are not fetched.
    pub fn on_download<A, AFut, S, SFut>(self, approve: A, save: S) -> Self
    where
        A: Fn(Vec<Download>) -> AFut + MaybeSend + MaybeSync + 'static,
        AFut: Future<Output = Result<(), RpcError>> + MaybeSend + 'static,
        S: Fn(Vec<File>) -> SFut + MaybeSend + MaybeSync + 'static,
        SFut: Future<Output = Result<(), RpcError>> + MaybeSend + 'static,
    {
        let approve: Arc<dyn Ask<Vec<Download>>> = Arc::new(approve);
        let save: Arc<dyn Ask<Vec<File>>> = Arc::new(save);
        self.hook(move |builder, gate| {
            let (source, most) = ((!gate.read_only).then(|| gate.connection.clone()), gate.limits.download_bytes);
            builder.on_download_file(move |params, _| {
                let (approve, save, source) = (Arc::clone(&approve), Arc::clone(&save), source.clone());
                async move {
                    let offers = download::offers(&params.contents)?;
                    approve.ask(offers.clone()).await?;
                    save.ask(download::collect(source.as_ref(), params.contents, offers, most).await?).await?;
                    Ok(McpUiDownloadFileResult::new())
                }
            })
        })
    }

    /// Completes messages with the Host's model (H39); `tools` says whether a request may bring
    /// tools. What it costs and whether the user agrees is the hook's to see to.
    pub fn on_sampling<F, Fut>(self, tools: bool, complete: F) -> Self
    where
        F: Fn(CreateMessageRequestParams) -> Fut + MaybeSend + MaybeSync + 'static,
        Fut: Future<Output = Result<CreateMessageResult, RpcError>> + MaybeSend + 'static,
    {
        self.acting(move |builder, _| {
            builder.on_create_message(tools, move |params, _| {
                let brings = params.tools.is_some() || params.tool_choice.is_some();
                let completing = (tools || !brings).then(|| complete(params));
                async move {
                    match completing {
                        Some(completing) => completing.await,
                        None => Err(RpcError::denied("tools are not offered for sampling")),
                    }
                }
            })
        })
    }

    /// The rest of what a Host can do: display modes, logs, sizes, methods of its own.
    pub fn configure(mut self, f: impl FnOnce(HostBuilder) -> HostBuilder) -> Self {
        self.builder = f(self.builder);
        self
    }

    /// Starts the conversation. The future moves its messages, at the rate the limits allow:
    /// spawn it. When it ends, or is dropped, the View has left its connection.
    ///
    /// # Errors
    /// When a strict peer would reject the host context (W1–W3).
    pub fn attach<T: Transport>(
        self,
        transport: T,
    ) -> Result<(BridgedView, impl Future<Output = Result<(), Error>> + use<T>), Error> {
        let Bridge { builder, gate, mut host_context, tool, forwarded, hooks, context } = self;
        host_context.tool_info = tool.or(host_context.tool_info);
        let builder = gate.install(builder.host_context(host_context), &forwarded);
        let builder = hooks.into_iter().fold(builder, |builder, hook| hook.install(builder, &gate));
        let (connection, limits) = (gate.connection, gate.limits);
        let timer = connection.timer();
        let transport = Throttled::new(transport, limits.rate, timer.clone());
        let (host, driver) = builder.limits(limits.session()).attach(transport, timer)?;
        static NEXT: AtomicU64 = AtomicU64::new(0);
        let entered = connection.enter(NEXT.fetch_add(1, Ordering::Relaxed), host.clone());
        let view = BridgedView { host, connection, context, runs: Arc::default() };
        let driving = async move {
            let _entered = entered;
            driver.await
        };
        Ok((view, driving))
    }
}

impl std::fmt::Debug for Bridge {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Bridge").field("connection", &self.gate.connection).finish_non_exhaustive()
    }
}

/// A View that is bound to its server. It is a [`Host`] in every other respect.
#[derive(Clone, Debug)]
pub struct BridgedView {
    host: Host,
    connection: Connection,
    context: Arc<Mutex<Option<ModelContext>>>,
    /// Whether the call that the View shows has begun.
    runs: Arc<AtomicBool>,
}

impl BridgedView {
    /// The connection it is bound to.
    pub fn connection(&self) -> &Connection {
        &self.connection
    }

    /// What the View last wanted the model to know; `None` if nothing, or if it took it back.
    /// Give it to the model once, before the user's next message.
    pub fn model_context(&self) -> Option<ModelContext> {
        let mut kept = self.context.lock().unwrap_or_else(PoisonError::into_inner).clone()?;
        kept.app = self.host.app_info().map(|info| info.name).unwrap_or_default();
        (!kept.is_empty()).then_some(kept)
    }

    /// The parameters for [`Host::load_sandbox`]: the View's page and what it was granted.
    pub fn sandbox_resource(app: &LoadedApp, policy: &Policy) -> McpUiSandboxResourceReadyNotificationParams {
        let mut params = McpUiSandboxResourceReadyNotificationParams::new(app.html.clone());
        params.sandbox = Some(policy.tokens().inner());
        (params.csp, params.permissions) = (Some(granted_csp(policy)), Some(granted_permissions(policy)));
        params
    }

    /// Runs the tool this View belongs to, and shows the View all of it: the input, and then the
    /// result as the server gave it, or that there will be none (H27, H29, H30). Dropping the
    /// future cancels the call, for the server and for the View. A View shows one call, the first;
    /// of later ones it is told nothing.
    ///
    /// # Errors
    /// When the server has no result. A tool that failed is a result with `isError`.
    pub async fn run_tool(&self, name: &str, arguments: JsonObject) -> Result<CallToolResult, RpcError> {
        run::run(self, name, arguments).await
    }

    /// Shows the View a call that is over, from a stored conversation: the input and the result as
    /// [`run_tool`](Self::run_tool) had them. The server is not asked, so it works in a
    /// [read-only](Bridge::read_only) View too.
    ///
    /// # Errors
    /// When the View was shown a call already, or is gone.
    pub fn show_call(&self, arguments: JsonObject, result: &CallToolResult) -> Result<(), Error> {
        self.host.tool_input(arguments)?;
        self.host.tool_result(result)
    }
}

impl Deref for BridgedView {
    type Target = Host;

    fn deref(&self) -> &Host {
        &self.host
    }
}

/// The draft's type, of the stable version's: the members are the same.
fn granted_csp(policy: &Policy) -> McpUiResourceCsp {
    let granted = policy.granted_csp();
    let mut csp = McpUiResourceCsp::new();
    csp.connect_domains = granted.connect_domains;
    csp.resource_domains = granted.resource_domains;
    csp.frame_domains = granted.frame_domains;
    csp.base_uri_domains = granted.base_uri_domains;
    csp
}

fn granted_permissions(policy: &Policy) -> McpUiResourcePermissions {
    let granted = policy.permissions().granted();
    let mut permissions = McpUiResourcePermissions::new();
    permissions.camera = granted.camera;
    permissions.microphone = granted.microphone;
    permissions.geolocation = granted.geolocation;
    permissions.clipboard_write = granted.clipboard_write;
    permissions
}
