#!/usr/bin/env bash
# The Python package: the wheel is built, installed into a new environment, and tested there with
# pytest (notebooks included), the examples of its docstrings and guides, and mypy --strict.
set -euo pipefail
cd "$(dirname "$0")/../.."
source tests/need.sh
need python3 || skip 'no Python'
python3 -c 'import sys; sys.exit(sys.version_info < (3, 10))' || skip 'Python older than 3.10'
python3 -c 'import venv, ensurepip' 2>/dev/null || install_packages python3-venv ||
  skip 'no Python module venv'

package=crates/xun-python
tools="$target/python-tools"
[[ -x "$tools/bin/maturin" && -x "$tools/bin/mypy" ]] || {
  python3 -m venv "$tools"
  "$tools/bin/python" -m pip install --quiet 'maturin>=1.8,<2' mypy numpy ||
    skip 'pip cannot install maturin and mypy'
}

wheels="$target/wheels"
rm -rf "$wheels"
"$tools/bin/maturin" build --quiet --profile quick --manifest-path "$package/Cargo.toml" \
  --out "$wheels"

tested="$target/python-xun"
python3 -m venv --clear "$tested"
pip=("$tested/bin/python" -m pip install --quiet --disable-pip-version-check)
"${pip[@]}" "$wheels"/xun-*.whl || skip 'pip cannot install numpy'
# Without any extra, everything but the adapters works.
(cd /tmp && "$tested/bin/python" -c 'import xun; xun.grid, xun.xiangqi, xun.gomoku, xun.textbook')
"${pip[@]}" pytest networkx pandas gymnasium pettingzoo matplotlib nbclient ipykernel ||
  skip 'pip cannot install pytest and the packages of the extras'

# From a copy of the tests alone, so that the installed package is the one that is tested.
notebooks="$PWD/$package/notebooks"
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cp -r "$package/tests" "$folder/tests"
mkdir "$folder/docs"
cp docs/python*.md README.md README.zh.md "$folder/docs"
cp "$package/README.md" "$folder/docs/package.md"
(cd "$folder" && XUN_DOCS="$folder/docs" XUN_NOTEBOOKS="$notebooks" \
  "$tested/bin/python" -X faulthandler -m pytest -q -rs -p no:cacheprovider tests)
"$tools/bin/mypy" --strict --config-file "$package/pyproject.toml" \
  --cache-dir "$target/mypy" "$package/python/xun"
