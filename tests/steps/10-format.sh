#!/usr/bin/env bash
# The formatter has nothing to change, and no comment line, which rustfmt leaves alone, is longer than
# 100 characters.
set -euo pipefail
cd "$(dirname "$0")/../.."
source tests/need.sh
need_component rustfmt || skip 'no rustfmt'
cargo fmt --all --check
if git ls-files -z '*.rs' | LC_ALL=C.UTF-8 xargs -0 grep -nP '^(?=.{101}) *//' /dev/null; then
    echo 'these comments are longer than 100 characters' >&2
    exit 1
fi
