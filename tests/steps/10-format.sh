#!/usr/bin/env bash
# The formatter has nothing to change.
set -euo pipefail
cd "$(dirname "$0")/../.."
source tests/need.sh
need_component rustfmt || skip 'no rustfmt'
cargo fmt --all --check
