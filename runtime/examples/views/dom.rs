//! What the pages of these examples do with their documents. Texts go in as texts: nothing a server says becomes markup.

use std::time::Duration;

use mcp_apps::Error;
use mcp_apps::task::Timer;
use mcp_apps::view::window::WindowTimer;
use wasm_bindgen::JsCast;
use wasm_bindgen::prelude::*;
use web_sys::{Element, Event};

/// The element of this id.
pub fn element(id: &str) -> Option<Element> {
    web_sys::window()?.document()?.get_element_by_id(id)
}

/// Puts a text into the element of this id.
pub fn show(id: &str, text: &str) {
    if let Some(element) = element(id) {
        element.set_text_content(Some(text));
    }
}

/// Sets an attribute, or takes it away.
pub fn set(element: &Element, name: &str, value: Option<&str>) {
    let _ = match value {
        Some(value) => element.set_attribute(name, value),
        None => element.remove_attribute(name),
    };
}

/// A part of a row, by a CSS selector.
pub fn part(row: &Element, selector: &str) -> Option<Element> {
    row.query_selector(selector).ok().flatten()
}

/// The rows of a list, as many as wanted: the first is in the page, and the others are copies of it. Rows that
/// stay are the same elements, so what changes in them may move.
pub fn rows(list: &str, wanted: usize) -> Vec<Element> {
    let Some(list) = element(list) else { return Vec::new() };
    let mut rows = Vec::new();
    let mut next = list.first_element_child();
    while let Some(row) = next {
        next = row.next_element_sibling();
        if rows.len() < wanted.max(1) {
            rows.push(row);
        } else {
            row.remove();
        }
    }
    while let Some(first) = rows.first().filter(|_| rows.len() < wanted) {
        let Ok(copy) = first.clone_node_with_deep(true) else { break };
        let copy: Element = copy.unchecked_into();
        let _ = list.append_child(&copy);
        rows.push(copy);
    }
    rows.truncate(wanted);
    rows
}

/// Calls `act` with each such event of the element of this id.
pub fn on(id: &str, event: &str, act: impl FnMut(Event) + 'static) {
    if let Some(element) = element(id) {
        let act = Closure::<dyn FnMut(Event)>::new(act);
        let _ = element.add_event_listener_with_callback(event, act.as_ref().unchecked_ref());
        // As long as the page.
        act.forget();
    }
}

/// Waits.
pub async fn pause(time: Duration) -> Result<(), Error> {
    let timer = WindowTimer::new()?;
    timer.sleep_until(timer.now() + time).await;
    Ok(())
}
