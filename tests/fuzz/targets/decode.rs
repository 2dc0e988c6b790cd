//! Every type of every version, by method and by name: any JSON is read or refused with a place,
//! nothing that was read is lost, and what is written reads back as itself.

use mcp_apps_generated::wire::{DecodeError, Kind, Party};
use serde_json::Value;

use super::versions::{self, Version};

pub fn run(data: &[u8]) {
    let [version, form, index, json @ ..] = data else { return };
    let version = versions::ALL[usize::from(*version) % versions::ALL.len()];
    let (index, json) = (usize::from(*index), serde_json::from_slice::<Value>(json).ok());
    match (form % 4, json) {
        (0, Some(value)) => {
            let name = version.types[index % version.types.len()];
            round("value", &value, |value| (version.by_type)(name, value).unwrap());
        }
        (1, Some(value)) => {
            let name = version.requests[index % version.requests.len()];
            round("result", &value, |value| (version.result)(name, value).unwrap());
        }
        (2, params) => message(version, index, params.as_ref()),
        // A method nobody knows, from anybody.
        (_, Some(value)) => {
            for from in [Party::View, Party::Host, Party::Sandbox] {
                let name = value["method"].as_str().unwrap_or("x/y");
                let read = (version.message)(from, index % 2 == 0, name, value.get("params"));
                refused_at("params", read.err());
            }
        }
        _ => {}
    }
}

fn message(version: &Version, index: usize, params: Option<&Value>) {
    let method = &version.methods[index % version.methods.len()];
    let read = |params: Option<&Value>| {
        let read = (version.message)(method.from, method.kind == Kind::Request, method.name, params);
        read.map(|read| read.written)
    };
    match read(params) {
        Err(error) => refused_at("params", Some(error)),
        Ok(None) => assert!(params.is_none_or(Value::is_null), "{} lost {params:?}", method.name),
        Ok(Some(written)) => {
            if let Some(params) = params {
                kept("params", params, &written);
            }
            assert_eq!(read(Some(&written)).ok(), Some(Some(written.clone())), "{}: {written}", method.name);
        }
    }
}

fn round(root: &str, sent: &Value, read: impl Fn(&Value) -> Result<Value, DecodeError>) {
    match read(sent) {
        Err(error) => refused_at(root, Some(error)),
        Ok(written) => {
            kept(root, sent, &written);
            assert_eq!(read(&written).ok().as_ref(), Some(&written), "{sent}");
        }
    }
}

fn refused_at(root: &str, error: Option<DecodeError>) {
    if let Some(error) = error {
        assert!(error.path().starts_with(root), "{error}");
    }
}

/// Whatever was sent stands in what is written, but for `null` in the place of an absent member.
fn kept(at: &str, sent: &Value, written: &Value) {
    match (sent, written) {
        (Value::Object(sent), Value::Object(written)) => {
            for (name, value) in sent.iter().filter(|(_, value)| !value.is_null()) {
                let place = format!("{at}.{name}");
                kept(&place, value, written.get(name).unwrap_or_else(|| panic!("{place} is lost")));
            }
        }
        (Value::Array(sent), Value::Array(written)) => {
            assert_eq!(sent.len(), written.len(), "{at}");
            sent.iter().zip(written).for_each(|(sent, written)| kept(at, sent, written));
        }
        (Value::Number(sent), Value::Number(written)) => {
            assert!(sent == written || sent.as_f64() == written.as_f64(), "{at}: {sent} became {written}");
        }
        (sent, written) => assert_eq!(sent, written, "{at}"),
    }
}

pub fn seeds() -> Vec<Vec<u8>> {
    let mut seeds = Vec::new();
    for (number, version) in (0..).zip(versions::ALL) {
        for (text, message) in
            super::recorded().iter().filter_map(|text| Some((text, serde_json::from_str::<Value>(text).ok()?)))
        {
            seeds.push([&[number, 3, 0], text.as_bytes()].concat());
            let rows = (0..).zip(version.methods).filter(|(_, row)| message["method"] == row.name);
            let params = message.get("params").map(Value::to_string).unwrap_or_default();
            seeds.extend(rows.map(|(index, _)| [&[number, 2, index], params.as_bytes()].concat()));
            if let Some(result) = message.get("result").map(Value::to_string) {
                let all = 0..u8::try_from(version.requests.len()).unwrap();
                let fits = all.filter(|index| {
                    (version.result)(version.requests[usize::from(*index)], &message["result"]).unwrap().is_ok()
                });
                seeds.extend(fits.map(|index| [&[number, 1, index], result.as_bytes()].concat()));
            }
        }
    }
    seeds
}
