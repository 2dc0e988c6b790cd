//! The tools of the conversation: two that this page offers to the model, and one of its server that it calls.

use mcp_apps::tool::Contract;
use mcp_apps::wire::{JsonObject, parse};
use serde::{Deserialize, Serialize};

use crate::order::{Draft, Order, Receipt};

/// For the model: fills in the form.
pub struct FillOrder;

impl Contract for FillOrder {
    const NAME: &'static str = "fill_order";
    const TITLE: Option<&'static str> = Some("Fill in the order");
    const DESCRIPTION: Option<&'static str> = Some(
        "Fills in the order form that the user sees. What is absent stays as it is. Gives the order as it then is.",
    );
    type Input = Order;
    type Output = Draft;

    fn input_schema() -> JsonObject {
        match parse("", include_str!(concat!(env!("OUT_DIR"), "/order.json"))) {
            Ok(schema) => schema.as_object().cloned().unwrap_or_default(),
            // The build script wrote it.
            Err(_) => JsonObject::new(),
        }
    }
}

/// For the model: reads the form.
pub struct ReadOrder;

impl Contract for ReadOrder {
    const NAME: &'static str = "read_order";
    const TITLE: Option<&'static str> = Some("Read the order");
    const DESCRIPTION: Option<&'static str> =
        Some("Gives the order as it stands in the form, what it costs in cents, and what it lacks.");
    type Input = Nothing;
    type Output = Draft;
}

/// No arguments.
#[derive(Serialize, Deserialize)]
pub struct Nothing {}

/// The server's, for this page alone.
pub struct PlaceOrder;

impl Contract for PlaceOrder {
    const NAME: &'static str = "place_order";
    type Input = Order;
    type Output = Receipt;
}
