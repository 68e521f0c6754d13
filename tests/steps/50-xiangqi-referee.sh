#!/usr/bin/env bash
# Compares the Xiangqi rules with an independent referee (pyffish) on random positions. Skips, saying so, where pyffish
# cannot be installed.
set -euo pipefail
cargo build --profile quick --quiet --package xun
python=$(tests/python-with.sh pyffish) || { echo 'skipped: no pyffish'; exit 0; }
"$python" tests/referee/xiangqi.py target/quick/xun "${REFEREE_POSITIONS:-2000}"
