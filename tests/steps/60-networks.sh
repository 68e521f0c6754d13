#!/usr/bin/env bash
# A tiny network made on the spot: the engine's integers equal the exporter's, bit for bit. Skips, saying so, where numpy
# cannot be installed.
set -euo pipefail
cargo build --profile quick --quiet --package xun
python=$(tests/python-with.sh numpy) || { echo 'skipped: no numpy'; exit 0; }
"$python" tests/networks/xiangqi.py target/quick/xun "${NETWORK_POSITIONS:-2000}"
"$python" tests/networks/gomoku.py target/quick/xun "${NETWORK_POSITIONS:-2000}"
