#!/usr/bin/env bash
# The documentation builds without a warning: no broken link, nothing undocumented.
set -euo pipefail
RUSTDOCFLAGS="-D warnings" cargo doc --workspace --no-deps --quiet
