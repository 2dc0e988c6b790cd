fn main() {
    let _ = mcp_apps::ui_resource!("file:///x.html", html = "<!doctype html>", prefers_border = true);
}
