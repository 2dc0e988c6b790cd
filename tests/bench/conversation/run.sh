#!/usr/bin/env bash
# The conversation benchmark: our Host and View, and the TypeScript AppBridge and App, hold the
# recorded conversations, each pair in a process of its own, in turns in one run.
#
#   tests/bench/conversation/run.sh
#
# Both sides, for every message: the side that sent it in the recording sends it through its typed
# method, from the recorded JSON text of the params; it crosses an in-memory channel as JSON text;
# the other side parses it, validates it against its types (zod's in TypeScript), gives it to the
# registered handler, and answers a request the same way back; the asker validates the result.
# "ext-apps, objects" leaves out the text on the channel: the SDK's in-memory transport as it is.
# Both validate the View tool's arguments; neither derives a schema. zod may compile its validators
# (JITLESS=1: it may not, as in a sandboxed page). Both are one thread on one processor, where
# `taskset` exists. bench.mjs checks first that both say what was recorded.
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
root=$here/../../..
target=${CARGO_TARGET_DIR:-$root/target}

npm --prefix "$here" ci --ignore-scripts --silent
# As an application that cares for speed would build it.
export CARGO_PROFILE_RELEASE_LTO=fat CARGO_PROFILE_RELEASE_CODEGEN_UNITS=1
cargo build --manifest-path "$root/Cargo.toml" --release --quiet -p mcp-apps --example conversation_bench --features draft

pin=()
if command -v taskset > /dev/null; then
    allowed=$(taskset -pc $$)
    allowed=${allowed##* }
    pin=(taskset -c "${allowed##*[,-]}")
fi
exec "${pin[@]}" node "$here/bench.mjs" "$target/release/examples/conversation_bench" \
    "$root"/tests/transcripts/*_full.jsonl
