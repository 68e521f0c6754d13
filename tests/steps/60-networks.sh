#!/usr/bin/env bash
# A tiny network made on the spot: the engine's integers equal the exporter's, bit for bit. Skips, saying so, where numpy
# cannot be installed.
set -euo pipefail
cargo build --profile quick --quiet --package xun
python=python3
if ! "$python" -c 'import numpy' 2>/dev/null; then
  python=target/numpy/bin/python
  if [[ ! -x "$python" ]] || ! "$python" -c 'import numpy' 2>/dev/null; then
    python3 -m venv target/numpy || { echo 'skipped: python3 has no venv module'; exit 0; }
    "$python" -m pip install --quiet numpy || { echo 'skipped: numpy cannot be installed here'; exit 0; }
  fi
fi
"$python" tests/networks/xiangqi.py target/quick/xun "${NETWORK_POSITIONS:-2000}"
