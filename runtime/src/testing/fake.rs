//! The other end of a channel, in a test's own hands.

use std::collections::VecDeque;

use mcp_apps_generated::v2026_01_26::{
    Implementation, McpUiAppCapabilities, McpUiHostCapabilities, McpUiHostContext, McpUiInitializeRequest,
    McpUiInitializeRequestParams, McpUiInitializeResult, McpUiInitializedNotification, PROTOCOL_VERSION,
};
use mcp_apps_generated::wire::{Notification, Request, RequestId};
use serde_json::value::{RawValue, to_raw_value};

use crate::error::{Error, RpcError, to_object};
use crate::jsonrpc::{self, Limits, Message};
use crate::transport::{Pair, pair};

/// A message the fake has received.
#[derive(Clone, Debug)]
pub enum Received {
    /// A request.
    Request {
        /// Its id.
        id: RequestId,
        /// Its method.
        method: String,
        /// Its parameters.
        params: Option<Box<RawValue>>,
    },
    /// A notification.
    Notification {
        /// Its method.
        method: String,
        /// Its parameters.
        params: Option<Box<RawValue>>,
    },
    /// An answer.
    Response {
        /// The id it answers under.
        id: Option<RequestId>,
        /// The result or the error.
        outcome: Result<Box<RawValue>, RpcError>,
    },
}

/// What [`FakeHost`] and [`FakeView`] have in common. It keeps no rules: it sends what it is
/// told, in whatever order.
#[derive(Debug)]
pub struct Fake {
    end: Pair,
    next_id: i64,
    received: VecDeque<Received>,
}

impl Fake {
    /// A fake at this end of a channel.
    pub fn at(end: Pair) -> Self {
        Fake { end, next_id: 0, received: VecDeque::new() }
    }

    /// Sends any text at all.
    pub fn send_text(&mut self, text: &str) {
        self.end.put(text.to_owned());
    }

    /// Sends a request, under ids counted from 0, and gives its id.
    ///
    /// # Errors
    /// When the parameters cannot be written.
    pub fn request<R: Request>(&mut self, params: &R::Params) -> Result<RequestId, Error> {
        let id = RequestId::Integer(self.next_id);
        self.next_id += 1;
        self.send_text(&jsonrpc::request(&id, R::METHOD, to_object(params)?.as_deref()));
        Ok(id)
    }

    /// Sends a notification.
    ///
    /// # Errors
    /// When the parameters cannot be written.
    pub fn notify<N: Notification>(&mut self, params: &N::Params) -> Result<(), Error> {
        self.send_text(&jsonrpc::notification(N::METHOD, to_object(params)?.as_deref()));
        Ok(())
    }

    /// Answers a request.
    ///
    /// # Errors
    /// When the result cannot be written.
    pub fn respond<R: Request>(&mut self, id: &RequestId, outcome: Result<R::Result, RpcError>) -> Result<(), Error> {
        let outcome = match outcome {
            Ok(result) => Ok(to_raw_value(&result).map_err(|error| Error::Encode(error.to_string()))?),
            Err(error) => Err(error),
        };
        self.send_text(&jsonrpc::response(id, outcome.as_deref()));
        Ok(())
    }

    /// The oldest message not taken yet.
    pub fn take(&mut self) -> Option<Received> {
        self.take_in();
        self.received.pop_front()
    }

    /// Whether there is no message that was not taken yet.
    pub fn is_silent(&mut self) -> bool {
        self.take_in();
        self.received.is_empty()
    }

    /// Takes the oldest request `R`, leaving other messages where they are.
    ///
    /// # Errors
    /// When there is none, or its parameters do not fit.
    pub fn take_request<R: Request>(&mut self) -> Result<(RequestId, R::Params), Error> {
        let found =
            self.take_first(|message| matches!(message, Received::Request { method, .. } if method == R::METHOD));
        match found {
            Some(Received::Request { id, params, .. }) => Ok((id, jsonrpc::decode_params(params.as_deref())?)),
            _ => Err(missing(R::METHOD)),
        }
    }

    /// Takes the oldest notification `N`, leaving other messages where they are.
    ///
    /// # Errors
    /// When there is none, or its parameters do not fit.
    pub fn take_notification<N: Notification>(&mut self) -> Result<N::Params, Error> {
        let found =
            self.take_first(|message| matches!(message, Received::Notification { method, .. } if method == N::METHOD));
        match found {
            Some(Received::Notification { params, .. }) => Ok(jsonrpc::decode_params(params.as_deref())?),
            _ => Err(missing(N::METHOD)),
        }
    }

    /// Takes the answer to one of the fake's own requests.
    ///
    /// # Errors
    /// When there is none, when it is an error, or when it does not fit.
    pub fn take_response<R: Request>(&mut self, id: &RequestId) -> Result<R::Result, Error> {
        let answers = |found: &Received| matches!(found, Received::Response { id: Some(found), .. } if found == id);
        match self.take_first(answers) {
            Some(Received::Response { outcome, .. }) => Ok(jsonrpc::decode_result(&outcome?)?),
            _ => Err(missing(R::METHOD)),
        }
    }

    fn take_first(&mut self, wanted: impl Fn(&Received) -> bool) -> Option<Received> {
        self.take_in();
        let place = self.received.iter().position(wanted)?;
        self.received.remove(place)
    }

    fn take_in(&mut self) {
        while let Some(text) = self.end.try_take() {
            let message = match jsonrpc::parse(&text, &Limits::default()) {
                Ok(Message::Request { id, method, params }) => {
                    Received::Request { id, method, params: params.map(ToOwned::to_owned) }
                }
                Ok(Message::Notification { method, params }) => {
                    Received::Notification { method, params: params.map(ToOwned::to_owned) }
                }
                Ok(Message::Response { id, outcome }) => {
                    Received::Response { id, outcome: outcome.map(ToOwned::to_owned) }
                }
                Err(_) => continue,
            };
            self.received.push_back(message);
        }
    }
}

fn missing(method: &str) -> Error {
    Error::Transport(format!("{method} was not received"))
}

/// A Host for tests of a View.
#[derive(Debug)]
pub struct FakeHost(Fake);

/// A View for tests of a Host.
#[derive(Debug)]
pub struct FakeView(Fake);

macro_rules! is_a_fake {
    ($($side:ident),*) => {$(
        impl std::ops::Deref for $side {
            type Target = Fake;
            fn deref(&self) -> &Fake {
                &self.0
            }
        }
        impl std::ops::DerefMut for $side {
            fn deref_mut(&mut self) -> &mut Fake {
                &mut self.0
            }
        }
    )*};
}
is_a_fake!(FakeHost, FakeView);

impl FakeHost {
    /// The fake, and the end of the channel for the View under test.
    pub fn new() -> (Self, Pair) {
        let (ours, theirs) = pair();
        (FakeHost(Fake::at(ours)), theirs)
    }

    /// Answers the View's `ui/initialize` with these capabilities and this context.
    ///
    /// # Errors
    /// When the View has not sent one.
    pub fn greet(&mut self, capabilities: McpUiHostCapabilities, context: McpUiHostContext) -> Result<(), Error> {
        let (id, _) = self.take_request::<McpUiInitializeRequest>()?;
        let info = Implementation::new("fake-host", "0");
        let result = McpUiInitializeResult::new(capabilities, context, info, PROTOCOL_VERSION);
        self.respond::<McpUiInitializeRequest>(&id, Ok(result))
    }
}

impl FakeView {
    /// The fake, and the end of the channel for the Host under test.
    pub fn new() -> (Self, Pair) {
        let (ours, theirs) = pair();
        (FakeView(Fake::at(ours)), theirs)
    }

    /// Sends `ui/initialize` with these capabilities, and gives its id.
    ///
    /// # Errors
    /// When they cannot be written.
    pub fn greet(&mut self, capabilities: McpUiAppCapabilities) -> Result<RequestId, Error> {
        let info = Implementation::new("fake-view", "0");
        let params = McpUiInitializeRequestParams::new(capabilities, info, PROTOCOL_VERSION);
        self.request::<McpUiInitializeRequest>(&params)
    }

    /// Takes the answer to [`greet`](Self::greet) and sends `initialized`.
    ///
    /// # Errors
    /// When the answer is not there or not a success.
    pub fn be_ready(&mut self, greeting: &RequestId) -> Result<McpUiInitializeResult, Error> {
        let result = self.take_response::<McpUiInitializeRequest>(greeting)?;
        self.notify::<McpUiInitializedNotification>(&None)?;
        Ok(result)
    }
}
