//! Custom sections of a module. `target_features` is a trap on both sides: rustc merges into it
//! what the standard library was compiled with, so that wasm-bindgen and wasm-opt believe in
//! reference types a `target-cpu=mvp` View does not have; and `strip` in the crate's profile
//! drops it, so that wasm-bindgen guesses. The section is therefore never taken as it comes.

use super::Error;

const HEADER: usize = 8;
const CUSTOM: u8 = 0;

/// `module` with a `target_features` section that lists exactly `features`, or without one.
pub(super) fn with_features(module: &[u8], features: &[&str]) -> Result<Vec<u8>, Error> {
    let mut kept = without(module, |name| name == b"target_features")?;
    if !features.is_empty() {
        let mut body = named(b"target_features");
        body.extend(length(features.len()));
        for feature in features {
            body.push(b'+');
            body.extend(named(feature.as_bytes()));
        }
        kept.push(CUSTOM);
        kept.extend(length(body.len()));
        kept.extend(body);
    }
    Ok(kept)
}

/// `module` without any custom section: no names, no producers, no features.
pub(super) fn bare(module: &[u8]) -> Result<Vec<u8>, Error> {
    without(module, |_| true)
}

fn without(module: &[u8], dropped: impl Fn(&[u8]) -> bool) -> Result<Vec<u8>, Error> {
    let header = module.get(..HEADER).filter(|header| header.starts_with(b"\0asm"));
    let mut kept = header.ok_or(Error::NotWasm("it has no header"))?.to_vec();
    let mut at = HEADER;
    while let Some(&kind) = module.get(at) {
        let (size, body) = read_length(module, at + 1)?;
        let end = body.checked_add(size).filter(|end| *end <= module.len());
        let end = end.ok_or(Error::NotWasm("a section is cut off"))?;
        if kind != CUSTOM || !dropped(name(&module[..end], body)?) {
            kept.extend(&module[at..end]);
        }
        at = end;
    }
    Ok(kept)
}

fn name(section: &[u8], at: usize) -> Result<&[u8], Error> {
    let (size, start) = read_length(section, at)?;
    section.get(start..start.saturating_add(size)).ok_or(Error::NotWasm("a section's name is cut off"))
}

/// An unsigned LEB128 number and where it ends.
fn read_length(module: &[u8], at: usize) -> Result<(usize, usize), Error> {
    let mut value = 0_usize;
    for (index, &byte) in module.iter().skip(at).take(5).enumerate() {
        value |= usize::from(byte & 0x7F) << (7 * index);
        if byte & 0x80 == 0 {
            return Ok((value, at + index + 1));
        }
    }
    Err(Error::NotWasm("a section's length is cut off"))
}

fn named(name: &[u8]) -> Vec<u8> {
    let mut bytes = length(name.len());
    bytes.extend(name);
    bytes
}

fn length(mut value: usize) -> Vec<u8> {
    let mut bytes = Vec::new();
    while value > 0x7F {
        bytes.push((value & 0x7F) as u8 | 0x80);
        value >>= 7;
    }
    bytes.push(value as u8);
    bytes
}

#[cfg(test)]
mod tests {
    use super::*;

    const EMPTY: &[u8] = b"\0asm\x01\0\0\0";

    fn contains(module: &[u8], text: &str) -> bool {
        module.windows(text.len()).any(|window| window == text.as_bytes())
    }

    #[test]
    fn what_the_compiler_claims_of_the_standard_library_is_dropped() {
        let claimed = with_features(EMPTY, &["reference-types", "multivalue"]).unwrap();
        assert!(contains(&claimed, "multivalue"));
        assert_eq!(with_features(&claimed, &[]).unwrap(), EMPTY);
    }

    #[test]
    fn a_stripped_module_gets_the_features_it_was_compiled_with() {
        let told = with_features(EMPTY, &["reference-types"]).unwrap();
        assert_eq!(told[HEADER..], *b"\0\x22\x0ftarget_features\x01+\x0freference-types");
    }

    #[test]
    fn other_sections_stay_where_they_are() {
        let mut module = EMPTY.to_vec();
        module.extend(b"\x01\x01\0"); // an empty type section
        module.extend(b"\0\x05\x04name"); // a custom section
        module.extend(b"\x03\x01\0"); // an empty function section
        assert_eq!(with_features(&module, &[]).unwrap(), module);
        assert_eq!(bare(&module).unwrap(), b"\0asm\x01\0\0\0\x01\x01\0\x03\x01\0");
    }

    #[test]
    fn long_lengths_are_read_and_written_alike() {
        for value in [0, 127, 128, 300, 70_000] {
            let bytes = length(value);
            assert_eq!(read_length(&bytes, 0).unwrap(), (value, bytes.len()));
        }
    }

    #[test]
    fn a_damaged_module_is_an_error_and_not_a_crash() {
        for damaged in [
            &b"\0as"[..],
            b"<html>..",
            b"\0asm\x01\0\0\0\0\x85",
            b"\0asm\x01\0\0\0\0\x05\x09abc",
            b"\0asm\x01\0\0\0\0\xff\xff\xff\xff\xff",
        ] {
            assert!(bare(damaged).is_err(), "{damaged:?}");
        }
    }
}
