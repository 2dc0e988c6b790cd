//! A page is built for size. What the author's own release profile says comes first.

/// Settings that make a View small, as TOML.
const SMALL: [(&str, &str); 4] =
    [("opt-level", "\"z\""), ("lto", "\"fat\""), ("codegen-units", "1"), ("panic", "\"abort\"")];

/// Cargo's `--config` values for what `manifest`, the workspace's `Cargo.toml`, leaves open.
pub(super) fn unsaid(manifest: &str) -> Vec<String> {
    let mut section = "";
    let mut said = Vec::new();
    for line in manifest.lines().map(str::trim) {
        if line.starts_with('[') {
            section = line.split('#').next().unwrap_or_default().trim();
        } else if section == "[profile.release]" {
            said.extend(line.split_once('=').map(|(key, _)| key.trim()));
        }
    }
    let open = SMALL.into_iter().filter(|(key, _)| !said.contains(key));
    open.map(|(key, value)| format!("profile.release.{key}={value}")).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_view_without_a_profile_is_built_for_size() {
        let all = ["opt-level=\"z\"", "lto=\"fat\"", "codegen-units=1", "panic=\"abort\""];
        assert_eq!(unsaid("[package]\nlto = 1\n"), all.map(|setting| format!("profile.release.{setting}")));
    }

    #[test]
    fn what_the_author_says_counts() {
        let manifest = "[profile.release] # mine\nopt-level = 3\nlto=true\n[profile.dev]\npanic = \"unwind\"\n";
        assert_eq!(unsaid(manifest), ["profile.release.codegen-units=1", "profile.release.panic=\"abort\""]);
    }
}
