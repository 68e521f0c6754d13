#!/usr/bin/env bash
# Runs the program on processors of several ages, emulated by qemu: each chooses its own vector
# instructions, and both benches count the same nodes everywhere.
#
#   tests/release/processors.sh [PROGRAM]
set -euo pipefail
cd "$(dirname "$0")/../.."
source tests/release/common.sh
program=${1:-dist/programs/x86_64-unknown-linux-musl/xun}
[[ -x "$program" ]] || skip 'no program: ./release.sh x86_64-unknown-linux-musl'
need qemu-x86_64-static qemu-user-static || skip 'no qemu'
unset XUN_VECTORS

vectors() { "$@" --version --verbose | sed -n 's/^vectors: \([a-z0-9]*\) .*/\1/p'; }
signatures() {
  local game
  for game in 'xiangqi bench --depth 4' 'gomoku bench --depth 3'; do
    # shellcheck disable=SC2086 # words of a command
    signature "$@" $game
  done | xargs
}

expected=$(signatures "$program")
[[ $expected =~ ^[0-9]+\ [0-9]+$ ]] || { printf 'no signatures: %s\n' "$expected" >&2; exit 1; }
printf 'this processor: %s, nodes %s\n' "$(vectors "$program")" "$expected"
for pair in Nehalem:portable Haswell:avx2; do
  emulated() {
    qemu-x86_64-static -cpu "${pair%:*}" "$program" "$@" 2> >(grep -v "TCG doesn't support" >&2)
  }
  chosen=$(vectors emulated)
  nodes=$(signatures emulated)
  printf '%s: %s, nodes %s\n' "${pair%:*}" "$chosen" "$nodes"
  [[ $chosen == "${pair#*:}" && $nodes == "$expected" ]] ||
    { printf 'expected %s, nodes %s\n' "${pair#*:}" "$expected" >&2; exit 1; }
done
