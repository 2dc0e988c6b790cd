fn main() {
    let _ = mcp_apps::ui_tool!("ui://x/view" => app_only);
}
