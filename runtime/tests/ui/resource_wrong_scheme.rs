fn main() {
    let _ = mcp_apps::ui_resource!("UI://x/view", html = "<!doctype html>");
}
