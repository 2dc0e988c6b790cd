//! A kitchen that takes orders of lunch, in a form that the user and the model fill in together.
//!
//! ```sh
//! cargo run -p mcp-apps --features cli -- bundle runtime/examples/views/form
//! cargo run -p mcp-apps --features cli -- preview -- cargo run -p mcp-apps --example form --features server
//! ```
//!
//! The model calls `order_lunch`, and the user sees the card. The page, `views/form`, offers the
//! model two tools of its own, `fill_order` and `read_order`; it tells the model what the user has
//! chosen, for the turns to come; and it lets the user save a summary. Ordering is the user's to do:
//! `place_order` is for the page alone.

use std::sync::atomic::{AtomicU32, Ordering};

use mcp_apps::server::{AppResource, Apps, UiResult, output_schema};
use mcp_apps::{ui_tool, ui_uri};
use rmcp::handler::server::wrapper::Parameters;
use rmcp::{ErrorData, ServerHandler, tool, tool_handler, tool_router};
use schemars::JsonSchema;
use serde::Deserialize;

#[path = "form/order.rs"]
mod order;
mod serving;

use order::{Card, Dish, Order, Portion, Receipt, euros};
use serving::Arguments;

#[derive(Deserialize, JsonSchema)]
struct Lunch {
    /// How many people will eat.
    people: u32,
}

struct Kitchen {
    dishes: Vec<Dish>,
    orders: AtomicU32,
}

#[tool_router]
impl Kitchen {
    /// Begins an order of lunch for a group. The user sees the card as a form, whose tools `fill_order` and
    /// `read_order` fill it in and read it. The user places the order.
    #[tool(meta = ui_tool!("ui://lunch/form"), output_schema = output_schema::<Card>())]
    async fn order_lunch(&self, Parameters(Lunch { people }): Parameters<Lunch>) -> UiResult<Card> {
        let card = self.dishes.iter().map(|dish| {
            let vegan = if dish.vegan { ", vegan" } else { "" };
            format!("- {}: {}, {}{vegan}", dish.id, dish.name, euros(dish.cents))
        });
        let summary = format!("The card of Kumo Kitchen:\n{}", card.collect::<Vec<_>>().join("\n"));
        let order = Order { portions: self.spread(people.min(60)), ..Order::default() };
        UiResult::new(Card { kitchen: "Kumo Kitchen".to_owned(), dishes: self.dishes.clone(), order }, summary)
    }

    /// Places an order.
    #[tool(meta = ui_tool!("ui://lunch/form", app_only), output_schema = output_schema::<Receipt>())]
    async fn place_order(&self, Parameters(order): Parameters<Order>) -> Result<UiResult<Receipt>, ErrorData> {
        let unknown = order.portions.iter().find(|portion| !self.dishes.iter().any(|dish| dish.id == portion.dish));
        if let Some(Portion { dish, .. }) = unknown {
            return Err(ErrorData::invalid_params(format!("there is no dish `{dish}`"), None));
        }
        let draft = order.draft(&self.dishes);
        if !draft.missing.is_empty() {
            return Err(ErrorData::invalid_params(format!("missing: {}", draft.missing.join(", ")), None));
        }
        let number = self.orders.fetch_add(1, Ordering::Relaxed);
        let summary = format!("Order {number} is placed, {}.", euros(draft.total_cents));
        Ok(UiResult::new(Receipt { number, total_cents: draft.total_cents }, summary))
    }
}

impl Kitchen {
    fn open() -> Self {
        let dish = |id: &str, name: &str, about: &str, cents, vegan| Dish {
            id: id.to_owned(),
            name: name.to_owned(),
            about: about.to_owned(),
            cents,
            vegan,
        };
        let dishes = vec![
            dish("ramen", "Mushroom ramen", "Shiitake broth, noodles, spring onion, chili oil", 1290, true),
            dish("donburi", "Salmon donburi", "Glazed salmon, rice, cucumber, sesame", 1490, false),
            dish("katsu", "Chicken katsu curry", "Crisp chicken, rice, mild curry", 1350, false),
            dish("salad", "Soba salad", "Cold buckwheat noodles, edamame, ginger", 1090, true),
            dish("gyoza", "Gyoza, six pieces", "Cabbage and leek, pan-fried", 690, true),
        ];
        Kitchen { dishes, orders: AtomicU32::new(1001) }
    }

    /// Something for everybody: one dish each, in turn.
    fn spread(&self, people: u32) -> Vec<Portion> {
        let mains = self.dishes.iter().filter(|dish| dish.cents > 1000).zip(0..);
        let count = |at: u32| people / 4 + u32::from(people % 4 > at);
        let portions = mains.map(|(dish, at)| Portion { dish: dish.id.clone(), count: count(at) });
        portions.filter(|portion| portion.count > 0).collect()
    }
}

#[tool_handler(name = "lunch", version = "1.0.0")]
impl ServerHandler for Kitchen {}

#[tokio::main]
async fn main() -> Result<(), Box<dyn std::error::Error>> {
    let arguments = Arguments::read();
    let page = arguments.page("form")?.ok_or(
        "the page is not there yet: `cargo run -p mcp-apps --features cli -- bundle runtime/examples/views/form`, \
         or name one with `--view FILE`",
    )?;
    let server = Apps::new(Kitchen::open())
        .resource(
            AppResource::new(ui_uri!("ui://lunch/form"), page)
                .name("Lunch")
                .description("An order of lunch, as a form.")
                .prefers_border(false)
                .hashed(),
        )
        .build()?;
    arguments.serve(server).await
}
