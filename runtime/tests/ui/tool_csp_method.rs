fn main() {
    let _ = mcp_apps::server::UiTool::viewless().connect_domains(["https://a.example"]);
}
