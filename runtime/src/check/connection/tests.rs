//! Servers over HTTP that do not do as they should.

use axum::Router;
use axum::http::StatusCode;
use axum::http::header::CONTENT_TYPE;
use axum::response::{IntoResponse, Response};
use axum::routing::post;

use super::*;

const PATIENCE: Duration = Duration::from_secs(20);

fn json(body: &Value) -> Response {
    ([(CONTENT_TYPE.as_str(), "application/json"), ("mcp-session-id", "s")], body.to_string()).into_response()
}

/// A server that answers by `answer`, and never the end of its session.
async fn open(answer: fn(&Value) -> Response) -> Result<(Connection, Value), ConnectError> {
    let answer = move |body: String| async move { answer(&serde_json::from_str(&body).unwrap()) };
    let router = Router::new().route("/", post(answer).delete(std::future::pending::<Response>));
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    let url = format!("http://{}/", listener.local_addr().unwrap());
    tokio::spawn(async move { axum::serve(listener, router).await.unwrap() });
    Connection::open(&Target::url(url), Era::Legacy, PATIENCE).await
}

fn hello(asked: &Value) -> Response {
    match asked.get("id") {
        None => StatusCode::ACCEPTED.into_response(),
        Some(id) => json(&json!({ "jsonrpc": "2.0", "id": id, "result": {} })),
    }
}

#[tokio::test]
async fn a_server_that_does_not_end_its_session_is_left() {
    let (connection, _) = open(hello).await.unwrap();
    assert!(tokio::time::timeout(PATIENCE, connection.close()).await.is_ok());
}

#[tokio::test]
async fn an_answer_to_another_request_is_none() {
    let other = |_: &Value| json(&json!({ "jsonrpc": "2.0", "id": "another", "result": {} }));
    assert!(matches!(open(other).await, Err(ConnectError::Http(_))));
    let error = json!({ "code": -32600, "message": "?" });
    assert!(
        matches!(open(|_| json(&json!({ "jsonrpc": "2.0", "id": null, "error": { "code": -32600, "message": "?" } }))).await,
        Err(ConnectError::Era { answer, .. }) if answer == error)
    );
}

#[tokio::test]
async fn a_notification_that_is_refused_is_an_error() {
    let refusing = |asked: &Value| match asked.get("id") {
        None => StatusCode::BAD_GATEWAY.into_response(),
        Some(_) => hello(asked),
    };
    let refused = open(refusing).await.map(|_| ()).unwrap_err().to_string();
    assert!(refused.contains("502") && refused.contains("notifications/initialized"), "{refused}");
}
