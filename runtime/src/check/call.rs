//! The result of a tool that was called.

use mcp_apps_generated::v2026_01_26::ListToolsRequest;
use mcp_apps_generated::wire::Request;
use serde_json::Value;

use super::observe::{Failure, Observed, links};
use super::tool::place;
use super::validate::objections;
use super::{Findings, rules};

pub(super) fn judge(name: &str, answer: &Result<Value, Failure>, seen: &Observed, findings: &mut Findings) {
    let Some(tool) = seen.tools.iter().find(|tool| tool["name"] == name) else {
        if seen.failed.iter().any(|(method, _)| *method == ListToolsRequest::METHOD) {
            return;
        }
        findings.add(&rules::CALL_FAILED, format!("tool {name}"), "there is no such tool");
        return;
    };
    let place = format!("result of {}", place(tool));
    let result = match answer {
        Ok(result) => result,
        Err(error) => return findings.add(&rules::CALL_FAILED, place, error),
    };
    let blocks = result["content"].as_array().map(Vec::as_slice).unwrap_or_default();
    let blank =
        |block: &Value| block["type"] == "text" && block["text"].as_str().is_none_or(|text| text.trim().is_empty());
    if !links(tool).is_empty() && blocks.iter().all(blank) {
        findings.add(&rules::CONTENT_EMPTY, format!("{place} content"), "nothing for the model to read");
    }
    let Some(schema) = tool.get("outputSchema").filter(|_| result["isError"] != true) else { return };
    let place = format!("{place} structuredContent");
    let Some(data) = result.get("structuredContent") else {
        return findings.add(&rules::STRUCTURED_CONTENT, place, "absent, though the tool has an outputSchema");
    };
    for objection in objections(schema, data, seen.patience).unwrap_or_else(|unjudged| vec![unjudged]) {
        findings.add(&rules::STRUCTURED_CONTENT, &place, objection);
    }
}
