//! What the Host's context says of looks, put into the document.

use std::cell::Cell;

use serde_json::Value;
use web_sys::{CssStyleDeclaration, Document, HtmlElement};

use crate::wire::JsonObject;

pub(super) fn document() -> Option<Document> {
    web_sys::window()?.document()
}

/// The `html` element.
pub(super) fn root() -> Option<HtmlElement> {
    use wasm_bindgen::JsCast;
    document()?.document_element().map(JsCast::unchecked_into)
}

fn set(style: &CssStyleDeclaration, name: &str, value: &str) {
    // What is no property, or no value of it, changes nothing.
    let _ = style.set_property(name, value);
}

/// `data-theme` and `color-scheme` of the document.
pub(crate) fn theme(context: &JsonObject) {
    if let (Some(theme), Some(root)) = (context.get("theme").and_then(Value::as_str), root()) {
        let _ = root.set_attribute("data-theme", theme);
        set(&root.style(), "color-scheme", theme);
    }
}

/// The Host's style variables; `default` where it has none. `given` keeps which it gave: the context is
/// the whole of it, so what it gives no more goes.
pub(crate) fn styles(context: &JsonObject, default: &[(&str, &str)], given: &Cell<Vec<String>>) {
    let Some(style) = root().map(|root| root.style()) else { return };
    for name in given.take() {
        set(&style, &name, "");
    }
    for (name, value) in default {
        set(&style, name, value);
    }
    let variables = context.get("styles").and_then(|styles| styles.get("variables")).and_then(Value::as_object);
    let mut names = Vec::new();
    for (name, value) in variables.into_iter().flatten() {
        if let Some(value) = value.as_str() {
            set(&style, name, value);
            names.push(name.clone());
        }
    }
    given.set(names);
}

/// The Host's fonts, in one `style` element.
pub(crate) fn fonts(context: &JsonObject) {
    const ID: &str = "mcp-apps-fonts";
    let fonts = context.get("styles").and_then(|styles| styles.get("css")?.get("fonts")?.as_str()).unwrap_or_default();
    let Some(document) = document() else { return };
    let known = document.get_element_by_id(ID);
    let element = known.or_else(|| {
        let element = document.create_element("style").ok().filter(|_| !fonts.is_empty())?;
        element.set_id(ID);
        document.head()?.append_child(&element).ok()?;
        Some(element)
    });
    if let Some(element) = element.filter(|element| element.text_content().as_deref() != Some(fonts)) {
        element.set_text_content(Some(fonts));
    }
}

/// The room the Host gives: a fixed side fills the frame, a limited one ends at its limit (V8).
pub(crate) fn container(context: &JsonObject) {
    let Some(style) = root().map(|root| root.style()) else { return };
    let room = |name: &str| context.get("containerDimensions").and_then(|room| room.get(name)?.as_f64());
    for (fixed, limit, property, filled) in
        [("width", "maxWidth", "width", "100vw"), ("height", "maxHeight", "height", "100vh")]
    {
        let most = room(limit).map(pixels).unwrap_or_default();
        set(&style, property, if room(fixed).is_some() { filled } else { "" });
        set(&style, if property == "width" { "max-width" } else { "max-height" }, &most);
    }
}

/// `--mcp-safe-area-top`, `-right`, `-bottom` and `-left`, for `padding` of what must not be covered.
pub(crate) fn safe_area(context: &JsonObject) {
    let Some(style) = root().map(|root| root.style()) else { return };
    for (side, property) in [
        ("top", "--mcp-safe-area-top"),
        ("right", "--mcp-safe-area-right"),
        ("bottom", "--mcp-safe-area-bottom"),
        ("left", "--mcp-safe-area-left"),
    ] {
        let inset = context.get("safeAreaInsets").and_then(|insets| insets.get(side)?.as_f64());
        set(&style, property, &pixels(inset.unwrap_or(0.0)));
    }
}

/// Whole pixels: printing a fraction takes more code than all of this.
fn pixels(size: f64) -> String {
    let mut text = (size.ceil() as i32).to_string();
    text.push_str("px");
    text
}
