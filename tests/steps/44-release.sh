#!/usr/bin/env bash
# The quick parts of ./release.sh: its scripts are sound, equal folders give equal archives, and bill
# of materials and licences name every crate. tests/release/*.sh try whole packages.
set -euo pipefail
cd "$(dirname "$0")/../.."
source tests/need.sh
for script in release.sh packaging/*.sh tests/release/*.sh; do bash -n "$script"; done
need python3 || skip 'no python3: the parts of a release were not made'
python3 -c 'import tomllib' 2>/dev/null || skip 'python3 is older than 3.11'
python3 -B tests/release/quick.py
