#!/usr/bin/env bash
# Unit, property and integration tests, then the examples in the documentation.
set -euo pipefail
cd "$(dirname "$0")/../.."
source tests/need.sh
# Some tests end a child process with the program `kill`.
need kill procps || skip "no kill"
cargo test --workspace --lib --bins --tests --examples --quiet
cargo test --workspace --doc --quiet
