//! One definition of a tool at both ends of everything: the server serves it, the Host runs it, the View shows it,
//! calls it and offers it. What does not fit the definition does not compile (`tests/ui/contract_*.rs`).

use mcp_apps::draft::{Implementation, View, ViewBuilder};
use mcp_apps::host::rmcp::{Client, TokioTimer, connection};
use mcp_apps::host::{BridgedView, Connection};
use mcp_apps::server::{AppResource, Apps, UiResult, UiTool, tool_of};
use mcp_apps::tool::Contract;
use mcp_apps::transport::pair;
use mcp_apps::ui_uri;
use rmcp::handler::server::router::tool::{ToolRoute, ToolRouter};
use rmcp::handler::server::wrapper::Parameters;
use rmcp::{ServerHandler, ServiceExt, tool_handler};
use serde_json::json;

#[path = "../ui/contract/weather.rs"]
mod weather;

use weather::{City, GetWeather, Weather};

struct Server {
    router: ToolRouter<Self>,
}

#[tool_handler(router = self.router)]
impl ServerHandler for Server {}

async fn get_weather(Parameters(City { city }): Parameters<City>) -> UiResult<Weather> {
    let celsius = city.len() as f64;
    UiResult::new(Weather { celsius }, format!("{celsius} °C in {city}."))
}

/// The server, a client of it, and a View that its app shows.
async fn shown() -> (Connection, BridgedView, View) {
    let uri = ui_uri!("ui://weather/view");
    let router = ToolRouter::new().with_route(ToolRoute::new(tool_of::<GetWeather>(), get_weather));
    let apps = Apps::new(Server { router })
        .resource(AppResource::new(uri.clone(), "<!doctype html><title>Weather</title>"))
        .tool(GetWeather::NAME, UiTool::view(uri))
        .build()
        .unwrap();
    let (ours, theirs) = tokio::io::duplex(1 << 16);
    tokio::spawn(async move { drop(apps.serve(theirs).await.unwrap().waiting().await) });
    let client = Client::new(()).serve(ours).await.unwrap();
    let connection = connection(&client, TokioTimer::new());
    tokio::spawn(async move { drop(client.waiting().await) });
    let (ours, theirs) = pair();
    let (bridged, driving) = connection.bridge(Implementation::new("host", "1")).attach(ours).unwrap();
    tokio::spawn(driving);
    let offers =
        ViewBuilder::new(Implementation::new("view", "1")).offer::<GetWeather, _, _, String>(|asked, _| async move {
            Ok(Weather { celsius: asked.city.len() as f64 / 2.0 })
        });
    let (connecting, driver) = offers.connect(theirs, TokioTimer::new()).unwrap();
    tokio::spawn(driver);
    (connection, bridged, connecting.await.unwrap())
}

#[tokio::test(flavor = "multi_thread")]
async fn one_definition_is_served_run_shown_called_and_offered() {
    let (connection, bridged, view) = shown().await;
    let inventory = connection.inventory().await.unwrap();
    let listed = inventory.find(GetWeather::NAME).unwrap().tool().unwrap();
    assert_eq!((listed.input_schema, listed.output_schema), (GetWeather::input_schema(), GetWeather::output_schema()));
    let oslo = City { city: "Oslo".to_owned() };
    let arguments = json!(oslo).as_object().unwrap().clone();
    bridged.run_tool(GetWeather::NAME, arguments).await.unwrap();
    assert_eq!(view.tool_input_as::<City>().await.unwrap(), oslo);
    assert_eq!(view.tool_output::<Weather>().await.unwrap(), Weather { celsius: 4.0 });
    let asked = City { city: "Bergen".to_owned() };
    assert_eq!(view.call::<GetWeather>(&asked).await.unwrap(), Weather { celsius: 6.0 });
    assert_eq!(bridged.call_view::<GetWeather>(&asked).await.unwrap(), Weather { celsius: 3.0 });
    let offered = bridged.list_view_tools(None).await.unwrap().tools.remove(0);
    assert_eq!((offered.name.as_str(), offered.input_schema), (GetWeather::NAME, GetWeather::input_schema()));
    assert_eq!(offered.output_schema, GetWeather::output_schema());
}
