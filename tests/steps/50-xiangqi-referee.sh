#!/usr/bin/env bash
# Compares the Xiangqi rules with an independent referee (pyffish) on random positions. Skips, saying so, where pyffish
# cannot be installed.
set -euo pipefail
cargo build --profile quick --quiet --package xun
python=python3
if ! "$python" -c 'import pyffish' 2>/dev/null; then
  python=target/referee/bin/python
  if [[ ! -x "$python" ]] || ! "$python" -c 'import pyffish' 2>/dev/null; then
    python3 -m venv target/referee || { echo 'skipped: python3 has no venv module'; exit 0; }
    "$python" -m pip install --quiet pyffish || { echo 'skipped: pyffish cannot be installed here'; exit 0; }
  fi
fi
"$python" tests/referee/xiangqi.py target/quick/xun "${REFEREE_POSITIONS:-2000}"
