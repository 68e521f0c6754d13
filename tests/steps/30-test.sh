#!/usr/bin/env bash
# Unit, property and integration tests, then the examples in the documentation.
set -euo pipefail
cargo test --workspace --lib --bins --tests --examples --quiet
cargo test --workspace --doc --quiet
