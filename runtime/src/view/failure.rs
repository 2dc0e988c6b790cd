//! What a person reads when there is no View.

use super::dom::document;
use crate::error::Error;

/// Puts a failure in the document's place, in words for a person, and on the console.
pub fn show_failure(error: &Error) {
    let Some(document) = document() else { return };
    let (Some(body), Ok(note)) = (document.body(), document.create_element("p")) else { return };
    note.set_id("mcp-apps-failed");
    let _ = note.set_attribute("role", "alert");
    let _ = note.set_attribute("style", "font: 16px system-ui; margin: 1rem");
    let (what, detail) = words(error);
    let mut text = String::from("This app cannot run here: ");
    text.push_str(what);
    text.push_str(&detail);
    note.set_text_content(Some(&text));
    web_sys::console::error_1(&text.as_str().into());
    body.set_text_content(None);
    let _ = body.append_child(&note);
}

/// Not [`Error`]'s own words: for all of them a page would carry the code that formats anything.
fn words(error: &Error) -> (&'static str, String) {
    match error {
        Error::Transport(why) => ("", [why, "."].concat()),
        Error::Timeout { .. } => ("the host does not answer.", String::new()),
        Error::Remote(answer) => ("the host says no: ", answer.message.clone()),
        Error::Decode(misfit) => {
            ("it cannot read what it was sent: ", [misfit.path(), ": ", misfit.message()].concat())
        }
        Error::Unreadable(_) => ("it cannot read what it was sent.", String::new()),
        Error::ToolFailed(_) => ("the tool failed.", String::new()),
        Error::ToolCancelled { reason } => ("the tool call was cancelled. ", reason.clone().unwrap_or_default()),
        Error::Declined { method } => ("the host declined ", method.clone()),
        Error::Closed(_) => ("the conversation is over.", String::new()),
        _ => ("the app asked for what it may not have.", String::new()),
    }
}
