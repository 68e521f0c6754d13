# Functions for the steps that need more than Rust. To be sourced from the repository root.
#
#   need PROGRAM [PACKAGE...]   finds PROGRAM, or installs the Debian packages that bring it
#   need_font LANGUAGE PACKAGE  the same for a font that covers a language
#   need_component NAME         the same for a part of the Rust toolchain (clippy, rustfmt)
#   skip REASON                 ends the step as skipped
#
# `need*` return 1 and say what to install where they cannot. Each program is checked on its own, so
# that one from another source than Debian is used as it is and never replaced.

# The folder of Cargo's output, as a full path.
target="$(mkdir -p "${CARGO_TARGET_DIR:-target}" && cd "${CARGO_TARGET_DIR:-target}" && pwd)"

skip() {
  printf 'skipped: %s\n' "$*"
  [[ -z "${XUN_SKIP_REASON:-}" ]] || printf '%s\n' "$*" >"$XUN_SKIP_REASON"
  exit 77
}

need() {
  local program=$1
  shift
  type -P "$program" >/dev/null && return
  install_packages "${@:-$program}" && hash -r && type -P "$program" >/dev/null && return
  printf 'needs %s (Debian: apt-get install %s)\n' "$program" "${*:-$program}" >&2
  return 1
}

need_font() {
  need fc-list fontconfig || return
  [[ -n "$(fc-list ":lang=$1")" ]] && return
  install_packages "$2" && return
  printf 'needs a font for "%s" (Debian: apt-get install %s)\n' "$1" "$2" >&2
  return 1
}

need_component() {
  cargo "${1/rustfmt/fmt}" --version >/dev/null 2>&1 && return
  command -v rustup >/dev/null && rustup component add "$1" && return
  printf 'needs cargo %s (rustup component add %s)\n' "${1/rustfmt/fmt}" "$1" >&2
  return 1
}

# Installs Debian packages as root or by sudo without a password. The package lists are fetched only
# if the first attempt fails: on a new machine there are none yet, or they are old.
install_packages() {
  command -v apt-get >/dev/null || return
  local as=()
  ((EUID == 0)) || as=(sudo -n)
  printf 'installing %s\n' "$*" >&2
  local install=("${as[@]}" env DEBIAN_FRONTEND=noninteractive
    apt-get install -y -qq --no-install-recommends "$@")
  "${install[@]}" >/dev/null 2>&1 && return
  "${as[@]}" apt-get update -qq >/dev/null 2>&1 || true
  "${install[@]}" >/dev/null 2>&1
}
