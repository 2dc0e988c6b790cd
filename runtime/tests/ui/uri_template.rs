fn main() {
    let _ = mcp_apps::ui_uri!("ui://report/{id}");
}
