//! The form in the page: what stands in its fields is the order.

use std::cell::Cell;

use wasm_bindgen::JsCast;
use web_sys::{Element, Event, HtmlInputElement};

use crate::dom::{element, part, rows, set, show};
use crate::order::{Card, Draft, Order, Portion, euros};

pub struct Form {
    card: Card,
    /// How often it has changed.
    changes: Cell<u32>,
    /// The order's number, once it is placed.
    number: Cell<Option<u32>>,
}

/// Of one dish, as `index.html` has it.
const MOST: u32 = 99;
const FIELDS: [&str; 4] = ["day", "time", "place", "note"];

impl Form {
    pub fn new(card: Card) -> Self {
        Form { card, changes: Cell::new(0), number: Cell::new(None) }
    }

    /// Shows the card.
    pub fn begin(&self) {
        show("kitchen", &self.card.kitchen);
        show("lead", "Choose what you like, together with your assistant.");
        for (row, dish) in self.rows().iter().zip(&self.card.dishes) {
            set(row, "data-vegan", dish.vegan.then_some(""));
            for (place, text) in [("b", &dish.name), ("p", &dish.about), (".price", &euros(dish.cents))] {
                if let Some(place) = part(row, place) {
                    place.set_text_content(Some(text));
                }
            }
            if let Some(count) = part(row, "input") {
                set(&count, "aria-label", Some(&dish.name));
            }
        }
        self.write(&self.card.order);
        self.total();
        if let Some(page) = element("page") {
            page.set_class_name("");
        }
    }

    /// The order as it stands in the fields.
    pub fn draft(&self) -> Draft {
        let portions = self.rows().into_iter().zip(&self.card.dishes).filter_map(|(row, dish)| {
            let field: HtmlInputElement = part(&row, "input")?.unchecked_into();
            // What is no number becomes 0.
            let count = field.value_as_number() as u32;
            (count > 0).then(|| Portion { dish: dish.id.clone(), count: count.min(MOST) })
        });
        let order = Order {
            portions: portions.collect(),
            day: value("day"),
            time: value("time"),
            place: value("place"),
            note: value("note"),
        };
        order.draft(&self.card.dishes)
    }

    /// Does what the model asks for, or says why not.
    pub fn fill(&self, order: Order) -> Result<(), String> {
        if self.number.get().is_some() {
            return Err("The order is placed.".to_owned());
        }
        for portion in &order.portions {
            if !self.card.dishes.iter().any(|dish| dish.id == portion.dish) {
                let known: Vec<&str> = self.card.dishes.iter().map(|dish| &*dish.id).collect();
                return Err(["There is no dish `", &portion.dish, "`; there are ", &known.join(", "), "."].concat());
            }
        }
        self.write(&order);
        show("status", "Filled in by your assistant");
        Ok(())
    }

    /// Writes what is there into the fields; the style sheet shows which ones.
    fn write(&self, order: &Order) {
        for (row, dish) in self.rows().iter().zip(&self.card.dishes) {
            let portion = order.portions.iter().find(|portion| portion.dish == dish.id);
            if let (Some(portion), Some(field)) = (portion, part(row, "input")) {
                put(&field, &portion.count.min(MOST).to_string());
            }
        }
        for (id, text) in FIELDS.into_iter().zip([&order.day, &order.time, &order.place, &order.note]) {
            if let (Some(text), Some(field)) = (text, element(id)) {
                put(&field, text);
            }
        }
    }

    /// Whether a click was on a button beside a number, which then has changed.
    pub fn step(&self, event: &Event) -> bool {
        let stepped = || {
            let target: Element = event.target()?.dyn_into().ok()?;
            let button = target.closest("button").ok().flatten()?;
            let field: HtmlInputElement = part(&button.parent_element()?, "input")?.unchecked_into();
            let now = field.value_as_number() as u32;
            let count = if button.class_name() == "less" { now.saturating_sub(1) } else { now.saturating_add(1) };
            field.set_value(&count.min(MOST).to_string());
            Some(())
        };
        stepped().is_some()
    }

    /// Shows what it costs now. Gives the change's number.
    pub fn changed(&self) -> u32 {
        self.total();
        self.changes.set(self.changes.get() + 1);
        self.changes.get()
    }

    fn total(&self) {
        let draft = self.draft();
        show("total", &euros(draft.total_cents));
        for (row, dish) in self.rows().iter().zip(&self.card.dishes) {
            let ordered = draft.order.portions.iter().any(|portion| portion.dish == dish.id);
            set(row, "data-ordered", ordered.then_some(""));
        }
        if let Some(page) = element("page") {
            set(&page, "data-lacks", None);
        }
    }

    pub fn is_latest(&self, change: u32) -> bool {
        self.changes.get() == change
    }

    /// Whether the order can be placed; if not, the page shows what it lacks.
    pub fn is_complete(&self, draft: &Draft) -> bool {
        if let Some(page) = element("page") {
            set(&page, "data-lacks", Some(&draft.missing.join(" ")));
        }
        if let Some(first) = draft.missing.first() {
            let text = if first == "portions" { "Choose a dish first." } else { "When and where shall it come?" };
            show("status", text);
        }
        draft.missing.is_empty() && self.number.get().is_none()
    }

    /// The order is placed, and stays as it is.
    pub fn placed(&self, number: u32) {
        self.number.set(Some(number));
        if let Some(page) = element("page") {
            page.set_class_name("placed");
        }
        for fields in ["card", "delivery"] {
            if let Some(fields) = element(fields) {
                set(&fields, "disabled", Some(""));
            }
        }
    }

    /// A file's name, and the title of what is in it.
    pub fn title(&self) -> (String, String) {
        let Some(number) = self.number.get() else {
            return ("lunch.txt".to_owned(), ["An order for ", &*self.card.kitchen, ", not placed"].concat());
        };
        let number = number.to_string();
        (["lunch-", &*number, ".txt"].concat(), ["Order ", &*number, ", ", &*self.card.kitchen].concat())
    }

    /// An order in words, a line for each thing.
    pub fn words(&self, order: &Order, total_cents: u32) -> String {
        let mut words = String::new();
        for portion in &order.portions {
            let dish = self.card.dishes.iter().find(|dish| dish.id == portion.dish);
            for text in [&*portion.count.to_string(), " × ", dish.map_or(&*portion.dish, |dish| &dish.name), "\n"] {
                words.push_str(text);
            }
        }
        let lines = [
            ("Total: ", Some(euros(total_cents))),
            ("Day: ", order.day.clone()),
            ("Time: ", order.time.clone()),
            ("Place: ", order.place.clone()),
            ("Note: ", order.note.clone()),
        ];
        for (name, text) in lines {
            if let Some(text) = text {
                for text in [name, &*text, "\n"] {
                    words.push_str(text);
                }
            }
        }
        words
    }

    fn rows(&self) -> Vec<Element> {
        rows("dishes", self.card.dishes.len())
    }
}

fn value(id: &str) -> Option<String> {
    let field: HtmlInputElement = element(id)?.unchecked_into();
    Some(field.value().trim().to_owned()).filter(|text| !text.is_empty())
}

/// Writes into a field, and has it shine for a moment.
fn put(field: &Element, text: &str) {
    let field: &HtmlInputElement = field.unchecked_ref();
    if field.value() != text {
        field.set_value(text);
        // Off and on again: the same animation begins anew only after a layout without it.
        field.set_class_name("");
        let _ = field.get_bounding_client_rect();
        field.set_class_name("filled");
    }
}
