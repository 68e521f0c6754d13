#!/usr/bin/env bash
# Third-party crates have permissive licences, one version each and come from crates.io (deny.toml). With a
# checkout of the RustSec database (XUN_ADVISORIES, or where cargo deny and cargo audit keep theirs) none has
# an open advisory.
set -euo pipefail
. tests/need.sh
need python3 || skip 'no python3: licences were not checked'
python3 -c 'import tomllib' 2>/dev/null || skip 'python3 is older than 3.11: licences were not checked'
python3 -B tests/licences.py
for database in "${XUN_ADVISORIES:-}" ~/.cargo/advisory-db ~/.cargo/advisory-dbs/*; do
  [[ -d "$database/crates" ]] || continue
  python3 -B tests/advisories.py "$database"
  exit
done
echo 'no advisory database: advisories were not checked'
