#!/usr/bin/env bash
# Runs both commands of the README on a new machine: a minimal Debian with git, curl, a C compiler
# and Rust, and nothing else. Does it twice: without Node.js, and with a Node.js in /usr/local that
# Debian's packages know nothing of (apt may then install neither nodejs nor npm).
#
#   sudo tests/new-machine.sh [OPTIONS]
#
#   --without-node     only the run without Node.js
#   --foreign-node     only the run with the Node.js of this machine copied to /usr/local
#   --root-only        makes each root, shows its tools, fetches packages, and stops
#   --suite NAME       Debian suite (default: bookworm)
#   --mirror URL       Debian mirror (default: mmdebstrap's)
#   --copy PATH        copies a file or folder of this machine to the same path in the root, for
#                      machines that reach packages by a proxy (certificates, npmrc, pip.conf)
#   --env NAME=VALUE   sets a variable for all commands in the root
#   --keep             keeps the roots (about 10 GB each) and prints where they are
#
# Needs root, mmdebstrap (installed if missing), and the network. Takes up to an hour per run on two
# cores. Mounts live in a namespace of their own and end with the script.
set -euo pipefail
cd "$(dirname "$0")/.."
source tests/need.sh

suite=bookworm mirror= root_only=false keep=false
variants=(without-node foreign-node) copies=() variables=()
while (($#)); do
  case $1 in
    --without-node | --foreign-node) variants=("${1#--}") ;;
    --root-only) root_only=true ;;
    --keep) keep=true ;;
    --suite) suite=$2 && shift ;;
    --mirror) mirror=$2 && shift ;;
    --copy) copies+=("$(realpath -s "$2")") && shift ;;
    --env) variables+=("$2") && shift ;;
    *) sed -n '2,/^set/{/^set/d;s/^# \{0,1\}//p}' "$0" >&2 && exit 2 ;;
  esac
  shift
done
((EUID == 0)) || { echo 'needs root (chroot and mounts)' >&2 && exit 1; }
need mmdebstrap || exit 1
sysroot=$(rustc --print sysroot)

make_root() { # ROOT
  mmdebstrap --quiet --mode=root --variant=apt --include=ca-certificates,curl,gcc,git,libc6-dev \
    "$suite" "$1" ${mirror:+"$mirror"}
  local path
  for path in /etc/resolv.conf "${copies[@]}"; do
    mkdir -p "$1$(dirname "$path")"
    cp -aL --remove-destination "$path" "$1$(dirname "$path")/"
  done
  mkdir "$1/rust"
  git clone --quiet --no-hardlinks . "$1/root/xun"
}

add_foreign_node() { # ROOT
  local node prefix
  node=$(readlink -f "$(type -P node)") || { echo 'this machine has no Node.js to copy' >&2; exit 1; }
  prefix=$(dirname "$(dirname "$node")")
  mkdir -p "$1/usr/local/lib/node_modules"
  cp -a "$node" "$1/usr/local/bin/node"
  cp -a "$prefix/lib/node_modules/npm" "$1/usr/local/lib/node_modules/"
  ln -s ../lib/node_modules/npm/bin/npm-cli.js "$1/usr/local/bin/npm"
  ln -s ../lib/node_modules/npm/bin/npx-cli.js "$1/usr/local/bin/npx"
  printf 'Package: nodejs npm\nPin: release *\nPin-Priority: -1\n' \
    >"$1/etc/apt/preferences.d/no-debian-node"
}

# The part that runs inside the root.
commands() {
  cat <<'INSIDE'
set -euo pipefail
cd ~/xun
cargo --version && cc --version | head -n 1
for tool in node npm python3 chromium valgrind; do
  printf '%s: %s\n' "$tool" "$(type -P "$tool" || echo none)"
done
if [[ "$ROOT_ONLY" == true ]]; then
  cargo fetch --locked --quiet && echo 'cargo fetches crates'
  apt-get update -qq && echo 'apt fetches package lists'
  apt-get install -y -qq --no-install-recommends python3-venv >/dev/null 2>&1
  python3 -m venv /tmp/venv && /tmp/venv/bin/pip install --quiet numpy && echo 'pip fetches wheels'
  ! type -P npm >/dev/null || { npm view --silent svelte version >/dev/null && echo 'npm fetches'; }
  exit
fi
echo '==> cargo run --release -- serve'
began=$SECONDS
set -m
cargo run --release -- serve >/tmp/url &
server=$!
set +m
until [[ -s /tmp/url ]]; do
  kill -0 "$server" || { echo 'the server ended' >&2 && exit 1; }
  sleep 1
done
echo "the page is served after $((SECONDS - began)) s"
# The address carries a token; the server changes it into a cookie and sends the browser on.
curl --silent --show-error --fail --noproxy '*' --location --cookie '' "$(head -n 1 /tmp/url)" | grep -qi '<html'
kill -INT -- "-$server"
wait "$server" || true
echo '==> ./test.sh'
./test.sh
[[ -z "$(git status --porcelain)" ]] || { echo 'the tests leave files behind' >&2 && exit 1; }
INSIDE
}

enter() { # ROOT: the commands, in a mount and process namespace of their own
  commands >"$1/root/commands.sh"
  unshare --mount --pid --fork --kill-child bash -euc '
    root=$1 sysroot=$2
    shift 2
    mount --bind "$sysroot" "$root/rust"
    mount -o remount,bind,ro "$root/rust"
    mount -t proc proc "$root/proc"
    mount -t sysfs -o ro sysfs "$root/sys"
    mount --rbind /dev "$root/dev"
    mount -t tmpfs tmpfs "$root/dev/shm" 2>/dev/null || true
    exec chroot "$root" env -i HOME=/root TERM=dumb LC_ALL=C.UTF-8 \
      PATH=/rust/bin:/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin \
      "$@" bash /root/commands.sh
  ' enter "$1" "$sysroot" ROOT_ONLY="$root_only" "${variables[@]}"
}

base=$(mktemp -d "${TMPDIR:-/tmp}/xun-new-machine.XXXXXX")
chmod 755 "$base"
finish() {
  if $keep; then echo "kept: $base"; else rm -rf --one-file-system "$base"; fi
}
trap finish EXIT
for variant in "${variants[@]}"; do
  printf '\n===> new machine, %s\n' "$variant"
  make_root "$base/$variant"
  [[ $variant != foreign-node ]] || add_foreign_node "$base/$variant"
  enter "$base/$variant"
  $keep || rm -rf --one-file-system "${base:?}/$variant"
done
$root_only || printf '\nboth commands work on a new machine: %s\n' "${variants[*]}"
