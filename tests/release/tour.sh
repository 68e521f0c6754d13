#!/bin/sh
# Runs the commands of a README with the installed program, from the folder of the README.
#
#   sh tour.sh README.md [PROGRAM [INNER]]
#
# Blocks fenced as "sh no-test" are left out. `cargo run --release --` stands for the program, and
# `target/release/xun` for the same as an argument: INNER, where that differs (wine). Needs only a
# POSIX shell and awk.
set -eu
readme=$1
program=${2:-xun}
inner=${3:-$program}
awk '/^```sh$/ {inside = 1; next} /^```/ {inside = 0} inside' "$readme" |
  sed -e "s|cargo run --release -- |$program |" -e "s|target/release/xun |$inner |" >tour-commands
count=0
while IFS= read -r line; do
  [ -n "$line" ] || continue
  echo "\$ $line"
  sh -c "$line" </dev/null >tour-output 2>&1 || {
    cat tour-output
    echo "fails: $line" >&2
    exit 1
  }
  count=$((count + 1))
done <tour-commands
rm -f tour-commands tour-output
[ "$count" -gt 5 ] || { echo "$readme has only $count commands" >&2; exit 1; }
echo "$readme: $count commands run"
