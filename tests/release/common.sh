# Functions of the scripts in tests/release/. To be sourced from the repository root.
source tests/need.sh

# Where Debian's packages come from: MIRROR, or where those of this machine do.
package_source() {
  # apt's own words, so that either form of the lists is read.
  echo "${MIRROR:-$(apt-get indextargets --format '$(REPO_URI)' 'Created-By: Packages' | head -n 1)}"
}

# A minimal Debian without Rust, Python or a compiler, in the folder $root; removed at the end.
# SUITE and MIRROR choose another one.
make_minimal_root() {
  ((EUID == 0)) || skip 'needs root (chroot)'
  need mmdebstrap || skip 'no mmdebstrap'
  base=$(mktemp -d "${TMPDIR:-/tmp}/xun-release.XXXXXX")
  chmod 755 "$base"
  root="$base/root"
  trap 'end_server; umount "$root/proc" 2>/dev/null || true; rm -rf --one-file-system "$base"' EXIT
  mmdebstrap --quiet --mode=root --variant=essential "${SUITE:-bookworm}" "$root" "$(package_source)"
  mount -t proc proc "$root/proc"
}

# Runs a command in the root as an ordinary user would, without any variable of this machine.
in_root() {
  chroot "$root" env -i HOME=/root TERM=dumb LC_ALL=C.UTF-8 \
    PATH="${path_in_root:-/usr/bin:/bin:/usr/sbin:/sbin}" "$@"
}

server=
end_server() {
  [[ -n $server ]] || return 0
  kill -INT -- "-$server" 2>/dev/null || true
  wait "$server" 2>/dev/null || true
  server=
}

# Starts `xun serve` by a command, fetches the page and ends the server.
check_page() { # COMMAND...
  local address="$base/address" tries=0
  : >"$address"
  set -m # a process group of its own, which can be interrupted
  "$@" serve --port 0 --no-open >"$address" 2>"$base/server" &
  server=$!
  set +m
  until grep -q http "$address"; do
    kill -0 "$server" || { cat "$base/server" >&2; exit 1; }
    ((tries++ < 600)) || { echo 'the server does not start' >&2; exit 1; }
    sleep 0.1
  done
  # The address carries a token; the server changes it into a cookie and sends the browser on.
  curl --silent --show-error --fail --noproxy '*' --location --cookie '' --max-time 60 \
    "$(tr -d '\r' <"$address" | head -n 1)" | grep -qi '<html'
  end_server
  echo 'the page is served'
}

# The node count that a bench prints last: the signature of the engine.
signature() { # COMMAND...
  "$@" | tr -d '\r' | sed -n 's/^\(Bench: \)\?\([0-9]\+\)\( nodes.*\)\?$/\2/p' | tail -n 1
}
