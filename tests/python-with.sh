#!/usr/bin/env bash
# python-with.sh PACKAGE: prints a Python that can import the package, installing it in an environment of its own if need
# be. Where that cannot be done it says why on standard error and fails.
set -euo pipefail
package=$1
if python3 -c "import $package" 2>/dev/null; then
  echo python3
  exit
fi
python=target/python-$package/bin/python
if ! "$python" -c "import $package" 2>/dev/null; then
  python3 -m venv "target/python-$package" >&2 || { echo 'python3 has no venv module' >&2; exit 1; }
  "$python" -m pip install --quiet "$package" >&2 || { echo "$package cannot be installed here" >&2; exit 1; }
fi
echo "$python"
