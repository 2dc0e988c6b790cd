//! One name for what every function has: its frame on the stack. esbuild names a function's variables in the
//! order they are declared, parameters first, so that the frame of each function is called otherwise, and
//! gzip sees nothing of `n+8>>2` being the same everywhere. A page is 1 kB smaller if it does.

use std::collections::BTreeMap;
use std::ops::Range;

use super::names;

/// `script` with the frames of the translated View's functions named alike.
pub(super) fn alike(script: &str) -> String {
    let functions = functions(script);
    let mut often = BTreeMap::<&str, usize>::new();
    for name in functions.iter().filter_map(|place| frame(&script[place.clone()])) {
        *often.entry(name).or_default() += 1;
    }
    let Some((common, _)) = often.into_iter().max_by_key(|(_, count)| *count) else { return script.to_owned() };

    let mut named = String::with_capacity(script.len());
    let mut done = 0;
    for place in functions {
        let function = &script[place.clone()];
        if let Some(name) = frame(function).filter(|name| *name != common && is_free(function, common)) {
            named.push_str(&script[done..place.start]);
            named.push_str(&swapped(function, name, common));
            done = place.end;
        }
    }
    named + &script[done..]
}

fn swapped(function: &str, one: &str, other: &str) -> String {
    let names = [(one, other), (other, one)].map(|(from, to)| (from.to_owned(), to.to_owned()));
    names::apply(&BTreeMap::from(names), function)
}

/// The parameters and bodies of the functions without strings, templates or functions inside: those of the View
/// are such.
fn functions(script: &str) -> Vec<Range<usize>> {
    let mut found = Vec::new();
    let starts = script.match_indices("function ").map(|(at, _)| at);
    for (at, open) in starts.filter_map(|at| Some((at, at + script[at..].find('(')?))) {
        let Some(length) = plain(&script[open..]) else { continue };
        if script[at..open].chars().all(|letter| is_word(letter) || letter == ' ') {
            found.push(open..open + length);
        }
    }
    found
}

/// The length of `(…){…}` if it is plain.
fn plain(text: &str) -> Option<usize> {
    let mut depth = 0_usize;
    for (at, byte) in text.bytes().enumerate() {
        match byte {
            b'{' => depth += 1,
            b'}' if depth == 1 => return (!text[..at].contains("function")).then_some(at + 1),
            b'}' => depth = depth.checked_sub(1)?,
            b'"' | b'\'' | b'`' | b'.' => return None,
            _ => {}
        }
    }
    None
}

/// The variable that holds the frame: the `n` of `n=k-16|0,k=n`, where `k` is the top of the stack.
fn frame(function: &str) -> Option<&str> {
    function.match_indices("|0").find_map(|(end, _)| {
        let start = function[..end].rfind(['(', '{', '}', ',', ';', ' '])? + 1;
        let (frame, sum) = function[start..end].split_once('=')?;
        let (stack, size) = sum.split_once('-')?;
        let takes = function[end + 2..].strip_prefix([',', ';'])?.strip_prefix(stack)?.strip_prefix('=')?;
        let whole = takes.strip_prefix(frame)?.starts_with(|letter| !is_word(letter));
        let words = [frame, stack].iter().all(|name| !name.is_empty() && name.chars().all(is_word));
        (whole && words && size.bytes().all(|digit| digit.is_ascii_digit())).then_some(frame)
    })
}

/// Whether `name` means nothing from outside the function: it is a variable of its own, or is not there.
fn is_free(function: &str, name: &str) -> bool {
    let of_its_own = |list: &str| list.split([',', ')', ';']).any(|one| one.split('=').next() == Some(name));
    let parameters = function.get(1..).and_then(|text| text.split(')').next()).unwrap_or_default();
    let variables = function.split("var ").skip(1).filter_map(|text| text.split(';').next());
    let declared = std::iter::once(parameters).chain(variables).any(of_its_own);
    declared || function.split(|letter| !is_word(letter)).all(|word| word != name)
}

fn is_word(letter: char) -> bool {
    letter.is_ascii_alphanumeric() || letter == '_' || letter == '$'
}

#[cfg(test)]
mod tests {
    use super::*;

    const FIRST: &str = "function a(i,n){var f=0,r=0;f=k-16|0,k=f,e[f+8>>2]=n;k=f+16|0}";

    #[test]
    fn the_frames_have_the_commonest_name() {
        let second = "function b(i){var n=0;return n=k-32|0,k=n,a(i,n),k=n+32|0,1}";
        let third = second.replace("b(", "c(");
        let script = format!("(()=>{{let k=9;{FIRST}{second}{third}}})()");
        let named = "function a(i,f){var n=0,r=0;n=k-16|0,k=n,e[n+8>>2]=f;k=n+16|0}";
        assert_eq!(alike(&script), script.replace(FIRST, named));
    }

    #[test]
    fn a_name_from_outside_is_not_taken() {
        let others = "function b(){var n=0;n=k-32|0,k=n}function c(){var n=0;n=k-32|0,k=n}";
        let outer = "function a(i){var f=0;f=k-16|0,k=f,n(f,i);k=f+16|0}";
        assert_eq!(alike(&format!("{others}{outer}")), format!("{others}{outer}"));
        let label = "function a(i){var f=0;f=k-16|0,k=f;n:{if(i)break n;b(f)}k=f+16|0}";
        assert_eq!(alike(&format!("{others}{label}")), format!("{others}{label}"));
    }

    #[test]
    fn functions_that_are_not_the_views_stay_as_they_are() {
        for kept in [
            "function a(i){var f=0,n=i;f=k-16|0,k=f,t(\"n\")}",
            "function a(i){var f=0,n=i;f=k-16|0,k=f,i.n=f}",
            "function a(i){var f=0;f=k-16|0;j=f}",
            "function a(i){var f=k-x|0,k=f}",
        ] {
            let script = format!("{kept}function b(){{var n=0;n=k-32|0,k=n}}function c(){{var n=0;n=k-32|0,k=n}}");
            assert_eq!(alike(&script), script);
        }
    }
}
