//! What the builders of both sides offer alike.

/// Handlers for any method, and the bounds on the conversation; for a struct with `handlers`,
/// `request_timeout` and `limits`. `$peer` is the other side's name.
macro_rules! builder_methods {
    ($peer:literal) => {
        /// Serves a request of the specification, or one of your own.
        pub fn on_request<R, F, Fut>(mut self, handler: F) -> Self
        where
            R: $crate::wire::Request + 'static,
            F: Fn(R::Params, $crate::peer::RequestContext) -> Fut
                + $crate::task::MaybeSend
                + $crate::task::MaybeSync
                + 'static,
            Fut: Future<Output = Result<R::Result, $crate::RpcError>> + $crate::task::MaybeSend + 'static,
        {
            self.handlers.serve::<R, F, Fut>(handler);
            self
        }

        /// Listens to a notification of the specification, or one of your own. Several listeners of one
        /// notification are all called. [`Peer::notifications`](crate::peer::Peer::notifications) gives
        /// them as a stream.
        pub fn on_notification<N, F>(mut self, listener: F) -> Self
        where
            N: $crate::wire::Notification + 'static,
            F: Fn(N::Params) + $crate::task::MaybeSend + $crate::task::MaybeSync + 'static,
        {
            self.handlers.listen::<N, F>(listener);
            self
        }

        #[doc = concat!("How long this side waits for the ", $peer, "'s answers; `None` for ever. Default 60 s.")]
        pub fn request_timeout(mut self, timeout: Option<std::time::Duration>) -> Self {
            self.request_timeout = timeout;
            self
        }

        #[doc = concat!("Bounds on what the ", $peer, " may cost.")]
        pub fn limits(mut self, limits: $crate::jsonrpc::Limits) -> Self {
            self.limits = limits;
            self
        }
    };
}

pub(crate) use builder_methods;
