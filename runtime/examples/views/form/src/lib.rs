//! An order of lunch, which the user and the model fill in together: the page offers the model two tools, tells it
//! what the user chose, places the order with a tool of its server, and gives the user a summary to keep.

use std::rc::Rc;
use std::time::Duration;

use mcp_apps::Error;
use mcp_apps::draft::{View, ViewBuilder};
use mcp_apps::view::spawn;
use wasm_bindgen::prelude::*;
use web_sys::Event;

#[path = "../../dom.rs"]
mod dom;
mod form;
#[path = "../../../form/order.rs"]
mod order;
mod say;
mod tools;

use dom::{on, pause, show};
use form::Form;
use order::{Card, Receipt, euros};
use tools::{FillOrder, PlaceOrder, ReadOrder};

/// Some 3 kB smaller than the standard library's.
#[global_allocator]
static MEMORY: rlsf::SmallGlobalTlsf = rlsf::SmallGlobalTlsf::new();

#[wasm_bindgen(start)]
fn start() {
    ViewBuilder::named("form-view", env!("CARGO_PKG_VERSION")).offer_tools().run(page);
}

async fn page(view: View) -> Result<(), Error> {
    view.follow_theme();
    view.follow_styles(&[]);
    view.follow_fonts();
    view.follow_safe_area();
    let _size = view.auto_resize();

    let card: Card = match view.tool_output().await {
        Ok(card) => card,
        Err(Error::ToolFailed(failure)) => return ended(&view, &failure.text()).await,
        Err(Error::ToolCancelled { .. }) => return ended(&view, "The kitchen was not asked.").await,
        Err(error) => return Err(error),
    };
    let page = Rc::new(Page { form: Form::new(card), view: view.clone() });
    page.form.begin();
    page.listen();
    page.offer()?;
    view.peer().closed().await;
    Ok(())
}

/// There will be no card: the page says why, for as long as it is looked at.
async fn ended(view: &View, why: &str) -> Result<(), Error> {
    show("lead", why);
    view.peer().closed().await;
    Ok(())
}

struct Page {
    view: View,
    form: Form,
}

/// Who types pauses; the model is told what it came to.
const PAUSE: Duration = Duration::from_millis(500);

impl Page {
    /// What the user does.
    fn listen(self: &Rc<Self>) {
        let page = Rc::clone(self);
        on("page", "input", move |_| page.changed());
        let page = Rc::clone(self);
        on("dishes", "click", move |event: Event| {
            if page.form.step(&event) {
                page.changed();
            }
        });
        let page = Rc::clone(self);
        on("page", "submit", move |event: Event| {
            // The page places the order; there is nowhere to send a form to.
            event.prevent_default();
            let page = Rc::clone(&page);
            spawn(async move { page.place().await });
        });
        let page = Rc::clone(self);
        on("save", "click", move |_| {
            let page = Rc::clone(&page);
            spawn(async move { page.save().await });
        });
    }

    /// What the model may do.
    fn offer(self: &Rc<Self>) -> Result<(), Error> {
        let tools = self.view.tools();
        let page = Rc::clone(self);
        tools.offer::<FillOrder, _, _, _>(move |order, _| {
            let filled = page.form.fill(order);
            if filled.is_ok() {
                page.changed();
            }
            std::future::ready(filled.map(|()| page.form.draft()))
        })?;
        let page = Rc::clone(self);
        tools.offer::<ReadOrder, _, _, _>(move |_, _| std::future::ready(Ok::<_, String>(page.form.draft())))?;
        Ok(())
    }

    /// Shows what the order costs now, and tells the model when there was no other change for a while.
    fn changed(self: &Rc<Self>) {
        let change = self.form.changed();
        let page = Rc::clone(self);
        spawn(async move {
            if pause(PAUSE).await.is_ok() && page.form.is_latest(change) {
                page.tell("not placed yet").await;
            }
        });
    }

    /// A Host that keeps nothing for its model is no reason to stop.
    async fn tell(&self, state: &str) {
        let draft = self.form.draft();
        let words = self.form.words(&draft.order, draft.total_cents);
        let context = say::context(&["The lunch order in the form, ", state, ":\n", &*words].concat(), &draft);
        let _ = self.view.update_model_context(&context).await;
    }

    async fn place(&self) {
        let draft = self.form.draft();
        if !self.form.is_complete(&draft) {
            return;
        }
        show("status", "Placing the order…");
        match self.view.call::<PlaceOrder>(&draft.order).await {
            Ok(Receipt { number, total_cents }) => {
                self.form.placed(number);
                show("status", &["Order ", &*number.to_string(), " is placed, ", &*euros(total_cents)].concat());
                self.tell("placed").await;
            }
            Err(Error::Remote(answer)) => show("status", &["Not placed: ", &*answer.message].concat()),
            Err(_) => show("status", "Not placed: the kitchen cannot be reached."),
        }
    }

    async fn save(&self) {
        let draft = self.form.draft();
        let (name, title) = self.form.title();
        let text = [&*title, "\n\n", &*self.form.words(&draft.order, draft.total_cents)].concat();
        match self.view.download_file(say::file(&name, &text)).await {
            Ok(_) => show("saved", "Saved."),
            Err(Error::Refused(_)) => show("saved", "This host saves no files."),
            Err(_) => show("saved", "Not saved."),
        }
    }
}
