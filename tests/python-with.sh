#!/usr/bin/env bash
# python-with.sh PACKAGE: prints a Python that can import the package. Installs Python, its venv
# module and the package (in an environment of its own under the target folder) if they are missing;
# where that cannot be done, says what is needed on standard error and fails.
set -euo pipefail
cd "$(dirname "$0")/.."
source tests/need.sh
package=$1
need python3 >&2
if python3 -c "import $package" 2>/dev/null; then
  echo python3
  exit
fi
python="$target/python-$package/bin/python"
if ! "$python" -c "import $package" 2>/dev/null; then
  # Debian's python3 has the module `venv` but not `ensurepip`, which a new environment needs.
  python3 -c 'import venv, ensurepip' 2>/dev/null || install_packages python3-venv || {
    echo 'needs the Python module venv (Debian: apt-get install python3-venv)' >&2
    exit 1
  }
  python3 -m venv --clear "$target/python-$package" >&2
  "$python" -m pip install --quiet "$package" >&2 || {
    echo "needs the Python package $package: pip cannot install it here" >&2
    exit 1
  }
fi
echo "$python"
