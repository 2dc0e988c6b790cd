//! An order of lunch, defined once: the server and its View, `views/form`, both use this file, and the View's own
//! tools show it to the model. Where schemas are asked for they come from here as well: the server's when it runs,
//! those of the View's tools when it is built.

#[cfg(not(target_arch = "wasm32"))]
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// What the kitchen offers.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(not(target_arch = "wasm32"), derive(JsonSchema))]
pub struct Card {
    /// The kitchen's name.
    pub kitchen: String,
    pub dishes: Vec<Dish>,
    /// What the form begins with.
    pub order: Order,
}

#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(not(target_arch = "wasm32"), derive(JsonSchema))]
pub struct Dish {
    /// What an order calls it.
    pub id: String,
    pub name: String,
    pub about: String,
    /// The price of one, in cents.
    pub cents: u32,
    pub vegan: bool,
}

/// An order. As a change of one: what is absent stays as it is.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(not(target_arch = "wasm32"), derive(JsonSchema))]
#[serde(default)]
pub struct Order {
    /// How many of each dish.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub portions: Vec<Portion>,
    /// The day of delivery, such as 2026-01-31.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub day: Option<String>,
    /// The time of delivery, such as 12:30.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub time: Option<String>,
    /// Where it goes: a street, a floor, a room.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub place: Option<String>,
    /// What the kitchen should know: allergies, wishes.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub note: Option<String>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(not(target_arch = "wasm32"), derive(JsonSchema))]
pub struct Portion {
    /// The dish's id on the card.
    pub dish: String,
    /// How many; 0 takes the dish out of the order.
    pub count: u32,
}

/// An order as it stands in the form.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(not(target_arch = "wasm32"), derive(JsonSchema))]
pub struct Draft {
    pub order: Order,
    /// What it costs, in cents.
    pub total_cents: u32,
    /// What it still lacks.
    pub missing: Vec<String>,
}

/// An order that was placed.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(not(target_arch = "wasm32"), derive(JsonSchema))]
pub struct Receipt {
    /// The order's number.
    pub number: u32,
    /// What it costs, in cents.
    pub total_cents: u32,
}

impl Order {
    /// What it costs, and what it lacks.
    pub fn draft(self, dishes: &[Dish]) -> Draft {
        let price = |portion: &Portion| {
            let dish = dishes.iter().find(|dish| dish.id == portion.dish);
            dish.map_or(0, |dish| dish.cents.saturating_mul(portion.count))
        };
        let total_cents = self.portions.iter().map(price).fold(0, u32::saturating_add);
        let lacks = [
            ("portions", total_cents == 0),
            ("day", self.day.is_none()),
            ("time", self.time.is_none()),
            ("place", self.place.is_none()),
        ];
        let missing = lacks.iter().filter(|(_, lacks)| *lacks).map(|(name, _)| (*name).to_owned()).collect();
        Draft { order: self, total_cents, missing }
    }
}

/// An amount as people write it.
pub fn euros(cents: u32) -> String {
    let [whole, rest] = [cents / 100, cents % 100].map(|part| part.to_string());
    [&*whole, if cents % 100 < 10 { ".0" } else { "." }, &*rest, " €"].concat()
}
