#!/usr/bin/env bash
# The formatter has nothing to change.
set -euo pipefail
cargo fmt --all --check
