//! One side of a recorded conversation, played by ours: what the other side said is fed in, what
//! our side said is commanded or awaited, and every difference is told.

use std::collections::BTreeMap;

use futures_executor::LocalPool;
use mcp_apps::testing::{Clock, Fake, Received};
use serde::Deserialize;
use serde_json::{Value, json};

#[derive(Deserialize)]
pub struct Line {
    pub dir: String,
    pub msg: Value,
    #[serde(default)]
    pub case: String,
}

/// The conversations of a recording, each with its numbered lines.
pub fn cases(recording: &str) -> Vec<(String, Vec<(usize, Line)>)> {
    let mut cases: Vec<(String, Vec<(usize, Line)>)> = Vec::new();
    for (number, text) in recording.lines().enumerate() {
        let line: Line = serde_json::from_str(text).unwrap();
        match cases.iter_mut().find(|(case, _)| *case == line.case) {
            Some((_, lines)) => lines.push((number + 1, line)),
            None => cases.push((line.case.clone(), vec![(number + 1, line)])),
        }
    }
    cases
}

/// Where ours and theirs differ: line, what they did, what we did.
pub type Difference = (usize, String, String);

/// The committed table: `line | theirs | ours | why`, headed by `#`.
pub fn table(text: &str) -> Vec<Difference> {
    let rows = text.lines().filter(|line| !line.is_empty() && !line.starts_with('#'));
    let rows = rows.map(|line| {
        let cells: Vec<&str> = line.split('|').map(str::trim).collect();
        let [number, theirs, ours, why] = cells[..] else { panic!("four cells wanted: {line}") };
        assert!(!why.is_empty(), "{line}");
        (number.parse().unwrap(), theirs.to_owned(), ours.to_owned())
    });
    rows.collect()
}

/// Our side, as the replay moves it.
pub trait Player {
    /// Does what the recorded side did: sends this request or notification. `Err` says how it
    /// was refused; `Ok(false)` that nothing is to be sent because it happens by itself.
    fn command(&mut self, stage: &mut Stage, message: &Value) -> Result<bool, String>;
}

pub struct Stage {
    pub pool: LocalPool,
    pub clock: Clock,
    pub other: Fake,
    line: usize,
    /// Answers of ours, by the line that asked.
    answers: BTreeMap<usize, Vec<String>>,
    /// Other messages of ours that were not asked for yet.
    said: Vec<(usize, Value)>,
    /// The lines of the other side's requests, by id.
    asked: BTreeMap<String, Vec<usize>>,
    /// Our ids for the recorded side's.
    ids: BTreeMap<String, Option<Value>>,
}

impl Stage {
    pub fn new(other: Fake) -> Self {
        Stage {
            pool: LocalPool::new(),
            clock: Clock::default(),
            other,
            line: 0,
            answers: BTreeMap::new(),
            said: Vec::new(),
            asked: BTreeMap::new(),
            ids: BTreeMap::new(),
        }
    }

    pub fn run(&mut self) {
        self.pool.run_until_stalled();
        while let Some(message) = self.other.take() {
            match message {
                Received::Response { id, outcome } => {
                    let id = serde_json::to_string(&id).unwrap();
                    let lines = self.asked.get_mut(&id).filter(|lines| !lines.is_empty());
                    let line = lines.map_or(self.line, |lines| lines.remove(0));
                    let outcome = match outcome {
                        Ok(result) => format!("result {}", canonical(result.get())),
                        Err(error) => format!("error {}", error.code),
                    };
                    self.answers.entry(line).or_default().push(outcome);
                }
                Received::Request { id, method, params } => {
                    self.said.push((self.line, said(&method, Some(json!(id)), params.as_deref())));
                }
                Received::Notification { method, params } => {
                    self.said.push((self.line, said(&method, None, params.as_deref())));
                }
            }
        }
    }

    /// What the other side said, under our ids.
    fn feed(&mut self, message: &Value) {
        let mut message = message.clone();
        let id = message.get("id").map(Value::to_string);
        let answers = message.is_object() && message.get("method").is_none();
        match (id, answers) {
            (Some(id), true) => match self.ids.get(&id) {
                Some(Some(ours)) => message["id"] = ours.clone(),
                Some(None) => return, // the request it answers was refused on our side
                None => {}
            },
            (Some(id), false) if message.get("method").is_some() => self.asked.entry(id).or_default().push(self.line),
            _ => {}
        }
        self.other.send_text(&message.to_string());
        self.run();
    }
}

fn said(method: &str, id: Option<Value>, params: Option<&serde_json::value::RawValue>) -> Value {
    let params: Option<Value> = params.map(|params| serde_json::from_str(params.get()).unwrap());
    let mut message = json!({"method": method});
    if let Some(id) = id {
        message["id"] = id;
    }
    if let Some(params) = params {
        message["params"] = params;
    }
    message
}

fn canonical(json: &str) -> String {
    serde_json::from_str::<Value>(json).unwrap().to_string()
}

/// Plays a conversation; `ours` are the directions our side speaks in. Gives the differences.
pub fn play(stage: &mut Stage, player: &mut dyn Player, lines: &[(usize, Line)], ours: &[&str]) -> Vec<Difference> {
    let mut theirs: BTreeMap<usize, Vec<String>> = BTreeMap::new();
    let mut asked: BTreeMap<String, Vec<usize>> = BTreeMap::new();
    let mut differences = Vec::new();
    for (number, line) in lines {
        stage.line = *number;
        let id = line.msg.get("id").map(Value::to_string);
        if !ours.contains(&line.dir.as_str()) {
            if let (Some(id), Some(_)) = (&id, line.msg.get("method")) {
                asked.entry(id.clone()).or_default().push(*number);
            }
            stage.feed(&line.msg);
        } else if line.msg.get("method").is_some() {
            differences.extend(speak(stage, player, &line.msg));
        } else {
            let at = asked.get_mut(&id.unwrap()).unwrap().remove(0);
            let outcome = match line.msg.get("error") {
                Some(error) => format!("error {}", error["code"]),
                None => format!("result {}", line.msg["result"]),
            };
            theirs.entry(at).or_default().push(outcome);
        }
    }
    let silence = || vec!["silence".to_owned()];
    let answered: Vec<usize> = theirs.keys().chain(stage.answers.keys()).copied().collect();
    for line in answered {
        let their = theirs.remove(&line).unwrap_or_else(silence).join(", ");
        let our = stage.answers.remove(&line).unwrap_or_else(silence).join(", ");
        if their != our {
            let (their, our) = shortened(&their, &our).unwrap_or((their, our));
            differences.push((line, their, our));
        }
    }
    for (line, message) in stage.said.drain(..) {
        differences.push((line, "silence".to_owned(), message["method"].as_str().unwrap().to_owned()));
    }
    differences.sort();
    differences
}

/// Two results, reduced to where they differ.
fn shortened(theirs: &str, ours: &str) -> Option<(String, String)> {
    let value = |text: &str| serde_json::from_str::<Value>(text.strip_prefix("result ")?).ok();
    let mut places = (Vec::new(), Vec::new());
    differing("result", Some(&value(theirs)?), Some(&value(ours)?), &mut places);
    Some((places.0.join(", "), places.1.join(", ")))
}

fn differing(path: &str, theirs: Option<&Value>, ours: Option<&Value>, places: &mut (Vec<String>, Vec<String>)) {
    if let (Some(Value::Object(theirs)), Some(Value::Object(ours))) = (theirs, ours) {
        let keys: std::collections::BTreeSet<&String> = theirs.keys().chain(ours.keys()).collect();
        for key in keys {
            differing(&format!("{path}.{key}"), theirs.get(key), ours.get(key), places);
        }
    } else if theirs != ours {
        let told = |value: Option<&Value>| value.map_or("absent".to_owned(), Value::to_string);
        places.0.push(format!("{path}: {}", told(theirs)));
        places.1.push(format!("{path}: {}", told(ours)));
    }
}

/// Says what the recorded side said, and compares.
fn speak(stage: &mut Stage, player: &mut dyn Player, recorded: &Value) -> Option<Difference> {
    let method = recorded["method"].as_str().unwrap();
    let outcome = player.command(stage, recorded);
    stage.run();
    let place = stage.said.iter().position(|(_, message)| message["method"] == method);
    let message = place.map(|place| stage.said.remove(place).1);
    let theirs = recorded.get("id").map(Value::to_string);
    if let Some(theirs) = theirs {
        stage.ids.insert(theirs, message.as_ref().map(|message| message["id"].clone()));
    }
    let ours = match (outcome, &message) {
        (Err(refused), _) => refused,
        (Ok(_), None) => "silence".to_owned(),
        (Ok(_), Some(message)) => {
            let (expected, found) = (params(recorded), params(message));
            if expected == found {
                return None;
            }
            return Some((stage.line, format!("{method} {expected}"), found.to_string()));
        }
    };
    Some((stage.line, method.to_owned(), ours))
}

/// The parameters, with a progress token that is the request's id left out.
fn params(message: &Value) -> Value {
    let mut params = message.get("params").cloned().unwrap_or(json!("absent"));
    if params.pointer("/_meta/progressToken") == message.get("id")
        && let Some(members) = params.as_object_mut()
    {
        members.remove("_meta");
    }
    params
}
