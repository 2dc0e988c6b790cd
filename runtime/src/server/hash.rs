//! Content-hashed URIs: `ui://x/view~0123456789abcdef`.

use std::fmt::Write;

use sha2::{Digest, Sha256};

/// Before the hash; a character no URI needs to escape.
const MARK: char = '~';
/// 64 bits of SHA-256 in hex: enough to tell one author's pages apart.
const DIGITS: usize = 16;

/// The hash of the parts, each with its length so that no two splits are alike.
pub(super) fn of(parts: &[&[u8]]) -> String {
    let mut hasher = Sha256::new();
    for part in parts {
        hasher.update((part.len() as u64).to_le_bytes());
        hasher.update(part);
    }
    let mut hash = String::with_capacity(DIGITS);
    for byte in hasher.finalize().iter().take(DIGITS / 2) {
        // Writing to a string cannot fail.
        let _ = write!(hash, "{byte:02x}");
    }
    hash
}

/// The URI that carries a hash.
pub(super) fn hashed(plain: &str, hash: &str) -> String {
    format!("{plain}{MARK}{hash}")
}

/// The plain URI of a well-formed hashed one.
pub(super) fn plain(uri: &str) -> Option<&str> {
    let (plain, hash) = uri.rsplit_once(MARK)?;
    let well_formed = hash.len() == DIGITS && hash.chars().all(|c| matches!(c, '0'..='9' | 'a'..='f'));
    well_formed.then_some(plain)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_hash_is_the_same_on_every_run_and_machine() {
        assert_eq!(of(&[b"<!doctype html>", b""]), "3a474753bd2fb8ea", "hosts keep these URIs");
    }

    #[test]
    fn a_hash_tells_where_the_page_ends() {
        assert_ne!(of(&[b"ab", b"c"]), of(&[b"a", b"bc"]));
    }

    #[test]
    fn only_a_well_formed_hash_is_taken_off() {
        assert_eq!(plain("ui://x/view~0123456789abcdef"), Some("ui://x/view"));
        assert_eq!(plain(&hashed("ui://x/~a", &of(&[b"x"]))), Some("ui://x/~a"));
        for uri in ["ui://x/view", "ui://x/view~", "ui://x/view~0123456789ABCDEF", "ui://x/view~0123456789abcde"] {
            assert_eq!(plain(uri), None, "{uri}");
        }
    }
}
