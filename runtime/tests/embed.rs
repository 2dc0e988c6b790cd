//! A server's build script that embeds a View's page, under real cargo: a crate is made, built
//! and run. Programs that would fetch or bundle are replaced by ones that write down their calls.

#![cfg(unix)]
#![allow(clippy::unwrap_used, reason = "a test")]

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use sha2::{Digest, Sha256};

const MANIFEST: &str = "[package]\nname = \"server\"\nversion = \"0.1.0\"\nedition = \"2024\"\n[workspace]\n\
                        [build-dependencies]\nmcp-apps = { path = \"RUNTIME\", default-features = false, features = [\"embed\"] }\n";
const BUILD: &str = "fn main() -> Result<(), mcp_apps::embed::Error> {\n    \
                     println!(\"cargo::warning=the build script runs\");\n    \
                     mcp_apps::embed::View::new(\"views/weather.html\").built_from(\"views/weather\").embed()\n}\n";
const MAIN: &str = "const PAGE: &str = include_str!(concat!(env!(\"OUT_DIR\"), \"/weather.html\"));\n\
                    fn main() { print!(\"{PAGE}\"); }\n";
/// Line ends of every kind, and what `include_str!` must not touch.
const PAGE: &str = "\u{feff}<p>{}\"\\n\r\n\u{e9}\r</p>\n";
/// Whatever a build script must not start by itself.
const WATCHED: [&str; 7] = ["mcp-apps", "npm", "npx", "node", "esbuild", "wasm-opt", "curl"];

struct Server(PathBuf);

impl Server {
    fn new(name: &str) -> Self {
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
        let _ = fs::remove_dir_all(&folder);
        let server = Server(folder);
        let root = Path::new(env!("CARGO_MANIFEST_DIR"));
        server.write("Cargo.toml", &MANIFEST.replace("RUNTIME", &root.display().to_string()));
        server.write("Cargo.lock", &fs::read_to_string(root.join("../Cargo.lock")).unwrap());
        server.write("build.rs", BUILD);
        server.write("src/main.rs", MAIN);
        server.write("views/weather/lib.rs", "// the View\n");
        server.page(PAGE);
        for program in WATCHED {
            // On request, `mcp-apps` leaves another page.
            let script = "#!/bin/sh\necho \"${0##*/} $*\" >> \"$CALLS\"\n[ \"${0##*/}\" != mcp-apps ] || cp -r \"$NEXT\"/. views/\n";
            let file = server.write(&format!("bin/{program}"), script);
            fs::set_permissions(file, fs::Permissions::from_mode(0o755)).unwrap();
        }
        server
    }

    fn write(&self, name: &str, text: &str) -> PathBuf {
        let file = self.0.join(name);
        fs::create_dir_all(file.parent().unwrap()).unwrap();
        fs::write(&file, text).unwrap();
        file
    }

    /// The page and its digests, as `mcp-apps bundle` leaves them.
    fn page(&self, html: &str) {
        self.page_in("views", html);
    }

    fn page_in(&self, folder: &str, html: &str) {
        let digest = |bytes: &[u8]| Sha256::digest(bytes).iter().map(|byte| format!("{byte:02x}")).collect::<String>();
        let (page, source) = (digest(html.as_bytes()), digest(b"// the View\n"));
        self.write(&format!("{folder}/weather.html"), html);
        self.write(
            &format!("{folder}/weather.html.sha256"),
            &format!("{page}  weather.html\n{source}  weather/lib.rs\n"),
        );
    }

    /// What cargo says, and the server prints.
    fn run(&self, request: Option<&str>) -> Output {
        let path = std::env::join_paths(
            [self.0.join("bin")].into_iter().chain(std::env::split_paths(&std::env::var_os("PATH").unwrap())),
        );
        let mut command = Command::new(env!("CARGO"));
        command.current_dir(&self.0).args(["run", "--offline"]);
        // Cargo gives a test of its own variables, that would reach the crate's build.
        for (name, _) in std::env::vars_os().filter(|(name, _)| name.to_string_lossy().starts_with("CARGO_")) {
            command.env_remove(name);
        }
        command.env("CARGO_TARGET_DIR", Path::new(env!("CARGO_TARGET_TMPDIR")).join("embed-target"));
        command.env("PATH", path.unwrap()).env("CALLS", self.0.join("calls")).env("NEXT", self.0.join("next"));
        command.env_remove("MCP_APPS_BUNDLE").envs(request.map(|value| ("MCP_APPS_BUNDLE", value)));
        command.output().unwrap()
    }

    fn calls(&self) -> String {
        fs::read_to_string(self.0.join("calls")).unwrap_or_default()
    }
}

fn said(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

#[test]
fn a_server_embeds_the_page_byte_for_byte_and_bundles_only_when_asked() {
    let server = Server::new("embed");
    let first = server.run(None);
    assert!(first.status.success(), "{}", said(&first));
    assert_eq!(String::from_utf8(first.stdout.clone()).unwrap(), PAGE);
    assert!(said(&first).contains("the build script runs"), "{}", said(&first));

    // Nothing changed: a second build has nothing to do but repeat the warnings it kept.
    let stamp =
        |server: &Server| fs::metadata(server.0.join("../embed-target/debug/server")).unwrap().modified().unwrap();
    let built = stamp(&server);
    assert!(server.run(None).status.success());
    assert_eq!(stamp(&server), built);

    // A changed source is told, and bundles nothing.
    server.write("views/weather/lib.rs", "// the View, changed\n");
    let stale = server.run(None);
    assert!(stale.status.success());
    assert!(
        said(&stale).contains("views/weather/lib.rs changed since views/weather.html was bundled: `mcp-apps bundle ")
    );
    assert_eq!(server.calls(), "", "a build starts nothing by itself");

    // Another page with its digests is taken.
    server.page("<p>second</p>");
    assert_eq!(server.run(Some("0")).stdout, b"<p>second</p>");
    assert_eq!(server.calls(), "");

    // On request the page is bundled anew, from what is installed.
    server.page_in("next", "<p>third</p>");
    assert_eq!(server.run(Some("1")).stdout, b"<p>third</p>");
    assert_eq!(server.calls(), "mcp-apps bundle views/weather --out views/weather.html --offline\n");

    // A page that somebody edited is refused, with one line that says what to do.
    server.write("views/weather.html", "<p>edited</p>");
    let refused = server.run(None);
    assert!(!refused.status.success());
    let line = "Error: views/weather.html: it is not the page that was bundled: `mcp-apps bundle views/weather --out views/weather.html`";
    assert!(said(&refused).lines().any(|said| said.trim() == line), "{}", said(&refused));
}
