// node runtime/tests/host_adapter/mutants.mjs [filter]: takes each guard of the host adapter, and those against
// floods, out, in a copy of the sources, and expects the test named beside it to fail by an assertion of its
// own. Some 15 s a guard; SECURITY.md has the table.

import { execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const bridge = "host_adapter bridge::";
const load = "host_adapter load::";
const discovery = "host_adapter discovery::";
const limits = "host_adapter limits::";
const rmcp = "host_adapter over_rmcp::";
const faults = "faults ";

/** A guard: its file under runtime/src, what stands there, what is left without it, the target and the test. */
const GUARDS = [
  ["meta.rs", "        Some(_) => false,\n    }\n}", "        Some(_) => true,\n    }\n}", `${discovery}row_48_visibility_is_who_is_named_and_the_inventory_is_never_filtered`],
  ["host/inventory.rs", "filter(|tool| tool.visibility.model)", "filter(|_| true)", `${discovery}row_48_visibility_is_who_is_named_and_the_inventory_is_never_filtered`],
  ["host/inventory.rs", "named.all(|tool| tool.visibility.app)", "named.all(|_| true)", `${bridge}h8_a_view_calls_what_is_for_apps_and_gets_the_result_as_it_is`],
  ["host/inventory.rs", "named.all(", "named.any(", `${bridge}row_48_of_two_tools_with_one_name_both_have_to_be_for_apps`],
  ["host/bridge/forward.rs", "None => return Err(invalid(\"params.name: the app's server has no such tool\")),", "None => {}", `${bridge}h9_a_view_of_one_server_never_reaches_another`],
  ["host/load.rs", "if app.connection != self.id()", "if false", `${load}row_59_one_uri_on_two_servers_is_two_apps_and_a_link_is_followed_on_its_own`],
  ["host/connection.rs", "state.misses.is_power_of_two()", "true", `${bridge}a_views_guesses_do_not_have_the_list_read_at_will`],
  ["host/connection.rs", "const MOST_PAGES: usize = 100;", "const MOST_PAGES: usize = 1000;", `${discovery}an_inventory_is_read_page_by_page_once_and_again_after_it_changed`],
  ["host/bridge/forward.rs", ".filter(|method| is_servers(method))", ".filter(|_| true)", `${bridge}h38_other_methods_are_passed_on_only_where_the_host_named_them`],
  ["host/bridge/forward.rs", "self.connection.serves(&[capability])", "capability.len() > 1", `${bridge}row_57_a_view_is_told_of_what_is_served_and_nothing_else_is`],
  ["host/bridge/forward.rs", "ask(&self.requests, Forwarded { method: method.clone(), params: params.clone() }).await?;", "let _ = ask(&self.requests, Forwarded { method: method.clone(), params: params.clone() }).await;", `${bridge}h38_a_hook_sees_what_is_passed_on_and_may_refuse_it`],
  ["host/bridge/forward.rs", "Some(tool) => ask(&self.calls, ToolCall { tool: tool.clone(), arguments }).await,", "Some(_) => Ok(()),", `${bridge}h38_a_hook_sees_what_is_passed_on_and_may_refuse_it`],
  ["host/bridge/forward.rs", "meta.remove(\"progressToken\")", "meta.get(\"progressToken\").cloned()", `${bridge}w14_progress_is_rekeyed_and_a_view_cannot_speak_the_protocol_in_its_hosts_name`],
  ["host/bridge/forward.rs", "meta.retain(|key, _| !key.starts_with(protocol));", "let _ = protocol;", `${bridge}w14_progress_is_rekeyed_and_a_view_cannot_speak_the_protocol_in_its_hosts_name`],
  ["host/bridge/forward.rs", "        if self.read_only {\n", "        if false {\n", `${bridge}row_60_a_read_only_view_costs_its_server_nothing`],
  ["host/bridge.rs", "if gate.read_only { builder } else { install(builder, gate) }", "install(builder, gate)", `${bridge}row_60_a_read_only_view_costs_its_server_nothing`],
  ["host/bridge.rs", "Link::parse(&params.url).map_err(|refusal| RpcError::denied(refusal.to_string()));", "Link::parse(\"https://a.example\").map_err(|refusal| RpcError::denied(refusal.to_string()));", `${bridge}h34_a_link_is_checked_before_anybody_is_asked`],
  ["host/link.rs", "if !matches!(scheme.as_str(), \"http\" | \"https\" | \"mailto\")", "if false", "lib host::link::tests::h34_everything_else_is_refused_for_a_reason"],
  ["host/link.rs", "if authority.contains('@')", "if false", "lib host::link::tests::h34_everything_else_is_refused_for_a_reason"],
  ["host/link.rs", "if text.chars().any(is_misleading)", "if false", "lib host::link::tests::h34_everything_else_is_refused_for_a_reason"],
  ["host/bridge.rs", "if size > most", "if false", `${bridge}h36_the_last_context_wins_is_bounded_and_says_who_supplied_it`],
  ["host/bridge.rs", "approve.ask(offers.clone()).await?;", "let _ = approve.ask(offers.clone()).await;", `${bridge}h37_downloads_are_approved_by_name_fetched_from_the_own_server_and_bounded`],
  ["host/download.rs", "if text.len() > max {", "if false {", `${bridge}h37_downloads_are_approved_by_name_fetched_from_the_own_server_and_bounded`],
  ["host/download.rs", "decoded.rsplit(['/', '\\\\'])", "decoded.rsplit(['/'])", "lib host::download::tests::h37_a_name_is_the_last_segment_made_safe"],
  ["host/project.rs", "block.as_object_mut()?.remove(\"_meta\");", "", "lib host::project::tests::s17_what_is_for_the_view_does_not_reach_the_model"],
  ["host/limits.rs", "if !self.may_take(cx)", "if !self.may_take(cx) && false", `${limits}a_flooding_view_is_read_more_slowly_loses_nothing_and_hurts_nobody`],
  ["host/limits.rs", "max_bytes: self.message_bytes, ", "", `${limits}a_view_has_so_many_requests_open_and_no_message_beyond_a_size`],
  ["host/limits.rs", " max_in_flight: self.requests,", "", `${limits}a_view_has_so_many_requests_open_and_no_message_beyond_a_size`],
  ["session/incoming.rs", "bytes > limits.max_held_bytes.saturating_sub(self.held)", "bytes == usize::MAX", `${faults}unanswered_requests_are_bounded_by_their_bytes_and_there_is_room_again_after_an_answer`],
  ["peer/notifications.rs", "bytes: limits.max_held_bytes", "bytes: usize::MAX", `${faults}notifications_nobody_listens_to_are_kept_up_to_a_number_of_bytes`],
  ["peer/driver.rs", "const UNSENT: usize = 1024;", "const UNSENT: usize = usize::MAX;", `${faults}a_peer_that_takes_no_answers_is_not_read_any_further`],
  ["host/rmcp.rs", "let Some(handle) = self.handle.take() else { return };", "let Some(handle) = self.handle.take().filter(|_| false) else { return };", `${rmcp}m16_dropping_a_call_cancels_it_at_the_server`],
  ["host/connection.rs", "views.iter().for_each(Host::close);", "views.iter().for_each(|_| ());", `${bridge}closing_the_connection_ends_its_views_and_no_others`],
  ["host/load.rs", "named.chain(&items).find(fits)", "named.chain(&items).find(|_| true)", `${load}s2_a_document_of_another_type_is_not_a_view`],
  ["host/load.rs", "if bytes > max {", "if false {", `${load}row_33_a_page_that_is_too_large_is_refused_by_size_and_limit`],
  ["csp/policy.rs", "granted.retain(|source| asked.contains(source));", "", "lib csp::policy::tests::h12_an_approval_cannot_add_an_origin_that_was_not_declared"],
  ["csp/policy/approve.rs", "retain(|source| self.objection(source).is_none())", "retain(|_| true)", "lib csp::policy::tests::the_default_approval_takes_public_origins_only"],
  ["csp/policy/approve.rs", "} else if source.is_private() || !is_public(source.host()) {", "} else if source.is_private() {", "lib csp::policy::tests::the_default_approval_takes_public_origins_only"],
  ["csp/policy.rs", "'&' => escaped.push_str(\"&amp;\"),", "", "lib csp::policy::tests::row_67_the_meta_element_escapes_what_html_would_decode"],
  ["csp/source.rs", "if authority.contains('@')", "if false", "lib csp::source::tests::row_67_what_is_not_one_origin_is_refused_by_name"],
  ["csp/policy.rs", "(\"form-action\", \"'none'\".to_owned()),", "(\"form-action\", \"'self'\".to_owned()),", "lib csp::policy::tests::row_69_forms_and_plugins_go_nowhere_and_the_base_is_set_in_every_policy"],
  ["csp/policy/tokens.rs", "\"allow-presentation\"]", "\"allow-top-navigation\"]", "lib csp::policy::tests::row_71_sandbox_tokens_are_those_of_an_allowlist"],
  ["host/sandbox/origin.rs", "if origin == host.0 {", "if false {", "lib host::sandbox::tests::row_74_a_view_has_an_origin_only_where_the_host_made_one_for_it"],
  ["host/sandbox.rs", "escaped(value.to_string(), '<', \"\\\\u003c\")", "value.to_string()", "lib host::sandbox::tests::settings_cannot_leave_their_script"],
];

const root = execFileSync("git", ["rev-parse", "--show-toplevel"], { encoding: "utf8" }).trim();
const copy = join(mkdtempSync(join(tmpdir(), "mcp-apps-mutants-")), "tree");
execFileSync("git", ["worktree", "add", "--detach", "--quiet", copy, "HEAD"], { cwd: root });
// A folder of its own, kept for the next time: cargo tells two copies of a tree apart by the age of
// their files alone, and would take a mutant for the real thing.
const target = join(process.env.CARGO_TARGET_DIR ?? join(root, "target"), "mutants");
const env = { ...process.env, CARGO_TARGET_DIR: target, CARGO_INCREMENTAL: "1", RUST_BACKTRACE: "0" };

/** What happened to the test without the guard. */
function verdict([file, from, to, named]) {
  const path = join(copy, "runtime/src", file);
  const whole = readFileSync(path, "utf8");
  if (whole.split(from).length !== 2) return "the guard is not there exactly once";
  writeFileSync(path, whole.replace(from, () => to));
  const [target, test] = named.split(" ");
  const which = target === "lib" ? ["--lib"] : ["--test", target];
  const ran = spawnSync("cargo", ["test", "--quiet", "-p", "mcp-apps", "--features", "host,rmcp-3", ...which, "--", "--exact", test],
    { cwd: copy, env, encoding: "utf8", timeout: 300_000 });
  writeFileSync(path, whole);
  const said = ran.stdout + ran.stderr;
  if (/test result: ok\. 1 passed/.test(said)) return "the test passes without the guard";
  const [, at, line] = said.match(/panicked at (runtime\/(?:tests|src)\/\S+?):(\d+):\d+/) ?? [];
  if (!at) return `it did not run: ${said.split("\n").find((line) => line.startsWith("error")) ?? said.slice(-200)}`;
  // In the test's own file: an assertion, not a breakdown elsewhere.
  const text = readFileSync(join(copy, at), "utf8").split("\n")[line - 1].trim();
  return at.startsWith("runtime/tests/") || /assert|unwrap|panic!/.test(text) ? { text } : `it fails elsewhere: ${at}:${line} ${text}`;
}

let wrong = 0;
try {
  for (const guard of GUARDS.filter((guard) => guard.join(" ").includes(process.argv[2] ?? ""))) {
    const outcome = verdict(guard);
    const caught = typeof outcome === "object";
    if (!caught) wrong += 1;
    console.log(`${caught ? "caught" : "FAILED"} ${guard[0]}: ${guard[1].trim()}\n  ${guard[3]}\n  ${caught ? outcome.text : outcome}`);
  }
} finally {
  execFileSync("git", ["worktree", "remove", "--force", copy], { cwd: root });
  rmSync(join(copy, ".."), { recursive: true, force: true });
}
console.log(`${wrong} guards could be lost`);
process.exit(wrong === 0 ? 0 : 1);
