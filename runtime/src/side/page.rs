//! A View in its page.

use std::cell::Cell;

use web_sys::Element;

use super::view::View;
use super::view_builder::{Connecting, ViewBuilder};
use crate::error::{Closed, Error};
use crate::view::window::{PostMessage, WindowTimer};
use crate::view::{AutoResize, container, fonts, safe_area, show_failure, spawn, styles, theme};
use crate::wire::JsonObject;

impl ViewBuilder {
    /// Runs the page: greets the Host that shows it, and runs `program` with the View. At the Host's
    /// teardown the program is cancelled where it awaits, and what it holds is dropped, before the
    /// Host is answered (V13). Without a Host, or when the handshake or the program fails, the page
    /// says so to whoever looks at it.
    pub fn run<P, Fut>(self, program: P)
    where
        P: FnOnce(View) -> Fut + 'static,
        Fut: Future<Output = Result<(), Error>> + 'static,
    {
        // It listens from here on.
        let connecting = self.connect_page();
        spawn(async move {
            let done = async {
                let view = connecting?.await?;
                view.run(program(view.clone()), || async {}).await.unwrap_or(Ok(()))
            };
            match done.await {
                Ok(()) | Err(Error::Closed(Closed::TornDown | Closed::Channel | Closed::Locally)) => {}
                Err(error) => show_failure(&error),
            }
        });
    }

    /// Greets the Host that shows this page, and moves the messages from now on.
    ///
    /// # Errors
    /// When nobody shows the page, or the View is ill put together.
    pub fn connect_page(self) -> Result<Connecting, Error> {
        let (connecting, driver) = self.connect(PostMessage::new()?, WindowTimer::new()?)?;
        spawn(async move {
            // Everybody who waits for something has been told.
            let _ = driver.await;
        });
        Ok(connecting)
    }
}

impl View {
    /// Reports the document's size to the Host now and whenever it changes, until the result is
    /// dropped: the height of the content, and the width of the frame. Where your style fixes the heights
    /// of `html` and `body`, changes of what stands in the body now are noticed.
    pub fn auto_resize(&self) -> AutoResize {
        self.watch_size(None)
    }

    /// Reports an element's size in the place of the document's.
    pub fn auto_resize_element(&self, element: &Element) -> AutoResize {
        self.watch_size(Some(element))
    }

    fn watch_size(&self, element: Option<&Element>) -> AutoResize {
        let view = self.clone();
        let report = move |(width, height)| {
            // A Host that is gone needs no size.
            let _ = view.send_size_changed(Some(width), Some(height));
        };
        AutoResize::new(element, Box::new(report))
    }

    /// Has the document follow the Host's theme: `data-theme` for your style sheet, `color-scheme`
    /// for the browser.
    pub fn follow_theme(&self) {
        self.follow(theme);
    }

    /// Has the document follow the Host's style variables; `default` names those your style sheet
    /// uses, with what they are where the Host gives none (V12).
    pub fn follow_styles(&self, default: &'static [(&'static str, &'static str)]) {
        let given = Cell::default();
        self.follow(move |context| styles(context, default, &given));
    }

    /// Has the document know the Host's fonts (V12).
    pub fn follow_fonts(&self) {
        self.follow(fonts);
    }

    /// Has the document keep within the room the Host gives (V8).
    pub fn follow_container(&self) {
        self.follow(container);
    }

    /// Has the document know what covers its edges: `--mcp-safe-area-top`, `-right`, `-bottom` and
    /// `-left`, in whole CSS pixels.
    pub fn follow_safe_area(&self) {
        self.follow(safe_area);
    }

    /// Calls `apply` with the Host's context now and after each change, until the conversation ends.
    pub fn follow(&self, apply: impl Fn(&JsonObject) + 'static) {
        self.follow_context(Box::new(apply));
    }

    fn follow_context(&self, apply: Box<dyn Fn(&JsonObject)>) {
        let mut changes = self.host_context_member_changes();
        apply(&self.host_context_members());
        spawn(async move {
            while let Some(context) = changes.next_event().await {
                apply(&context);
            }
        });
    }
}
