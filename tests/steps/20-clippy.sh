#!/usr/bin/env bash
# No warning, pedantic lints included.
set -euo pipefail
cargo clippy --workspace --all-targets --quiet -- -D warnings
