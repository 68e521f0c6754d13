#!/usr/bin/env bash
# Makes the Debian package from built programs: static ones, so that it depends on nothing.
#
#   packaging/deb.sh PROGRAMS DIST VERSION     (called by ./release.sh deb)
set -euo pipefail
cd "$(dirname "$0")/.."
source tests/need.sh
source packaging/targets.sh
programs=$1 dist=$2 version=$3
root=$(mktemp -d)
trap 'rm -rf "$root"' EXIT
share="$root/usr/share"
doc="$share/doc/xun"
install -d "$root/DEBIAN" "$root/usr/bin" "$doc" "$share/man/man1" "$share/man/zh_CN/man1" \
  "$share/bash-completion/completions" "$share/zsh/vendor-completions" \
  "$share/fish/vendor_completions.d" "$share/applications" "$share/lintian/overrides"

for name in "${executables[@]}"; do install -m 755 "$programs/$name" "$root/usr/bin/"; done
cp "$dist"/texts/en/man/*.1 "$share/man/man1/"
cp "$dist"/texts/zh/man/*.1 "$share/man/zh_CN/man1/"
cp "$dist/texts/en/completions/xun.bash" "$share/bash-completion/completions/xun"
cp "$dist/texts/en/completions/_xun" "$share/zsh/vendor-completions/"
cp "$dist/texts/en/completions/xun.fish" "$share/fish/vendor_completions.d/"
cp packaging/xun.desktop "$share/applications/"
cp README.md README.zh.md "$doc/"
git archive HEAD examples | tar -x -C "$doc"
python3 -B packaging/sbom.py x86_64-unknown-linux-musl "$version" >"$doc/sbom.cdx.json"
cp packaging/copyright "$doc/copyright"
python3 -B packaging/licences.py x86_64-unknown-linux-musl >"$doc/THIRD-PARTY.txt"
date=$(date -u -R -d "@$SOURCE_DATE_EPOCH")
{
  printf 'xun (%s-1) unstable; urgency=medium\n\n  * See CHANGELOG.md.\n\n' "$version"
  printf ' -- The Xun authors <xun@example.org>  %s\n' "$date"
} >"$doc/changelog.Debian"
cp CHANGELOG.md "$doc/changelog"
cp packaging/lintian-overrides "$share/lintian/overrides/xun"
find "$share/man" "$doc" -maxdepth 3 \( -name '*.1' -o -name 'changelog*' \) -exec gzip -9n {} +

cat >"$root/DEBIAN/control" <<CONTROL
Package: xun
Version: $version-1
Architecture: amd64
Maintainer: The Xun authors <xun@example.org>
Installed-Size: $(du -sk --apparent-size "$root/usr" | cut -f 1)
Section: education
Priority: optional
Recommends: xdg-utils
Description: classical search: grid paths, Xiangqi and Gomoku
 Xun finds paths on grids, with and without limited supplies; it plays and
 analyses Xiangqi (Chinese chess) and Gomoku; it runs matches between engines;
 and it shows every search step by step, in English and Chinese. The page is
 served by the program itself and needs no network.
 .
 The engines xun-uci, xun-ucci and pbrain-xun are for graphical boards and
 tournament managers.
CONTROL
(cd "$root" && find usr -type f -print0 | sort -z | xargs -0 md5sum >DEBIAN/md5sums)
chmod -R u=rwX,go=rX "$root"
find "$root" -exec touch --no-dereference --date="@$SOURCE_DATE_EPOCH" {} +
dpkg-deb --root-owner-group -Zxz -z3 --build "$root" "$dist/xun_$version-1_amd64.deb" >/dev/null
