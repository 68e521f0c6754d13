#!/usr/bin/env bash
# An absent observer costs nothing: counts the instructions of the same searches without an observer
# in the code, with the silent one, and with one that counts events. Needs valgrind.
set -euo pipefail
cd "$(dirname "$0")/../.."
source tests/need.sh
need valgrind || skip 'no valgrind'
cargo build --quiet --profile quick -p xun-grid --example observer_cost
program="$target/quick/examples/observer_cost"
count() { # instructions of VARIANT with N queries
  valgrind --tool=callgrind --callgrind-out-file=/dev/null "$program" "$1" "$2" 2>&1 |
    sed -n 's/.*Collected : \([0-9]*\)/\1/p'
}
each() { echo $((($(count "$1" 12) - $(count "$1" 2)) / 10)); } # without the start-up
bare=$(each bare)
silent=$(each silent)
counting=$(each counting)
printf 'instructions per search: %d without an observer, %d silent, %d counting\n' \
  "$bare" "$silent" "$counting"
# `silent` includes the limits and the path as cells, `bare` does not: allow 3 % for those.
if ((silent * 100 > bare * 103)); then
  echo "the silent observer costs more than 3 % of the instructions" >&2
  exit 1
fi
