//! Which of the declared origins a Host approves.

use std::net::{Ipv4Addr, Ipv6Addr};

use super::super::{Declared, Host, List, Source};

/// A Host's decision about the origins a View declares. Any function from the declaration to
/// the approved part of it will do; [`PublicOrigins`] is the default.
pub trait Approve {
    /// The part of the declaration that is approved. Origins that were not declared are ignored.
    fn approve(&self, declared: &Declared) -> Declared;
}

impl<F: Fn(&Declared) -> Declared> Approve for F {
    fn approve(&self, declared: &Declared) -> Declared {
        self(declared)
    }
}

/// Approves origins on the public internet, and drops the user's own machine, private networks
/// and the Host's own origins: a View could otherwise use its user's browser to reach what its
/// server cannot.
///
/// A public name that resolves to a private address is not seen here.
#[derive(Clone, Debug, Default)]
pub struct PublicOrigins {
    own: Vec<Host>,
}

/// Why [`PublicOrigins`] drops an origin.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Objection {
    /// The user's own machine.
    #[error("the user's own machine")]
    Loopback,
    /// An address or a name of a private network, or one that is no public address at all.
    #[error("not on the public internet")]
    Private,
    /// The Host's own, or a wildcard over it. Cookies know no ports, so the port does not matter.
    #[error("the Host's own origin")]
    Own,
}

impl PublicOrigins {
    /// The default approval of a Host with these origins: its own page's, its sandbox's, its
    /// API's. One that is no origin is left out.
    pub fn new<'a>(own: impl IntoIterator<Item = &'a str>) -> Self {
        let sources = own.into_iter().filter_map(|origin| Source::parse(origin).ok());
        PublicOrigins { own: sources.map(|source| source.host().clone()).collect() }
    }

    /// What there is against an origin.
    pub fn objection(&self, source: &Source) -> Option<Objection> {
        if source.is_loopback() {
            Some(Objection::Loopback)
        } else if source.is_private() || !is_public(source.host()) {
            Some(Objection::Private)
        } else if self.own.iter().any(|own| covers(source.host(), own)) {
            Some(Objection::Own)
        } else {
            None
        }
    }
}

impl Approve for PublicOrigins {
    fn approve(&self, declared: &Declared) -> Declared {
        let mut approved = declared.clone();
        for list in List::ALL {
            list_mut(&mut approved, list).retain(|source| self.objection(source).is_none());
        }
        approved
    }
}

pub(super) fn list_mut(declared: &mut Declared, list: List) -> &mut Vec<Source> {
    match list {
        List::Connect => &mut declared.connect,
        List::Resource => &mut declared.resource,
        List::Frame => &mut declared.frame,
        List::BaseUri => &mut declared.base_uri,
    }
}

/// Whether a declared host reaches `own`, or a part of it.
fn covers(declared: &Host, own: &Host) -> bool {
    let within =
        |name: &str, zone: &str| name == zone || name.strip_suffix(zone).is_some_and(|rest| rest.ends_with('.'));
    match (declared, own) {
        (Host::Subdomains(zone), Host::Name(name) | Host::Subdomains(name)) if within(name, zone) => true,
        (Host::Name(name) | Host::Subdomains(name), Host::Subdomains(zone)) => within(name, zone),
        _ => declared == own,
    }
}

/// Zones that no public resolver serves.
const LOCAL_ZONES: [&str; 9] =
    ["corp", "home", "intranet", "lan", "localdomain", "private", "test", "invalid", "onion"];

fn is_public(host: &Host) -> bool {
    match host {
        // A name without a dot is resolved in the user's own network.
        Host::Name(name) => name.contains('.') && !is_local(name),
        Host::Subdomains(zone) => !is_local(zone),
        Host::Ipv4(ip) => public_v4(*ip),
        Host::Ipv6(ip) => public_v6(*ip),
    }
}

fn is_local(name: &str) -> bool {
    let last = name.rsplit('.').next().unwrap_or(name);
    LOCAL_ZONES.contains(&last)
}

fn public_v4(ip: Ipv4Addr) -> bool {
    let [a, b, c, _] = ip.octets();
    let special = ip.is_loopback()
        || ip.is_private()
        || ip.is_link_local()
        || ip.is_documentation()
        || a == 0
        || (a == 100 && (64..128).contains(&b))
        || (a == 192 && b == 0 && c == 0)
        || (a == 198 && (b & 0xfe) == 18)
        // Multicast, reserved and broadcast.
        || a >= 224;
    !special
}

/// Only global unicast is public, and of it not what carries an IPv4 address that is not.
fn public_v6(ip: Ipv6Addr) -> bool {
    if let Some(v4) = ip.to_ipv4_mapped() {
        return public_v4(v4);
    }
    let segments = ip.segments();
    let v4 = |high: u16, low: u16| Ipv4Addr::from((u32::from(high) << 16) | u32::from(low));
    match segments {
        // NAT64 and 6to4 reach the IPv4 address inside.
        [0x64, 0xff9b, 0, 0, 0, 0, high, low] => public_v4(v4(high, low)),
        [0x2002, high, low, ..] => public_v4(v4(high, low)),
        // Teredo hides one; documentation.
        [0x2001, 0, ..] | [0x2001, 0xdb8, ..] => false,
        [first, ..] => first & 0xe000 == 0x2000,
    }
}
