#!/usr/bin/env bash
# From nothing: unpacks the archive for Linux in a minimal Debian without Rust, runs the tour of both
# READMEs, plays a move with each engine, and opens the page.
#
#   sudo tests/release/archive.sh [dist/xun-….tar.gz]
#
# SUITE=bullseye chooses an older Debian.
set -euo pipefail
cd "$(dirname "$0")/../.."
source tests/release/common.sh
archive=${1:-$(ls -t dist/xun-*-x86_64-unknown-linux-musl.tar.gz 2>/dev/null | head -n 1 || true)}
[[ -f "$archive" ]] || skip 'no archive: ./release.sh x86_64-unknown-linux-musl'
archive=$(realpath "$archive")
(cd "$(dirname "$archive")" && sha256sum --check --quiet "$(basename "$archive").sha256")
need curl || skip 'no curl'
make_minimal_root
tar -xzf "$archive" -C "$root/opt"
folder=$(cd "$root/opt" && ls -d xun-*)
path_in_root="/opt/$folder:/usr/bin:/bin"
cp tests/release/tour.sh "$root/opt/"

in_root xun --version --verbose
for readme in README.md README.zh.md; do
  in_root sh -c "cd /opt/$folder && sh ../tour.sh $readme"
done
in_root sh -c "printf 'uci\nposition startpos\ngo depth 5\n' | xun-uci" | grep '^bestmove'
in_root sh -c "printf 'ucci\nposition startpos\ngo depth 5\n' | xun-ucci" | grep '^bestmove'
in_root sh -c "printf 'START 15\nINFO timeout_turn 500\nBEGIN\nEND\n' | pbrain-xun" | grep -E '^[0-9]+,[0-9]+'
# The engines as other programs use them: started, spoken to and judged by our referee.
in_root xun match -p 'uci xun-uci; name=a' -p 'ucci xun-ucci; name=b' --games 2 --time nodes=200 | tail -n 2
in_root xun match --game gomoku -p 'gomocup pbrain-xun; name=a' -p random --games 2 --time nodes=200 | tail -n 2
check_page in_root xun
for file in "$root/opt/$folder"/{man/man1/xun-path-solve.1,man/zh_CN/man1/xun.1,completions/_xun,THIRD-PARTY.txt,sbom.cdx.json}; do
  [[ -s "$file" ]] || { printf '%s is missing\n' "$file" >&2; exit 1; }
done
echo 'the archive works in a minimal root'
