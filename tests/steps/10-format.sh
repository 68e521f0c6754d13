#!/usr/bin/env bash
# The formatter has nothing to change, and no line is longer than 100 characters: rustfmt reaches
# neither comments nor the inside of macros and strings.
set -euo pipefail
cd "$(dirname "$0")/../.."
source tests/need.sh
need_component rustfmt || skip 'no rustfmt'
cargo fmt --all --check
if git ls-files -z '*.rs' | LC_ALL=C.UTF-8 xargs -0 grep -nE '^.{101}' /dev/null; then
    echo 'these lines are longer than 100 characters' >&2
    exit 1
fi
