//! What a View may ask of this Host, and how it is done.

use super::*;
use base64::Engine;
use base64::engine::general_purpose::STANDARD;

use mcp_apps_generated::wire::EmptyObject;

fn kinds() -> McpUiSupportedContentBlockModalities {
    let mut kinds = McpUiSupportedContentBlockModalities::new();
    let any = || Some(EmptyObject::default());
    (kinds.text, kinds.image, kinds.audio) = (any(), any(), any());
    (kinds.resource, kinds.resource_link, kinds.structured_content) = (any(), any(), any());
    kinds
}

/// Puts in place what the settings name.
pub(super) fn install(
    mut bridge: Bridge,
    desk: &Arc<Desk>,
    number: u64,
    frame: &Arc<Mutex<Frame>>,
    settings: &Settings,
) -> Bridge {
    let asker = Asker { desk: Arc::downgrade(desk), number, unasked: settings.unasked };
    if settings.has("openLinks") {
        let asker = asker.clone();
        bridge = bridge.on_open_link(move |link| {
            let question = json!({ "kind": "link", "url": link.url(), "target": link.target() });
            asker.clone().may(question)
        });
    }
    if settings.has("message") {
        let asker = asker.clone();
        bridge = bridge.on_message(kinds(), move |message| {
            asker.tell(json!({ "op": "said", "message": message }));
            std::future::ready(Ok(()))
        });
    }
    if settings.has("updateModelContext") {
        bridge = bridge.keep_model_context(kinds());
    }
    if settings.has("downloadFile") {
        let (approve, save) = (asker.clone(), asker.clone());
        bridge = bridge.on_download(
            move |files| {
                let files: Vec<_> = files.iter().map(|file| json!({ "name": file.name, "link": file.link })).collect();
                approve.clone().may(json!({ "kind": "download", "files": files }))
            },
            move |files| {
                for file in files {
                    let bytes = STANDARD.encode(&file.bytes);
                    save.tell(json!({ "op": "save", "name": file.name, "type": file.mime_type, "bytes": bytes }));
                }
                std::future::ready(Ok(()))
            },
        );
    }
    if settings.has("sampling") {
        let asker = asker.clone();
        bridge = bridge.on_sampling(true, move |request| {
            let asker = asker.clone();
            async move {
                let answer = asker.ask(json!({ "kind": "sampling", "request": request })).await?;
                let text = answer["text"].as_str().unwrap_or_default();
                let content = json!({ "type": "text", "text": text });
                let result = json!({ "model": "you", "role": "assistant", "content": content });
                serde_json::from_value::<CreateMessageResult>(result)
                    .map_err(|error| RpcError::internal(error.to_string()))
            }
        });
    }
    if settings.read_only {
        bridge = bridge.read_only();
    }
    let (logging, frame) = (settings.has("logging"), Arc::clone(frame));
    bridge.configure(move |mut builder| {
        if logging {
            // What is logged is seen among the messages.
            builder = builder.on_log(drop);
        }
        let (resized, switched) = (Arc::clone(&frame), frame);
        let sized = asker.desk.clone();
        let builder = builder.on_size_changed(move |size| {
            if let Some(desk) = sized.upgrade() {
                lock(&resized).report(&desk, number, &size);
            }
        });
        builder.on_request_display_mode(move |mode, _| {
            lock(&switched).mode = mode.clone();
            asker.tell(json!({ "op": "mode", "mode": mode }));
            std::future::ready(Ok(mode))
        })
    })
}

/// Asks the user, through the page.
#[derive(Clone)]
struct Asker {
    desk: Weak<Desk>,
    number: u64,
    unasked: bool,
}

impl Asker {
    fn tell(&self, mut what: Value) {
        what["view"] = json!(self.number);
        if let Some(desk) = self.desk.upgrade() {
            desk.say(&what);
        }
    }

    /// The user's answer; a user who is gone says no.
    async fn ask(self, mut question: Value) -> Result<Value, RpcError> {
        question["view"] = json!(self.number);
        let asked = self.desk.upgrade().map(|desk| desk.ask(question));
        match asked {
            Some(asked) => asked.await,
            None => Err(RpcError::denied("the page is gone")),
        }
    }

    /// Asks for permission, unless none is needed.
    async fn may(self, mut question: Value) -> Result<(), RpcError> {
        if self.unasked {
            question["op"] = json!("unasked");
            self.tell(question);
            return Ok(());
        }
        self.ask(question).await.map(drop)
    }
}
