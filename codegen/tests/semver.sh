#!/usr/bin/env bash
# Asks cargo-semver-checks about the version bumps that `codegen diff` claims: for each case of
# codegen/tests/diff/catalogue/ below, both outputs are generated and compared in both directions.
# Writes codegen/tests/diff/semver.md. Takes minutes; needs: cargo install cargo-semver-checks --locked
set -euo pipefail
cd "$(dirname "$0")/../.."
here=$PWD
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
export SEMVER_DIR=$work/cases SEMVER_CASES="an optional member more
a required member more
a member that may be left out
no empty list for a missing one
an empty list where nothing was said
any value
whole numbers only
a lower minimum
a constant more
another constant
an alternative more
an alternative less
an object that upstream closes
a definition with another name
parameters that may be left out
earlier
one direction less
another constant's name"

cargo test -q -p codegen --test diff -- --ignored cases_are_written >/dev/null
cargo build -q -p codegen

# The crate that is generated from one side of a case.
crate() {
    mkdir -p "$2"
    cp -R spec "$2/"
    cp "$1/methods.toml" "$2/spec/draft/"
    mkdir "$2/generated"
    cp generated/Cargo.toml "$2/generated/"
    sed '/^members/s/.*/members = ["generated"]/; /^\[package\]/,/^\[workspace\]/{/^\[workspace\]/!d}' Cargo.toml >"$2/Cargo.toml"
    "$codegen" --root "$2" --spec draft --from "$1/schema.json" >/dev/null
}
codegen=$(cargo metadata -q --format-version 1 --no-deps | sed 's/.*"target_directory":"\([^"]*\)".*/\1/')/debug/codegen
export CARGO_TARGET_DIR=$work/target

# What the change from one crate to another needs: the smallest release type that nothing speaks against.
needs() {
    local release
    for release in patch minor; do
        if cargo semver-checks -q --manifest-path "$2/generated/Cargo.toml" --baseline-root "$1/generated" \
            --all-features --release-type "$release" >"$work/log" 2>&1; then
            echo "$release"
            return
        fi
        # Exit codes don't tell a finding from a failure to compare.
        grep -q '^--- failure' "$work/log" || { cat "$work/log" >&2; exit 1; }
    done
    echo major
}

table=$work/semver.md
cat >"$table" <<END
# What cargo-semver-checks says of the *Rust API* column

Written by \`codegen/tests/semver.sh\` with $(cargo semver-checks --version). It can't tell *none* from *patch*. Where the
report asks for more, the change is in what a type accepts or writes, or an item that was only added, which the tool
does not look at; nowhere may it ask for less. \`api.rs\` compares every item of every case in each test run.

| case | rules | report | cargo-semver-checks |
|---|---|---|---|
END
while IFS= read -r name; do
    dir=$SEMVER_DIR/${name// /-}
    if ! crate "$dir/before" "$work/a" || ! crate "$dir/after" "$work/b"; then
        printf '| %s | | not generated: needs a repair first | |\n' "$name" | tee -a "$table"
        rm -rf "$work/a" "$work/b"
        continue
    fi
    for way in there back; do
        { read -r rules; read -r says; } <"$dir/$way"
        case $way in there) found=$(needs "$work/a" "$work/b") ;; back) found=$(needs "$work/b" "$work/a") ;; esac
        label=$name
        [ "$way" = there ] || label="$name, taken back"
        printf '| %s | %s | %s | %s |\n' "$label" "$rules" "$says" "$found" | tee -a "$table"
    done
    rm -rf "$work/a" "$work/b"
done <<<"$SEMVER_CASES"
cp "$table" "$here/codegen/tests/diff/semver.md"
