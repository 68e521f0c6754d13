#!/usr/bin/env bash
# Installs the Debian package in a minimal Debian, uses it, purges it and looks for leftovers;
# lintian finds no error.
#
#   sudo tests/release/deb.sh [dist/xun_….deb]
#
# SUITE=bullseye chooses an older Debian.
set -euo pipefail
cd "$(dirname "$0")/../.."
source tests/release/common.sh
package=${1:-$(ls -t dist/xun_*_amd64.deb 2>/dev/null | head -n 1 || true)}
[[ -f "$package" ]] || skip 'no package: ./release.sh deb'
need curl || skip 'no curl'
if need lintian; then
  # As another user: as root it warns.
  lintian --fail-on error --tag-display-limit 0 --allow-root "$package"
  echo 'lintian: no error'
fi
make_minimal_root
files() { (cd "$root" && find . -xdev -path ./proc -prune -o -path ./var/lib/dpkg -prune -o \
  -path ./var/log -prune -o -path ./tmp -prune -o -path ./root -prune -o -print | sort); }
files >"$base/before"
cp "$package" "$root/tmp/xun.deb"
in_root dpkg -i /tmp/xun.deb
in_root xun --version --verbose
in_root sh -c 'cd /usr/share/doc/xun && xun path solve examples/paths/trip.txt'
in_root sh -c "printf 'uci\nposition startpos\ngo depth 5\n' | xun-uci" | grep '^bestmove'
in_root sh -c "printf 'ucci\nposition startpos\ngo depth 5\n' | xun-ucci" | grep '^bestmove'
in_root sh -c "printf 'START 15\nINFO timeout_turn 500\nBEGIN\nEND\n' | pbrain-xun" | grep -E '^[0-9]+,[0-9]+'
check_page in_root xun
in_root dpkg --purge xun
files >"$base/after"
diff "$base/before" "$base/after" || { echo 'files are left after the purge' >&2; exit 1; }
echo 'the package installs, runs and purges'
