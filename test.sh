#!/usr/bin/env bash
# Runs all tests: every script in tests/steps/, in order of name, up to the first failure.
# A step exits with 0 (passed), 77 (skipped: a tool is missing and cannot be installed) or anything
# else (failed). The last line counts all three.
#
#   ./test.sh            every step
#   ./test.sh clippy     only the steps whose name contains this word
set -euo pipefail
cd "$(dirname "$0")"
only="${1:-}"
passed=0 failed=0 skipped=()
reason=$(mktemp)
export XUN_SKIP_REASON="$reason" # tests/need.sh writes the reason for a skip here

report() {
  rm -f "$reason"
  local list
  printf -v list ', %s' "${skipped[@]+"${skipped[@]}"}"
  ((${#skipped[@]})) && list=": ${list#, }" || list=""
  printf '\n%d passed, %d failed, %d skipped%s\n' "$passed" "$failed" "${#skipped[@]}" "$list"
}
trap report EXIT

for step in tests/steps/*.sh; do
  name=$(basename "$step" .sh)
  [[ "$name" == *"$only"* ]] || continue
  printf '\n==> %s\n' "$name"
  from=$SECONDS
  : >"$reason"
  code=0
  bash "$step" || code=$?
  printf '<== %s: %ds\n' "$name" $((SECONDS - from))
  case $code in
    0) passed=$((passed + 1)) ;;
    77) skipped+=("$name ($(head -n 1 "$reason"))") ;;
    *)
      failed=1
      printf '\nFAILED: %s (exit code %d)\nrepeat it with:  bash %s\n' "$name" "$code" "$step" >&2
      exit 1
      ;;
  esac
done
if ((passed + ${#skipped[@]} == 0)); then
  printf 'no step is named like "%s"; there are: %s\n' "$only" \
    "$(basename -s .sh tests/steps/*.sh | tr '\n' ' ')" >&2
  exit 2
fi
