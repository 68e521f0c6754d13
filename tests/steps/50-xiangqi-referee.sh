#!/usr/bin/env bash
# The Xiangqi rules agree with an independent referee (pyffish) on random positions.
set -euo pipefail
cd "$(dirname "$0")/../.."
source tests/need.sh
python=$(tests/python-with.sh pyffish) || skip 'no Python with pyffish'
cargo build --profile quick --quiet --package xun
"$python" -B tests/referee/xiangqi.py "$target/quick/xun" "${REFEREE_POSITIONS:-2000}"
