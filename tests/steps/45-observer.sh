#!/usr/bin/env bash
# An observer costs nothing when absent: counts the instructions of the same searches without any observer in the
# code, with the silent one, and with one that listens. Needs valgrind; says so and goes on where there is none.
set -euo pipefail
cd "$(dirname "$0")/../.."
if ! command -v valgrind >/dev/null; then
  (apt-get install -y valgrind >/dev/null 2>&1) || { echo 'skipped: no valgrind here'; exit 0; }
fi
cargo build --quiet --profile quick -p xun-grid --example observer_cost
program="${CARGO_TARGET_DIR:-target}/quick/examples/observer_cost"
count() { # instructions of VARIANT with N queries
  valgrind --tool=callgrind --callgrind-out-file=/dev/null "$program" "$1" "$2" 2>&1 | sed -n 's/.*Collected : \([0-9]*\)/\1/p'
}
each() { echo $((($(count "$1" 12) - $(count "$1" 2)) / 10)); } # without what happens once
bare=$(each bare)
silent=$(each silent)
counting=$(each counting)
printf 'instructions a search: %d without an observer, %d with the silent one, %d with one that counts\n' "$bare" "$silent" "$counting"
# Limits and the path as cells are in `silent` and not in `bare`: allow for those.
if ((silent * 100 > bare * 103)); then
  echo "the silent observer costs more than it may (3% for limits and path)" >&2
  exit 1
fi
