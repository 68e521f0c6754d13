#!/usr/bin/env bash
# The lock-free table, the stop flag and the host's mailbox under loom, which tries every order of their
# threads (tests/model).
set -euo pipefail
cd "$(dirname "$0")/../.."
source tests/need.sh
model=tests/model/Cargo.toml
cargo fetch --quiet --manifest-path "$model" 2>/dev/null || skip 'loom cannot be fetched'
cargo test --quiet --release --manifest-path "$model" --target-dir "$target/model"
