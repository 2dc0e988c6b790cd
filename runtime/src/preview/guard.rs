//! Who may ask the preview for what.
//!
//! A preview acts for its user: it calls the server's tools. So only the page it made itself may
//! use it, in a browser that was given the key. A page of some other site, a View, or a name that
//! was made to resolve to `127.0.0.1` must not.

use std::sync::Mutex;

use axum::http::{HeaderMap, HeaderName, Uri, header};

use super::lock;

/// The addresses of one preview, and its key.
pub(super) struct Guard {
    port: u16,
    origin: String,
    key: String,
    /// Opens once: it is for a program's command line, which others on the machine can read.
    once: Mutex<Option<String>>,
}

/// Where a request goes.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Place {
    /// The page, and its WebSocket.
    Page,
    /// The sandbox of this label.
    Sandbox(String),
}

impl Guard {
    pub(super) fn new(port: u16) -> Result<Self, getrandom::Error> {
        Ok(Guard {
            port,
            origin: format!("http://127.0.0.1:{port}"),
            key: random()?,
            once: Mutex::new(Some(random()?)),
        })
    }

    /// The origin of the page.
    pub(super) fn origin(&self) -> &str {
        &self.origin
    }

    /// The page's address with its key, which a browser sends nobody.
    pub(super) fn url(&self) -> String {
        format!("{}/#{}", self.origin, self.key)
    }

    /// The page's address with a key that opens once.
    pub(super) fn url_once(&self) -> String {
        format!("{}/#{}", self.origin, lock(&self.once).as_deref().unwrap_or_default())
    }

    /// The key, for a page that was let in.
    pub(super) fn key(&self) -> &str {
        &self.key
    }

    /// The origin of a sandbox.
    pub(super) fn sandbox(&self, label: &str) -> String {
        format!("http://{label}.localhost:{}", self.port)
    }

    /// The port, by which the preview's own origins are known.
    pub(super) fn port(&self) -> u16 {
        self.port
    }

    /// Whether this is a key.
    pub(super) fn opens(&self, key: &str) -> bool {
        let mut once = lock(&self.once);
        let used = once.as_deref().is_some_and(|once| same(once, key));
        if used {
            *once = None;
        }
        used || same(&self.key, key)
    }

    /// What a request is for, by its one `Host`; `None` if it is not for us.
    pub(super) fn place(&self, uri: &Uri, headers: &HeaderMap) -> Option<Place> {
        let host = single(headers, &header::HOST)?;
        if uri.authority().is_some_and(|authority| authority.as_str() != host) {
            return None;
        }
        if host == self.origin.strip_prefix("http://")? {
            return Some(Place::Page);
        }
        let label = host.strip_suffix(&format!(".localhost:{}", self.port))?;
        Some(Place::Sandbox(label.to_owned()))
    }

    /// Whether a request for the page comes from the page, or from the user: a browser names
    /// another origin, `null` among them.
    pub(super) fn is_ours(&self, headers: &HeaderMap) -> bool {
        !headers.contains_key(header::ORIGIN) || self.is_page(headers)
    }

    /// Whether a request says that it comes from the page. Only that may open the WebSocket.
    pub(super) fn is_page(&self, headers: &HeaderMap) -> bool {
        single(headers, &header::ORIGIN) == Some(&self.origin)
    }
}

/// The one value of a header; `None` if there is none, or more than one.
fn single<'a>(headers: &'a HeaderMap, name: &HeaderName) -> Option<&'a str> {
    let mut values = headers.get_all(name).iter();
    let value = values.next()?;
    if values.next().is_some() { None } else { value.to_str().ok() }
}

/// Whether both are one, in the same time whatever they are.
fn same(ours: &str, theirs: &str) -> bool {
    let differing = ours.bytes().zip(theirs.bytes()).fold(0, |all, (ours, theirs)| all | (ours ^ theirs));
    differing == 0 && ours.len() == theirs.len()
}

/// 128 random bits, in hexadecimal: a key, or the label of an origin.
pub(super) fn random() -> Result<String, getrandom::Error> {
    let mut bytes = [0_u8; 16];
    getrandom::fill(&mut bytes)?;
    Ok(bytes.iter().map(|byte| format!("{byte:02x}")).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn headers(pairs: &[(&HeaderName, &str)]) -> HeaderMap {
        pairs.iter().map(|(name, value)| ((*name).clone(), value.parse().unwrap())).collect()
    }

    #[test]
    fn a_request_is_for_the_page_or_a_sandbox_by_its_one_host() {
        let guard = Guard::new(8080).unwrap();
        let place = |uri: &str, hosts: &[&str]| {
            let mut map = HeaderMap::new();
            for host in hosts {
                map.append(header::HOST, host.parse().unwrap());
            }
            guard.place(&uri.parse().unwrap(), &map)
        };
        assert_eq!(place("/", &["127.0.0.1:8080"]), Some(Place::Page));
        assert_eq!(place("/", &["ab12.localhost:8080"]), Some(Place::Sandbox("ab12".to_owned())));
        for foreign in ["evil.example:8080", "localhost:8080", "127.0.0.1", "127.0.0.1:8081", "127.0.0.1:8080.evil"] {
            assert_eq!(place("/", &[foreign]), None, "{foreign}");
        }
        assert_eq!(place("/", &[]), None);
        assert_eq!(place("/", &["127.0.0.1:8080", "127.0.0.1:8080"]), None);
        assert_eq!(place("http://evil.example/", &["127.0.0.1:8080"]), None);
    }

    #[test]
    fn only_the_page_is_ours_and_no_origin_is_the_user() {
        let guard = Guard::new(8080).unwrap();
        let from = |origin: &str| headers(&[(&header::ORIGIN, origin)]);
        assert!(guard.is_ours(&HeaderMap::new()) && !guard.is_page(&HeaderMap::new()));
        assert!(guard.is_ours(&from("http://127.0.0.1:8080")) && guard.is_page(&from("http://127.0.0.1:8080")));
        for foreign in ["null", "http://ab12.localhost:8080", "http://localhost:8080", "https://127.0.0.1:8080"] {
            assert!(!guard.is_ours(&from(foreign)) && !guard.is_page(&from(foreign)), "{foreign}");
        }
    }

    #[test]
    fn a_key_opens_its_own_preview_only() {
        let (guard, other) = (Guard::new(1).unwrap(), Guard::new(1).unwrap());
        assert!(guard.opens(&guard.key) && guard.opens(&guard.key));
        for wrong in [&other.key, "", &guard.key[1..], &format!("{}0", guard.key)] {
            assert!(!guard.opens(wrong), "{wrong}");
        }
    }

    #[test]
    fn the_key_on_a_command_line_opens_once() {
        let guard = Guard::new(1).unwrap();
        let url = guard.url_once();
        let once = url.strip_prefix("http://127.0.0.1:1/#").unwrap();
        assert_ne!(once, guard.key);
        assert!(guard.opens(once) && !guard.opens(once));
        assert!(!guard.opens(guard.url_once().strip_prefix("http://127.0.0.1:1/#").unwrap()), "no key is left");
    }
}
