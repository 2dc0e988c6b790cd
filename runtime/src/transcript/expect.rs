//! Findings that are known.

use super::Finding;

/// A list of known findings: one a line, `LINE RULE PATH`, the path left out where the finding
/// has none. What follows a `#` is a remark.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Expected {
    known: Vec<(usize, String, String)>,
}

impl Expected {
    /// Reads the list.
    ///
    /// # Errors
    /// When a line is not of that form; the error names it.
    pub fn parse(text: &str) -> Result<Self, String> {
        let mut known = Vec::new();
        for (number, line) in text.lines().enumerate() {
            let line = line.split('#').next().unwrap_or_default().trim();
            if line.is_empty() {
                continue;
            }
            let mut words = line.split_whitespace();
            let at = words.next().and_then(|word| word.parse().ok());
            let (Some(at), Some(rule)) = (at, words.next()) else {
                return Err(format!("line {}: expected LINE RULE PATH, found {line:?}", number + 1));
            };
            known.push((at, rule.to_owned(), words.next().unwrap_or_default().to_owned()));
        }
        Ok(Expected { known })
    }

    /// What differs: findings that are not on the list, and entries that were not found.
    pub fn compare(&self, findings: Vec<Finding>) -> (Vec<Finding>, Vec<String>) {
        let mut left = self.known.clone();
        let mut unexpected = Vec::new();
        for finding in findings {
            let same = |known: &(usize, String, String)| {
                known.0 == finding.line && known.1 == finding.rule && known.2 == finding.path
            };
            match left.iter().position(same) {
                Some(place) => drop(left.remove(place)),
                None => unexpected.push(finding),
            }
        }
        let missing = left.into_iter().map(|(line, rule, path)| format!("line {line}: {rule} at {path} was expected"));
        (unexpected, missing.collect())
    }
}
