//! Decodes the two largest messages a View receives, from bytes its page hands it.

use mcp_apps_generated::v2026_01_26::{CallToolResult, McpUiInitializeResult};
use mcp_apps_generated::wire::decode_at;
use serde::de::DeserializeOwned;
use serde_json::value::RawValue;

/// Room for a message of `length` bytes, which the page fills.
#[unsafe(no_mangle)]
pub extern "C" fn room(length: usize) -> *mut u8 {
    Box::leak(vec![0; length].into_boxed_slice()).as_mut_ptr()
}

/// The length of the theme's name, or of the error's text, negative.
///
/// # Safety
/// `message` came from [`room`] with that `length`, and is used once.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn initialize_result(message: *mut u8, length: usize) -> isize {
    // SAFETY: the caller's promise.
    let message = unsafe { Box::from_raw(std::ptr::slice_from_raw_parts_mut(message, length)) };
    let read = decode("result", &message);
    told(read.map(|result: McpUiInitializeResult| result.host_context.theme.map_or(0, |theme| theme.as_str().len())))
}

/// The number of content blocks, or the length of the error's text, negative.
///
/// # Safety
/// As [`initialize_result`].
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tool_result(message: *mut u8, length: usize) -> isize {
    // SAFETY: the caller's promise.
    let message = unsafe { Box::from_raw(std::ptr::slice_from_raw_parts_mut(message, length)) };
    let read = decode("params", &message);
    told(read.map(|result: CallToolResult| result.content.len()))
}

fn decode<T: DeserializeOwned>(root: &str, message: &[u8]) -> Result<T, String> {
    let message: &RawValue = serde_json::from_slice(message).map_err(|error| error.to_string())?;
    decode_at(root, message).map_err(|error| error.to_string())
}

fn told(read: Result<usize, String>) -> isize {
    match read {
        Ok(count) => count as isize,
        Err(error) => -(error.len() as isize),
    }
}
