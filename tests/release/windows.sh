#!/usr/bin/env bash
# Tries the archive for Windows under wine: the tour of README.md, both benches with the same node
# counts as on Linux, the engines, maps with Windows line ends, a match that goes on from its journal,
# the page with its data in %APPDATA%, and Chinese output.
#
#   tests/release/windows.sh [dist/xun-….zip]
set -euo pipefail
cd "$(dirname "$0")/../.."
source tests/release/common.sh
archive=${1:-$(ls -t dist/xun-*-x86_64-pc-windows-gnu.zip 2>/dev/null | head -n 1 || true)}
[[ -f "$archive" ]] || skip 'no archive: ./release.sh x86_64-pc-windows-gnu'
need wine wine wine64 || skip 'no wine'
need x86_64-w64-mingw32-gcc gcc-mingw-w64-x86-64 || skip 'no compiler for Windows'
need unzip && need curl || skip 'no unzip or curl'

base=$(mktemp -d "${TMPDIR:-/tmp}/xun-windows.XXXXXX")
trap 'end_server; wineserver --kill 2>/dev/null || true; rm -rf "$base"' EXIT
export WINEPREFIX="$base/wine" WINEDEBUG=-all WINEDLLOVERRIDES='mscoree,mshtml=' DISPLAY='' LC_ALL=C.UTF-8
unzip -q "$archive" -d "$base"
folder=$(echo "$base"/xun-*)
x86_64-w64-mingw32-gcc -shared -O1 -o "$folder/bcryptprimitives.dll" \
  tests/release/bcryptprimitives.c -ladvapi32
wineboot --init >/dev/null 2>&1
cd "$folder"
xun() { wine "$folder/xun.exe" "$@"; }
fail() { printf '%s\n' "$*" >&2; exit 1; }

xun --version --verbose | tr -d '\r'

# The same node counts as the program for Linux, if there is one; signatures do not depend on the
# system or on vector instructions.
linux="$OLDPWD/dist/programs/x86_64-unknown-linux-musl/xun"
for game in xiangqi gomoku; do
  depth=$([[ $game == xiangqi ]] && echo 6 || echo 4)
  here=$(signature xun "$game" bench --depth "$depth")
  portable=$(XUN_VECTORS=portable signature xun "$game" bench --depth "$depth")
  [[ -n $here && $here == "$portable" ]] || fail "$game: $here nodes, portable $portable"
  [[ ! -x $linux ]] || [[ $(signature "$linux" "$game" bench --depth "$depth") == "$here" ]] ||
    fail "$game: other node counts than on Linux"
  echo "$game bench: $here nodes"
done

# Windows line ends in a map, and a path with blanks and Chinese letters.
mkdir -p '我的 地图'
sed 's/$/\r/' examples/paths/trip.txt >'我的 地图/trip.txt'
[[ $(xun path solve '我的 地图/trip.txt' | tr -d '\r') == "$(xun path solve examples/paths/trip.txt | tr -d '\r')" ]] ||
  fail 'a map with Windows line ends has another answer'
xun --lang zh path solve examples/paths/stuck.txt --explain | grep -q '补给\|无法\|没有' ||
  fail 'no Chinese output'

printf 'uci\nposition startpos\ngo depth 5\n' | wine ./xun-uci.exe | grep '^bestmove'
printf 'ucci\r\nposition startpos\r\ngo depth 5\r\n' | wine ./xun-ucci.exe | grep '^bestmove'
printf 'START 15\r\nINFO timeout_turn 500\r\nBEGIN\r\nEND\r\n' | wine ./pbrain-xun.exe | grep -E '^[0-9]+,[0-9]+'

# An external engine as a player: started, spoken to and ended. Then the match goes on from a journal
# whose last game is cut off.
match() { xun match -p 'uci xun-uci.exe; name=a' -p random --games 4 --time nodes=200 --journal m.jsonl; }
match >/dev/null
head -n 4 m.jsonl >cut.jsonl && mv cut.jsonl m.jsonl
match | tr -d '\r' | tail -n 3
[[ $(wc -l <m.jsonl) == 5 ]] || fail "the journal has $(wc -l <m.jsonl) lines, expected 5"

check_page xun
data=$(find "$WINEPREFIX/drive_c/users" -type d -path '*AppData/Roaming/xun' | head -n 1)
[[ -s "$data/games.sqlite" && -s "$data/token" ]] || fail 'no data in %APPDATA%\xun'

sh "$OLDPWD/tests/release/tour.sh" README.md "wine $folder/xun.exe" xun.exe
echo 'the program works under wine'
