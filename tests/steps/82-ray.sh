#!/usr/bin/env bash
# xun.ray on a Ray cluster of two nodes on this machine: nodes and drivers are killed, and the files
# must be those of one machine. Uses the wheel that 80-python.sh has built.
set -euo pipefail
cd "$(dirname "$0")/../.."
source tests/need.sh
need python3 || skip 'no Python'
python3 -c 'import sys; sys.exit(sys.version_info < (3, 10))' || skip 'Python older than 3.10'
wheel=$(find "$target/wheels" -name 'xun-*.whl' 2>/dev/null | head -n 1)
[[ -n "$wheel" ]] || skip 'no wheel: ./test.sh python builds it'

# Ray is large: its environment is kept, only the wheel is new.
environment="$target/python-ray"
[[ -x "$environment/bin/ray" ]] || {
  python3 -m venv "$environment" || skip 'no Python module venv'
  install=("$environment/bin/python" -m pip install --quiet --disable-pip-version-check
    'ray[data]>=2.9' tqdm pytest)
  # 70 MB: a connection that breaks on the way is tried once more.
  "${install[@]}" || "${install[@]}" || {
    rm -rf "$environment"
    skip 'pip cannot install Ray'
  }
}
"$environment/bin/python" -m pip install --quiet --disable-pip-version-check --no-deps \
  --force-reinstall "$wheel"

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cp -r crates/xun-python/tests_ray "$folder/tests"
mkdir "$folder/docs"
cp docs/ray*.md "$folder/docs"
# No usage report leaves this machine; names of sockets must be short; Ray's token is kept there.
export RAY_USAGE_STATS_ENABLED=0 RAY_TMPDIR=/tmp HOME="$folder"
(cd "$folder" && XUN_DOCS="$folder/docs" timeout 600 \
  "$environment/bin/python" -X faulthandler -m pytest -q -rs -p no:cacheprovider tests)
