#!/usr/bin/env bash
# Builds the image `serve` of packaging/Containerfile and writes it as an OCI archive, which podman
# and docker load.
#
#   packaging/container.sh PROGRAMS DIST VERSION     (called by ./release.sh container)
set -euo pipefail
cd "$(dirname "$0")/.."
source tests/need.sh
source packaging/targets.sh
programs=$1 dist=$2 version=$3
stage=$(mktemp -d)
trap 'rm -rf "$stage"' EXIT
for name in "${executables[@]}"; do install -m 755 "$programs/$name" "$stage/"; done
cp packaging/Containerfile LICENSE-MIT "$stage/"
buildah build --isolation chroot --target serve --timestamp "$SOURCE_DATE_EPOCH" \
  --tag "xun:$version" --file "$stage/Containerfile" "$stage"
rm -f "$dist/xun-$version-container.tar"
buildah push "xun:$version" "oci-archive:$dist/xun-$version-container.tar:xun:$version"
