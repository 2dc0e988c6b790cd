//! One bounded GET.

use std::cell::RefCell;
use std::collections::BTreeSet;
use std::error::Error as _;
use std::io::{ErrorKind, Read};
use std::net::IpAddr;
use std::time::{Duration, Instant};

use reqwest::Url;
use reqwest::blocking::{Client, Response};
use reqwest::redirect::Policy;

use super::too_large;
use crate::error::{Error, Result, Stage};

const REDIRECTS: usize = 5;

/// Gets URLs; asks a host that couldn't be reached only once.
pub(super) struct Http {
    connect: Duration,
    total: Duration,
    unreachable: RefCell<BTreeSet<String>>,
}

impl Http {
    pub(super) fn new(connect: Duration, total: Duration) -> Self {
        Http { connect, total, unreachable: RefCell::default() }
    }

    /// The body at `url`, of at most `limit` bytes.
    pub(super) fn get(&self, url: &str, limit: u64, accept: Option<&str>) -> Result<Vec<u8>> {
        let url = Url::parse(url).map_err(|error| Error::new(Stage::Usage, format!("is no URL: {error}")))?;
        if !is_safe(&url) {
            return Err(Error::new(Stage::Usage, "is neither https nor on the loopback interface").at(shown(&url)));
        }
        let origin = url.origin().ascii_serialization();
        if self.unreachable.borrow().contains(&origin) {
            return Err(Error::new(Stage::Fetch, "the host was not reached a moment ago").at(shown(&url)));
        }
        let deadline = Instant::now() + self.total;
        self.send(&url, accept)
            .inspect_err(|error| {
                if error.is_connect() || error.is_timeout() {
                    self.unreachable.borrow_mut().insert(origin);
                }
            })
            .map_err(|error| fault(&error))
            .and_then(|response| body(response, limit, deadline))
            .map_err(|error| error.at(shown(&url)))
    }

    fn send(&self, url: &Url, accept: Option<&str>) -> reqwest::Result<Response> {
        let mut client = Client::builder()
            .user_agent(concat!("mcp-apps-codegen/", env!("CARGO_PKG_VERSION")))
            .connect_timeout(self.connect)
            .timeout(self.total)
            .redirect(Policy::custom(|attempt| {
                let from = attempt.previous().last();
                if attempt.previous().len() > REDIRECTS {
                    attempt.error("too many redirects")
                } else if from.is_some_and(|from| !may_redirect(from, attempt.url())) {
                    attempt.error("a redirect to an address that isn't https")
                } else {
                    attempt.follow()
                }
            }));
        if is_loopback(url) {
            client = client.no_proxy();
        }
        let request = client.build()?.get(url.clone());
        match accept {
            Some(accept) => request.header("accept", accept),
            None => request,
        }
        .send()?
        .error_for_status()
    }
}

fn body(mut response: Response, limit: u64, deadline: Instant) -> Result<Vec<u8>> {
    if response.content_length().is_some_and(|length| length > limit) {
        return Err(too_large(limit));
    }
    let (mut bytes, mut chunk) = (Vec::new(), vec![0; 1 << 16]);
    loop {
        let read = match response.read(&mut chunk) {
            Ok(0) => return Ok(bytes),
            Ok(read) => read,
            Err(error) if error.kind() == ErrorKind::Interrupted => continue,
            Err(error) => {
                return Err(Error::new(Stage::Fetch, format!("the answer broke off: {error}")));
            }
        };
        bytes.extend_from_slice(&chunk[..read]);
        if bytes.len() as u64 > limit {
            return Err(too_large(limit));
        }
        if Instant::now() > deadline {
            return Err(Error::new(Stage::Fetch, "the answer took too long"));
        }
    }
}

fn is_loopback(url: &Url) -> bool {
    let host = url.host_str().unwrap_or_default();
    let address = host.trim_start_matches('[').trim_end_matches(']').parse::<IpAddr>();
    address.map_or(host == "localhost", |address| address.is_loopback())
}

fn is_safe(url: &Url) -> bool {
    url.scheme() == "https" || url.scheme() == "http" && is_loopback(url)
}

fn may_redirect(from: &Url, to: &Url) -> bool {
    is_safe(to) && (from.scheme() != "https" || to.scheme() == "https")
}

/// The URL without the secrets a registry's may hold.
fn shown(url: &Url) -> String {
    let mut url = url.clone();
    let _ = url.set_username("");
    let _ = url.set_password(None);
    url.to_string()
}

fn fault(error: &reqwest::Error) -> Error {
    let stage = if error.is_redirect() { Stage::Load } else { Stage::Fetch };
    let message = match error.status() {
        Some(status) => format!("the server answered {status}"),
        None => {
            let mut causes = Vec::new();
            let mut cause = error.source();
            while let Some(error) = cause {
                causes.push(error.to_string());
                cause = error.source();
            }
            causes.dedup();
            format!("was not reached: {}", causes.join(": "))
        }
    };
    Error::new(stage, message)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn url(text: &str) -> Url {
        Url::parse(text).unwrap()
    }

    #[test]
    fn plain_http_is_for_the_loopback_interface_only() {
        for text in ["https://host/x", "http://127.0.0.1:1/x", "http://[::1]/x", "http://localhost/x"] {
            assert!(is_safe(&url(text)), "{text}");
        }
        for text in ["http://host/x", "http://127.0.0.1.host/x", "http://10.0.0.1/x", "ftp://127.0.0.1/x"] {
            assert!(!is_safe(&url(text)), "{text}");
        }
    }

    #[test]
    fn a_redirect_never_leaves_https() {
        assert!(may_redirect(&url("https://a/"), &url("https://b/")));
        assert!(may_redirect(&url("http://127.0.0.1/"), &url("https://b/")));
        assert!(!may_redirect(&url("https://a/"), &url("http://a/")));
        assert!(!may_redirect(&url("https://a/"), &url("http://127.0.0.1/")));
        assert!(!may_redirect(&url("http://127.0.0.1/"), &url("http://a/")));
    }

    #[test]
    fn a_message_shows_no_password() {
        assert_eq!(shown(&url("https://user:secret@host/x")), "https://host/x");
    }
}
