fn main() {
    let _ = mcp_apps::ui_tool!("https://x/view");
}
