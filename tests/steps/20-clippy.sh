#!/usr/bin/env bash
# No warning, pedantic lints included.
set -euo pipefail
cd "$(dirname "$0")/../.."
source tests/need.sh
need_component clippy || skip 'no clippy'
cargo clippy --workspace --all-targets --quiet -- -D warnings
