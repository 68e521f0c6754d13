#!/usr/bin/env bash
# Unit, property and integration tests, then the examples in the documentation.
set -euo pipefail
cd "$(dirname "$0")/../.."
source tests/need.sh
# Some tests end a child process with the program `kill`.
need kill procps || skip "no kill"
# `--lib` would link a test program for the Python module, in spite of its `test = false`, without
# Python's library. The module has no tests in Rust; 80-python.sh tests it from Python.
cargo test --workspace --exclude xun-python --lib --bins --tests --examples --quiet
cargo test --workspace --exclude xun-python --doc --quiet
