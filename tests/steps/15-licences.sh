#!/usr/bin/env bash
# Third-party crates have permissive licences, one version each and come from crates.io (deny.toml).
set -euo pipefail
. tests/need.sh
need python3 || skip 'no python3: licences were not checked'
python3 -c 'import tomllib' 2>/dev/null || skip 'python3 is older than 3.11: licences were not checked'
python3 -B tests/licences.py
