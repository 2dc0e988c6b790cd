//! The page, its WebSocket and the sandboxes, on one port.

use std::sync::Arc;

use axum::Router;
use axum::extract::{FromRequestParts, Request, State, WebSocketUpgrade};
use axum::http::{Method, StatusCode, header};
use axum::response::{AppendHeaders, IntoResponse, Response};
use tokio::net::TcpListener;

use super::guard::Place;
use super::{Shared, assets, desk, lock};

/// The path of the WebSocket.
const SOCKET: &str = "/socket";

/// The longest message of the page, in bytes: a View's, and what it comes in.
const LONGEST: usize = 16 << 20;

pub(super) async fn serve(listener: TcpListener, shared: Arc<Shared>) {
    let app = Router::new().fallback(answer).with_state(Arc::clone(&shared));
    if let Err(error) = axum::serve(listener, app).await {
        eprintln!("the preview's page: {error}");
    }
}

async fn answer(State(shared): State<Arc<Shared>>, request: Request) -> Response {
    let place = shared.guard.place(request.uri(), request.headers());
    if request.method() != Method::GET {
        return StatusCode::METHOD_NOT_ALLOWED.into_response();
    }
    match place {
        Some(Place::Page) => page(shared, request).await,
        Some(Place::Sandbox(label)) => sandbox(&shared, &label, &request),
        // A name that somebody else let resolve to this machine.
        None => StatusCode::MISDIRECTED_REQUEST.into_response(),
    }
}

async fn page(shared: Arc<Shared>, request: Request) -> Response {
    if !shared.guard.is_ours(request.headers()) {
        return StatusCode::FORBIDDEN.into_response();
    }
    if request.uri().path() == SOCKET {
        return socket(shared, request).await;
    }
    match assets::find(request.uri().path()) {
        Some((kind, content)) => (headers(&shared, kind), content).into_response(),
        None => StatusCode::NOT_FOUND.into_response(),
    }
}

async fn socket(shared: Arc<Shared>, request: Request) -> Response {
    if !shared.guard.is_page(request.headers()) {
        return StatusCode::FORBIDDEN.into_response();
    }
    match WebSocketUpgrade::from_request_parts(&mut request.into_parts().0, &()).await {
        Ok(upgrade) => {
            let upgrade = upgrade.max_message_size(LONGEST).max_frame_size(LONGEST);
            upgrade.on_upgrade(|socket| desk::run(socket, shared))
        }
        Err(refusal) => refusal.into_response(),
    }
}

/// A sandbox's document, while it is open. Nothing else is on its origin.
fn sandbox(shared: &Shared, label: &str, request: &Request) -> Response {
    let sandboxes = lock(&shared.sandboxes);
    match sandboxes.get(label).filter(|_| request.uri().path() == "/") {
        Some(page) => (AppendHeaders(page.headers.clone()), axum::body::Body::from(page.html.clone())).into_response(),
        None => StatusCode::NOT_FOUND.into_response(),
    }
}

/// What the page may do: run its own modules, speak to its own socket, show sandboxes. It makes no
/// HTML of text, and the browser sees to it.
fn headers(shared: &Shared, kind: &'static str) -> impl axum::response::IntoResponseParts {
    let port = shared.guard.port();
    let csp = format!(
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; \
         connect-src ws://127.0.0.1:{port}{SOCKET}; frame-src http://*.localhost:{port}; base-uri 'none'; \
         form-action 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types 'none'"
    );
    [
        (header::CONTENT_TYPE, kind.to_owned()),
        (header::CONTENT_SECURITY_POLICY, csp),
        (header::REFERRER_POLICY, "no-referrer".to_owned()),
        (header::X_CONTENT_TYPE_OPTIONS, "nosniff".to_owned()),
        (header::X_FRAME_OPTIONS, "DENY".to_owned()),
        (header::CACHE_CONTROL, "no-store".to_owned()),
        (header::HeaderName::from_static("cross-origin-opener-policy"), "same-origin".to_owned()),
        (header::HeaderName::from_static("cross-origin-resource-policy"), "same-origin".to_owned()),
    ]
}
