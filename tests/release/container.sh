#!/usr/bin/env bash
# Runs the container image without root by podman: its version, the page, and `xun lab grade class`
# on the example assignment in the image `grade`.
#
#   tests/release/container.sh [dist/xun-…-container.tar]
#
# PODMAN is the command, for example "podman --runtime runc --cgroup-manager cgroupfs"; BASE the image
# on which `grade` is built (debian:stable-slim). Without BASE and without its registry, the base is
# made by mmdebstrap.
set -euo pipefail
cd "$(dirname "$0")/../.."
source tests/release/common.sh
image=${1:-$(ls -t dist/xun-*-container.tar 2>/dev/null | head -n 1 || true)}
[[ -f "$image" ]] || skip 'no image: ./release.sh container'
need podman || skip 'no podman'
need curl || skip 'no curl'
read -ra podman <<<"${PODMAN:-podman}"
base=$(mktemp -d "${TMPDIR:-/tmp}/xun-container.XXXXXX")
container=xun-test-$$
trap '"${podman[@]}" rm --force "$container" >/dev/null 2>&1 || true; rm -rf "$base" 2>/dev/null ||
  "${podman[@]}" unshare rm -rf "$base"' EXIT

name=$("${podman[@]}" load --quiet --input "$image" | sed 's/^Loaded image: //')
"${podman[@]}" run --rm "$name" --version --verbose
"${podman[@]}" run --rm "$name" xiangqi perft startpos 2

# As docs/install.md says, on a free port.
"${podman[@]}" run --detach --name "$container" -p 127.0.0.1::8848 -v "$container-data:/data" "$name" >/dev/null
port=$("${podman[@]}" port "$container" 8848 | sed 's/.*://')
tries=0
until address=$("${podman[@]}" logs "$container" 2>/dev/null | grep -m 1 token=); do
  ((tries++ < 600)) || { echo 'the server does not start' >&2; exit 1; }
  sleep 0.1
done
curl --silent --show-error --fail --noproxy '*' --location --cookie '' --max-time 60 \
  "http://127.0.0.1:$port/?token=${address##*token=}" | grep -qi '<html'
"${podman[@]}" stop --time 10 "$container" >/dev/null
[[ $("${podman[@]}" inspect --format '{{.State.ExitCode}}' "$container") == 0 ]] ||
  { echo 'the server does not end when it is told to' >&2; exit 1; }
"${podman[@]}" rm --force --volumes "$container" >/dev/null
"${podman[@]}" volume rm --force "$container-data" >/dev/null
echo 'the page is served'

# The image for grading.
from=${BASE:-debian:stable-slim}
if [[ -z ${BASE:-} ]] && ! "${podman[@]}" pull --quiet "docker.io/library/$from" >/dev/null 2>&1; then
  need mmdebstrap && mmdebstrap --quiet --variant=apt stable "$base/base.tar" "$(package_source)"
  from=xun-base
  "${podman[@]}" import --quiet "$base/base.tar" "$from" >/dev/null
fi
programs=${PROGRAMS:-dist/programs/x86_64-unknown-linux-musl}
mkdir "$base/context"
cp "$programs/xun" LICENSE-MIT "$base/context/"
sed "s|^FROM debian:stable-slim|FROM $from|" packaging/Containerfile >"$base/context/Containerfile"
"${podman[@]}" build --quiet --isolation chroot --tag xun-grade --target grade \
  --file "$base/context/Containerfile" "$base/context" >/dev/null
mkdir -p "$base/work/submissions/ann" "$base/work/submissions/bob"
cp -r examples/assignments/maze "$base/work/assignment"
cp examples/assignments/maze/solution/* "$base/work/submissions/ann/"
cp examples/assignments/maze/starter/main.cpp "$base/work/submissions/bob/"
chmod -R a+rwX "$base" # the user of the image is another one here
"${podman[@]}" run --rm --network none -v "$base/work:/work" xun-grade \
  lab grade class assignment/ submissions/ --out results | tee "$base/table"
grep 'ann.*100' "$base/table" >/dev/null || { echo 'the solution has not all points' >&2; exit 1; }
echo 'the container images work'
