#!/usr/bin/env bash
# Tries the archive for 64-bit ARM, emulated by qemu on other machines: the tour of both READMEs,
# both benches with the same node counts as on x86-64, the engines with our referee, and the page.
#
#   tests/release/arm.sh [dist/xun-….tar.gz]
set -euo pipefail
cd "$(dirname "$0")/../.."
source tests/release/common.sh
archive=${1:-$(ls -t dist/xun-*-aarch64-unknown-linux-musl.tar.gz 2>/dev/null | head -n 1 || true)}
[[ -f "$archive" ]] || skip 'no archive: ./release.sh aarch64-unknown-linux-musl'
(cd "$(dirname "$archive")" && sha256sum --check --quiet "$(basename "$archive").sha256")
emulator=
if [[ $(uname -m) != aarch64 ]]; then
  need qemu-aarch64-static qemu-user-static || skip 'no qemu'
  emulator='qemu-aarch64-static '
fi
need curl || skip 'no curl'

base=$(mktemp -d "${TMPDIR:-/tmp}/xun-arm.XXXXXX")
trap 'end_server; rm -rf "$base"' EXIT
tar -xzf "$archive" -C "$base"
folder=$(echo "$base"/xun-*)
repository=$PWD
cd "$folder"
export HOME="$base" LC_ALL=C.UTF-8
unset XUN_VECTORS
engine() { $emulator "$folder/$1"; } # the emulator is a word of its own, or nothing
xun() { $emulator "$folder/xun" "$@"; }
fail() { printf '%s\n' "$*" >&2; exit 1; }

xun --version --verbose | tee version
grep -q 'platform: aarch64' version || fail 'this is no program for ARM'

# Node counts and answers do not depend on the processor.
linux="$repository/dist/programs/x86_64-unknown-linux-musl/xun"
for game in xiangqi gomoku; do
  depth=$([[ $game == xiangqi ]] && echo 5 || echo 4)
  here=$(signature xun "$game" bench --depth "$depth")
  [[ -n $here ]] || fail "$game: no node count"
  if [[ $(uname -m) == x86_64 && -x $linux ]]; then
    there=$(signature "$linux" "$game" bench --depth "$depth")
    [[ $here == "$there" ]] || fail "$game: $here nodes, on x86-64 $there"
    for map in trip stuck maze; do
      diff <(xun path solve "examples/paths/$map.txt" 2>&1) \
        <("$linux" path solve "examples/paths/$map.txt" 2>&1) || fail "$map: another answer"
    done
  fi
  echo "$game bench: $here nodes"
done

printf 'uci\nposition startpos\ngo depth 5\n' | engine xun-uci | grep '^bestmove'
printf 'ucci\nposition startpos\ngo depth 5\n' | engine xun-ucci | grep '^bestmove'
printf 'START 15\nINFO timeout_turn 500\nBEGIN\nEND\n' | engine pbrain-xun | grep -E '^[0-9]+,[0-9]+'
xun match -p "uci ${emulator}$folder/xun-uci; name=a" -p "ucci ${emulator}$folder/xun-ucci; name=b" \
  --games 2 --time nodes=200 | tail -n 2
xun match --game gomoku -p "gomocup ${emulator}$folder/pbrain-xun; name=a" -p random --games 2 \
  --time nodes=200 | tail -n 2
check_page xun
for readme in README.md README.zh.md; do
  sh "$repository/tests/release/tour.sh" "$readme" "$emulator$folder/xun" "$emulator$folder/xun"
done
echo 'the archive for ARM works'
