fn main() {
    let _ = mcp_apps::ui_resource!("ui://x/view", html = "<!doctype html>", prefersBorder = true);
}
