//! Names that are known, and sources that are origins.

use serde_json::{Map, Value};

use super::{Findings, Rule, rules};
use crate::csp::{List, Source};

/// `_meta.ui.csp`, as written.
pub(super) fn judge(csp: &Map<String, Value>, place: &str, findings: &mut Findings) {
    let lists = List::ALL.map(List::as_str);
    for key in csp.keys() {
        known(&rules::CSP_KEY, key, &lists, place, findings);
    }
    for list in lists {
        let entries = csp.get(list).and_then(Value::as_array).map(Vec::as_slice).unwrap_or_default();
        for (index, entry) in entries.iter().enumerate() {
            let refused = entry.as_str().and_then(|entry| Source::parse(entry).err().map(|refusal| (entry, refusal)));
            if let Some((entry, refusal)) = refused {
                let message = format!("{entry:?} ({}): {refusal}", refusal.name());
                findings.add(&rules::CSP_SOURCE, format!("{place}.{list}[{index}]"), message);
            }
        }
    }
}

/// Finds a key that is none of the known ones, and what it was meant to be.
pub(super) fn known(rule: &Rule, key: &str, known: &[&str], place: &str, findings: &mut Findings) {
    if known.contains(&key) {
        return;
    }
    let meant = known
        .iter()
        .map(|known| (distance(&key.to_lowercase(), &known.to_lowercase()), known))
        .min()
        .filter(|(distance, known)| *distance <= known.len() / 3);
    let message = format!("`{key}` is no member that Hosts know");
    match meant {
        Some((_, meant)) => findings.add_with(rule, place, message, format!("did you mean `{meant}`?")),
        None => findings.add(rule, place, message),
    }
}

/// How many letters to add, drop or change to make the one word the other.
fn distance(one: &str, other: &str) -> usize {
    let other: Vec<char> = other.chars().collect();
    let mut row: Vec<usize> = (0..=other.len()).collect();
    for (index, letter) in one.chars().enumerate() {
        let mut diagonal = std::mem::replace(&mut row[0], index + 1);
        for (at, known) in other.iter().enumerate() {
            let changed = diagonal + usize::from(letter != *known);
            diagonal = row[at + 1];
            row[at + 1] = changed.min(row[at] + 1).min(diagonal + 1);
        }
    }
    row[other.len()]
}

#[cfg(test)]
mod tests {
    use super::distance;

    #[test]
    fn a_distance_counts_letters() {
        for (one, other, letters) in [
            ("", "", 0),
            ("camera", "camera", 0),
            ("camrea", "camera", 2),
            ("", "abc", 3),
            ("connectdomain", "connectdomains", 1),
        ] {
            assert_eq!(distance(one, other), letters, "{one} {other}");
        }
    }
}
