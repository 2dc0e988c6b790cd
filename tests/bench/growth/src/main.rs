//! `growth views N`: N Views on one thread, each greeted and pinged; `growth schema N`: the draft with its types N times over,
//! generated. Prints one object: the seconds it took and, for Views, the resident memory they hold.

use std::error::Error;
use std::path::Path;
use std::time::Instant;

use codegen::source::{Inputs, Spec};
use futures_executor::LocalPool;
use futures_util::task::LocalSpawnExt;
use mcp_apps::draft::{HostBuilder, Implementation, ViewBuilder};
use mcp_apps::task::Timeless;
use mcp_apps::transport::pair;
use serde_json::{Map, Value, json};

type Fallible<T> = Result<T, Box<dyn Error>>;

/// The process's resident memory, in bytes; 0 where the system does not tell it so.
fn resident() -> u64 {
    let statm = std::fs::read_to_string("/proc/self/statm").unwrap_or_default();
    statm.split(' ').nth(1).and_then(|pages| pages.parse::<u64>().ok()).unwrap_or_default() * 4096
}

/// Host and View of each conversation, both idle at the end.
fn views(count: usize) -> Fallible<Value> {
    let mut pool = LocalPool::new();
    let (before, started) = (resident(), Instant::now());
    let mut kept = Vec::new();
    for _ in 0..count {
        let (host_end, view_end) = pair();
        let (host, host_driver) = HostBuilder::new(Implementation::new("host", "1")).attach(host_end, Timeless)?;
        let (view, view_driver) = ViewBuilder::new(Implementation::new("view", "1")).connect(view_end, Timeless)?;
        pool.spawner().spawn_local(async { drop(host_driver.await) })?;
        pool.spawner().spawn_local(async { drop(view_driver.await) })?;
        let view = pool.run_until(view)?;
        pool.run_until(host.initialized())?;
        pool.run_until(host.ping())?;
        kept.push((host, view));
    }
    let (seconds, held) = (started.elapsed().as_secs_f64(), resident().saturating_sub(before));
    Ok(json!({"seconds": seconds, "bytes": held, "kept": kept.len()}))
}

/// Every `$ref` to a definition of `names` points to its copy.
fn point_to_copies(value: &mut Value, names: &[String], suffix: &str) {
    match value {
        Value::Object(members) => {
            for (key, member) in members {
                match member {
                    Value::String(text) if key == "$ref" => {
                        if names.iter().any(|name| text.strip_prefix("#/$defs/") == Some(name)) {
                            text.push_str(suffix);
                        }
                    }
                    other => point_to_copies(other, names, suffix),
                }
            }
        }
        Value::Array(items) => items.iter_mut().for_each(|item| point_to_copies(item, names, suffix)),
        _ => {}
    }
}

/// The draft, with every object that is not a message `times` times.
fn enlarged(spec: &Spec, times: usize) -> Fallible<Vec<u8>> {
    let mut document: Value = serde_json::from_slice(&spec.schema)?;
    let defs = document["$defs"].as_object_mut().ok_or("the schema has no definitions")?;
    let is_copied = |def: &Value| def.get("properties").is_some_and(|properties| properties.get("method").is_none());
    let types: Map<String, Value> =
        defs.iter().filter(|(_, def)| is_copied(def)).map(|(name, def)| (name.clone(), def.clone())).collect();
    let names: Vec<String> = types.keys().cloned().collect();
    for copy in 1..times {
        let suffix = format!("Copy{copy}");
        for (name, def) in &types {
            let mut def = def.clone();
            point_to_copies(&mut def, &names, &suffix);
            // The generator tells definitions apart by their shape, so each copy has a member of its own.
            def["properties"][format!("of{suffix}")] = json!({"type": "string"});
            defs.insert(format!("{name}{suffix}"), def);
        }
    }
    Ok(serde_json::to_vec(&document)?)
}

fn schema(times: usize) -> Fallible<Value> {
    let spec_dir = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../spec");
    let inputs = Inputs::load(&spec_dir)?;
    let draft = inputs.specs.iter().find(|spec| spec.name == "draft").ok_or("there is no draft")?;
    let omit = draft.omit.clone();
    let spec = Spec::unpinned(&spec_dir, "draft", "draft, enlarged", enlarged(draft, times)?, omit)?;
    let started = Instant::now();
    let protocol = codegen::protocol(&inputs, &spec).map_err(|error| error.to_string())?;
    let files = codegen::emit::emit(&[protocol]).map_err(|error| error.to_string())?;
    let seconds = started.elapsed().as_secs_f64();
    let lines: usize = files.0.values().map(|text| text.lines().count()).sum();
    Ok(json!({"seconds": seconds, "bytes": spec.schema.len(), "lines": lines}))
}

fn main() -> Fallible<()> {
    let mut words = std::env::args().skip(1);
    let (curve, count) = (words.next().ok_or("views or schema?")?, words.next().ok_or("how many?")?.parse()?);
    let measured = match curve.as_str() {
        "views" => views(count)?,
        "schema" => schema(count)?,
        other => return Err(format!("no such curve: {other}").into()),
    };
    println!("{measured}");
    Ok(())
}
