//! The future that moves the messages of one session.

use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::task::{Context, Poll, Wake, Waker};
use std::time::Duration;

use futures_util::task::AtomicWaker;

use super::handlers::{Answer, RequestContext};
use super::{Peer, Shared, State, call};
use crate::error::{Closed, Error, RpcError};
use crate::session::{Event, IncomingId, Phase};
use crate::table::Table;
use crate::task::BoxFuture;
use crate::transport::Transport;

/// Moves messages between a session and its transport, and runs the handlers. Poll it, usually
/// by spawning it; it ends with the session. Dropping it closes the session.
#[must_use = "messages move only while the driver is polled"]
pub struct Driver<T: Transport> {
    shared: Arc<Shared>,
    transport: T,
    /// The handlers at work; one whose answer nobody awaits any more is dropped.
    running: Table<IncomingId, Running>,
    sleep: Option<(Duration, BoxFuture<'static, ()>)>,
}

/// A handler at work. It is polled when it asked for it, and not with each of the others.
struct Running {
    answer: BoxFuture<'static, Answer>,
    bell: Arc<Bell>,
    waker: Waker,
}

struct Bell {
    rung: AtomicBool,
    driver: Arc<AtomicWaker>,
}

impl Running {
    fn new(answer: BoxFuture<'static, Answer>, driver: &Arc<AtomicWaker>) -> Self {
        let bell = Arc::new(Bell { rung: AtomicBool::new(true), driver: Arc::clone(driver) });
        Running { answer, waker: Arc::clone(&bell).into(), bell }
    }

    fn poll(&mut self) -> Poll<Answer> {
        if !self.bell.rung.swap(false, Ordering::AcqRel) {
            return Poll::Pending;
        }
        self.answer.as_mut().poll(&mut Context::from_waker(&self.waker))
    }
}

impl Wake for Bell {
    fn wake(self: Arc<Self>) {
        self.wake_by_ref();
    }

    fn wake_by_ref(self: &Arc<Self>) {
        self.rung.store(true, Ordering::Release);
        self.driver.wake();
    }
}

/// How many messages may wait to leave before no more are read.
const UNSENT: usize = 1024;

/// How many rounds one poll makes before it lets others run.
const ROUNDS: usize = 64;

impl<T: Transport> Driver<T> {
    pub(crate) fn new(peer: &Peer, transport: T) -> Self {
        let shared = Arc::clone(&peer.shared);
        Driver { shared, transport, running: Table::default(), sleep: None }
    }

    /// Takes one message in, unless the peer does not take what it has been sent: then it is read
    /// no further, so that its own messages wait on its side and not on this one.
    fn poll_input(&mut self, cx: &mut Context<'_>) -> Result<bool, Error> {
        if self.is_over() || self.shared.lock().session.waiting_to_leave() >= UNSENT {
            return Ok(false);
        }
        match self.transport.poll_receive(cx) {
            Poll::Pending => Ok(false),
            Poll::Ready(Some(frame)) => {
                let text = frame?.into_text();
                let now = self.shared.timer.now();
                self.shared.lock().session.receive(&text, now);
                Ok(true)
            }
            Poll::Ready(None) => {
                let mut state = self.shared.lock();
                let open = !matches!(state.session.phase(), Phase::Closed(_));
                state.session.close(Closed::Channel);
                Ok(open)
            }
        }
    }

    fn poll_output(&mut self, cx: &mut Context<'_>) -> Result<bool, Error> {
        let mut sent = false;
        while let Poll::Ready(ready) = self.transport.poll_ready(cx) {
            ready?;
            let Some(message) = self.shared.lock().session.poll_transmit() else { break };
            self.transport.send(message)?;
            sent = true;
        }
        let _ = self.transport.poll_flush(cx)?;
        Ok(sent)
    }

    fn poll_handlers(&mut self) -> bool {
        let ready = |(id, running): &mut (IncomingId, Running)| match running.poll() {
            Poll::Ready(answer) => Some((*id, answer)),
            Poll::Pending => None,
        };
        let answers: Vec<_> = self.running.iter_mut().filter_map(ready).collect();
        let any = !answers.is_empty();
        for (id, answer) in answers {
            self.running.remove(&id);
            self.shared.lock().session.respond(id, answer);
        }
        any
    }

    fn poll_time(&mut self, cx: &mut Context<'_>) {
        let Some(deadline) = self.shared.lock().session.deadline() else { return };
        let now = self.shared.timer.now();
        if deadline <= now {
            self.shared.lock().session.tick(now);
            cx.waker().wake_by_ref();
            return;
        }
        // One that ends too early is not worth replacing: there is a deadline per request.
        if self.sleep.as_ref().is_none_or(|(until, _)| *until > deadline) {
            self.sleep = Some((deadline, self.shared.timer.sleep_until(deadline)));
        }
        if let Some((_, sleep)) = &mut self.sleep
            && sleep.as_mut().poll(cx).is_ready()
        {
            self.sleep = None;
            cx.waker().wake_by_ref();
        }
    }

    /// Gives what happened to those it concerns, outside the lock.
    fn dispatch(&mut self, cx: &mut Context<'_>) -> bool {
        let mut any = false;
        while let Some(event) = next_event(&self.shared) {
            self.deal_with(event, cx);
            any = true;
        }
        any
    }

    fn deal_with(&mut self, event: Event, cx: &mut Context<'_>) {
        match event {
            Event::Request { id, method, params } => {
                // It may have been cancelled while it lay here.
                if !self.shared.lock().session.awaits(id) {
                    return;
                }
                let peer = Peer { shared: Arc::clone(&self.shared) };
                let Some(handler) = self.shared.handlers.get(&method) else {
                    let error = RpcError::method_not_found(&method);
                    self.shared.lock().session.respond(id, Err(error));
                    return;
                };
                let context = RequestContext::new(peer, method, params.as_deref());
                let mut answer = handler.serve(params, context);
                // Many answer at once, and need no place among those that run.
                if let Poll::Ready(answer) = answer.as_mut().poll(cx) {
                    self.shared.lock().session.respond(id, answer);
                    return;
                }
                // It asks anew, now by its own bell.
                self.running.insert(id, Running::new(answer, &self.shared.waker));
            }
            Event::Cancelled { id, .. } => {
                self.running.remove(&id);
            }
            other => settle(&self.shared, other),
        }
    }

    fn is_over(&self) -> bool {
        matches!(self.shared.lock().session.phase(), Phase::Closed(_))
    }
}

/// The session's next event that its typed side leaves to others.
fn next_event(shared: &Shared) -> Option<Event> {
    let mut state = shared.lock();
    loop {
        let event = state.session.poll_event()?;
        let left = shared.side.event(&mut state.session, event);
        if left.is_some() {
            return left;
        }
    }
}

/// Deals with an event that needs no driver.
fn settle(shared: &Shared, event: Event) {
    crate::trace::event(&event);
    match event {
        Event::Settled { call, outcome } => {
            let waiting = shared.lock().calls.remove(&call);
            if let Some(waiting) = waiting {
                waiting.outcome.put(outcome);
            }
        }
        Event::Progress { call, params } => {
            let progress = shared.lock().calls.get(&call).and_then(|waiting| waiting.progress.clone());
            if let Some(progress) = progress {
                call::report(&progress, &params);
            }
        }
        Event::Notification { method, params } => {
            let heard = shared.handlers.hear(&method, params.as_deref()) || shared.side.has_heard(&method);
            shared.lock().topics.publish(&method, params, !heard);
        }
        Event::Closed(why) => {
            let State { topics, notes, .. } = &mut *shared.lock();
            topics.end();
            notes.end();
            shared.closed.set(why);
        }
        other => shared.lock().notes.publish(Arc::new(other)),
    }
}

impl<T: Transport> Future for Driver<T> {
    type Output = Result<(), Error>;

    fn poll(self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Self::Output> {
        let this = self.get_mut();
        this.shared.waker.register(cx.waker());
        for _ in 0..ROUNDS {
            let mut busy = this.dispatch(cx);
            match this.poll_output(cx).and_then(|sent| Ok((sent, this.poll_input(cx)?))) {
                Ok((sent, received)) => busy |= sent | received,
                Err(error) => {
                    this.shared.lock().session.close(Closed::Channel);
                    this.dispatch(cx);
                    return Poll::Ready(Err(error));
                }
            }
            this.poll_time(cx);
            busy |= this.dispatch(cx);
            busy |= this.poll_handlers();
            if this.is_over() && !busy {
                return this.transport.poll_flush(cx);
            }
            if !busy {
                return Poll::Pending;
            }
        }
        cx.waker().wake_by_ref();
        Poll::Pending
    }
}

impl<T: Transport> Drop for Driver<T> {
    fn drop(&mut self) {
        self.shared.lock().session.close(Closed::Channel);
        while let Some(event) = next_event(&self.shared) {
            settle(&self.shared, event);
        }
    }
}

impl<T: Transport> std::fmt::Debug for Driver<T> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Driver").field("running", &self.running.len()).finish_non_exhaustive()
    }
}
