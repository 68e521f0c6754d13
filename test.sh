#!/usr/bin/env bash
# Passes all tests. Prints each step, stops at the first failure, and says which command repeats it.
# Steps live in tests/steps/: one file each, run in order of name, so that a part of the project can
# bring its own (a browser, a Python referee) and install what it needs itself.
#
#   ./test.sh            every step
#   ./test.sh clippy     only the steps whose name contains this word
set -euo pipefail
cd "$(dirname "$0")"
only="${1:-}"
began=$SECONDS
count=0
for step in tests/steps/*.sh; do
  name=$(basename "$step" .sh)
  [[ "$name" == *"$only"* ]] || continue
  printf '\n==> %s\n' "$name"
  from=$SECONDS
  if ! bash "$step"; then
    printf '\nFAILED: %s\nrepeat it with:  bash %s\n' "$name" "$step" >&2
    exit 1
  fi
  printf '<== %s: %ds\n' "$name" $((SECONDS - from))
  count=$((count + 1))
done
if ((count == 0)); then
  printf 'no step is named like "%s"; there are: %s\n' "$only" "$(basename -s .sh tests/steps/*.sh | tr '\n' ' ')" >&2
  exit 2
fi
printf '\nall %d steps passed in %ds\n' "$count" $((SECONDS - began))
