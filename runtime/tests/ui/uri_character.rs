fn main() {
    let _ = mcp_apps::ui_uri!("ui://x/my view");
}
