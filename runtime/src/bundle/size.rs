//! How large the page is: some Hosts refuse a resource above 1 MiB.

use std::fmt;
use std::io::Write;

use flate2::Compression;
use flate2::write::GzEncoder;

use super::Error;

/// From here on, in bytes, a page is warned about.
pub const BUDGET: usize = 900_000;

/// The sizes of a page, in bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sizes {
    /// As Hosts count it.
    pub raw: usize,
    /// As it travels, compressed with gzip at level 9.
    pub gzip: usize,
}

impl Sizes {
    pub(super) fn of(html: &str) -> Self {
        let mut encoder = GzEncoder::new(Vec::new(), Compression::best());
        // Writing to memory does not fail; if it did, the figure would be 0.
        let packed = encoder.write_all(html.as_bytes()).and_then(|()| encoder.finish()).unwrap_or_default();
        Sizes { raw: html.len(), gzip: packed.len() }
    }

    pub(super) fn check(self, max: Option<usize>) -> Result<(), Error> {
        match max {
            Some(max) if self.raw > max => Err(Error::TooLarge { size: self.raw, max }),
            _ => Ok(()),
        }
    }

    /// What to say when the page is near what Hosts refuse.
    pub fn warning(self) -> Option<String> {
        (self.raw >= BUDGET).then(|| {
            format!(
                "{} bytes are over the budget of {BUDGET}: some hosts refuse a page above 1 MiB, and do not say so",
                self.raw
            )
        })
    }
}

impl fmt::Display for Sizes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let percent = self.raw * 100 / BUDGET;
        write!(f, "{} bytes, {} with gzip; {percent} % of the budget of {BUDGET}", self.raw, self.gzip)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_page_is_warned_about_from_the_budget_on() {
        assert_eq!(Sizes { raw: BUDGET - 1, gzip: 1 }.warning(), None);
        assert!(Sizes { raw: BUDGET, gzip: 1 }.warning().unwrap().starts_with("900000 bytes are over the budget"));
    }

    #[test]
    fn a_page_above_the_authors_own_limit_is_an_error_that_names_both() {
        let sizes = Sizes { raw: 1001, gzip: 400 };
        assert!(sizes.check(None).is_ok() && sizes.check(Some(1001)).is_ok());
        let line = sizes.check(Some(1000)).unwrap_err().to_string();
        assert!(line.starts_with("the page has 1001 bytes, more than the 1000 allowed"), "{line}");
    }

    #[test]
    fn both_sizes_are_told_against_the_budget() {
        let sizes = Sizes::of(&"a".repeat(90_000));
        assert!(sizes.gzip < 500);
        assert_eq!(sizes.to_string(), format!("90000 bytes, {} with gzip; 10 % of the budget of 900000", sizes.gzip));
    }
}
