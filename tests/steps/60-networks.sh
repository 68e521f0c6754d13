#!/usr/bin/env bash
# The engines' integer inference equals the exporter's on a tiny network made on the spot, bit for bit.
set -euo pipefail
cd "$(dirname "$0")/../.."
source tests/need.sh
python=$(tests/python-with.sh numpy) || skip 'no Python with numpy'
cargo build --profile quick --quiet --package xun --package xun-tune
"$python" -B tests/networks/xiangqi.py "$target/quick/xun" "${NETWORK_POSITIONS:-2000}"
"$python" -B tests/networks/gomoku.py "$target/quick/xun" "${NETWORK_POSITIONS:-2000}"
