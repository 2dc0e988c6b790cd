fn main() {
    let _ = mcp_apps::ui_tool!(visibility = ["model", "apps"]);
}
