#!/usr/bin/env bash
# Builds what people install, into dist/: one archive per target with SHA-256 sums, a Debian package,
# wheels of the Python package, and the crates.
#
#   ./release.sh [PART...]
#
# A PART is a Rust target or one of deb, wheel, crates, container; without any: everything that this
# machine has the tools for. Targets: x86_64-unknown-linux-musl, aarch64-unknown-linux-musl,
# x86_64-pc-windows-gnu, or any other that Cargo can build here (untested). docs/install.md says what
# each needs.
set -euo pipefail
cd "$(dirname "$0")"
source tests/need.sh
source packaging/targets.sh

version=$(sed -n '/^\[workspace.package\]/,/^\[/s/^version = "\(.*\)"/\1/p' Cargo.toml)
export SOURCE_DATE_EPOCH="${SOURCE_DATE_EPOCH:-$(git log -1 --format=%ct)}"
export XUN_COMMIT="${XUN_COMMIT:-$(git describe --always --abbrev=12 --dirty --exclude '*')}"
dist="$PWD/dist"
mkdir -p "$dist"
need python3 || exit 1

# Builds the programs for a target, without symbols, into the folder $programs.
build() { # TARGET
  local name profile
  printf '==> %s\n' "$1"
  # The environment of this target ends with the subshell.
  (
    prepare_target "$1"
    compile() { cargo build --locked --target "$@"; }
    if [[ $(engine_profile "$1") == dist ]]; then
      compile "$1" --profile dist -p xun -p xun-host
    else
      compile "$1" --profile "$(engine_profile "$1")" -p xun-host
      compile "$1" --profile dist -p xun
    fi
  )
  programs="$dist/programs/$1"
  for name in "${executables[@]}"; do
    profile=dist
    [[ $name == xun ]] || profile=$(engine_profile "$1")
    install -D -m 755 "$target/$1/$profile/$name$(suffix "$1")" "$programs/$name$(suffix "$1")"
    "$(stripper "$1")" "$programs/$name$(suffix "$1")"
  done
}

# Manual pages and completions in both languages. They are the same for every target, so they are
# made by a program that runs on this machine.
make_texts() { # FOLDER
  local xun="$1/xun" language
  rm -rf "$dist/texts"
  mkdir -p "$dist/texts"
  for language in en zh; do
    local to="$dist/texts/$language"
    "$xun" --lang "$language" man "$to/man" >/dev/null
    mkdir "$to/completions"
    "$xun" --lang "$language" completions bash >"$to/completions/xun.bash"
    "$xun" --lang "$language" completions zsh >"$to/completions/_xun"
    "$xun" --lang "$language" completions fish >"$to/completions/xun.fish"
    "$xun" --lang "$language" completions powershell >"$to/completions/_xun.ps1"
  done
}

texts() {
  [[ -d "$dist/texts/zh/completions" && -n "${texts_made:-}" ]] && return
  local host
  host=$(rustc -vV | sed -n 's/^host: //p')
  if [[ -x "$dist/programs/x86_64-unknown-linux-musl/xun" && $host == x86_64-*-linux-* ]]; then
    make_texts "$dist/programs/x86_64-unknown-linux-musl"
  else
    cargo build --locked --profile dist -p xun
    make_texts "$target/dist"
  fi
  texts_made=1
}

# The files of an archive.
fill() { # FOLDER TARGET
  local folder=$1 name
  mkdir -p "$folder"/man/man1 "$folder"/man/zh_CN/man1 "$folder"/completions/zh
  for name in "${executables[@]}"; do
    install -m 755 "$programs/$name$(suffix "$2")" "$folder/"
  done
  cp "$dist"/texts/en/man/*.1 "$folder/man/man1/"
  cp "$dist"/texts/zh/man/*.1 "$folder/man/zh_CN/man1/"
  cp "$dist"/texts/en/completions/* "$folder/completions/"
  cp "$dist"/texts/zh/completions/* "$folder/completions/zh/"
  cp README.md README.zh.md CHANGELOG.md CONTRIBUTING.md LICENSE-MIT LICENSE-APACHE "$folder/"
  [[ $2 != *linux* ]] || cp packaging/Containerfile "$folder/"
  git archive HEAD docs examples training/README.md | tar -x -C "$folder"
  python3 -B packaging/licences.py "$2" >"$folder/THIRD-PARTY.txt"
  python3 -B packaging/sbom.py "$2" "$version" >"$folder/sbom.cdx.json"
  [[ $2 != *windows* ]] || sed 's/$/\r/' packaging/start-xun.bat >"$folder/start-xun.bat"
  chmod -R u=rwX,go=rX "$folder"
}

archive() { # TARGET
  local name="xun-$version-$1" stage
  build "$1"
  texts
  check_programs "$1" "$programs"
  stage=$(mktemp -d)
  fill "$stage/$name" "$1"
  local file="$name.tar.gz"
  [[ $1 != *windows* ]] || file="$name.zip"
  python3 -B packaging/archive.py "$stage/$name" "$dist/$file"
  rm -rf "$stage"
  sum "$file"
}

sum() { # FILE in dist
  (cd "$dist" && sha256sum "$1" >"$1.sha256")
  printf '%s: %d kB\n' "dist/$1" $(($(stat -c %s "$dist/$1") / 1000))
}

debian() {
  need dpkg-deb dpkg || exit 1
  build x86_64-unknown-linux-musl
  texts
  bash packaging/deb.sh "$programs" "$dist" "$version"
  sum "xun_$version-1_amd64.deb"
}

wheel() {
  local tools="$target/python-tools" bin
  [[ -d "$tools" ]] || python3 -m venv "$tools"
  bin="$tools/bin"
  [[ -d "$bin" ]] || bin="$tools/Scripts" # Windows
  type -P "$bin/maturin" >/dev/null || "$bin/python" -m pip install --quiet 'maturin>=1.8,<2'
  # The wheel's name states the oldest glibc that it runs with; maturin finds it out.
  "$bin/maturin" build --quiet --locked --profile dist --out "$dist" \
    --manifest-path crates/xun-python/Cargo.toml
  local file
  file=$(cd "$dist" && ls -t xun-"$version"-*.whl | head -n 1)
  sum "$file"
}

# The libraries in the order in which they can be published.
crates() {
  local each=() library
  for library in "${libraries[@]}"; do each+=(--package "$library"); done
  cargo package --quiet --locked --allow-dirty "${each[@]}"
  # What the registry would say before it takes them; they are verified above.
  cargo publish --dry-run --quiet --no-verify --locked --allow-dirty "${each[@]}" 2>&1 |
    sed '/^warning: ignoring/d;/^warning: aborting upload due to dry run/d'
  for library in "${libraries[@]}"; do
    cp "$target/package/$library-$version.crate" "$dist/"
    sum "$library-$version.crate"
  done
  printf 'publish in this order: %s\n' "${libraries[*]}"
}

container() {
  need buildah || exit 1
  build x86_64-unknown-linux-musl
  bash packaging/container.sh "$programs" "$dist" "$version"
  sum "xun-$version-container.tar"
}

parts=("$@")
if ((${#parts[@]} == 0)); then
  for part in {x86_64,aarch64}-unknown-linux-musl x86_64-pc-windows-gnu; do
    if can_build "$part"; then parts+=("$part"); else printf 'left out: %s\n' "$part"; fi
  done
  parts+=(deb wheel crates)
fi
for part in "${parts[@]}"; do
  case $part in
    deb) debian ;;
    wheel) wheel ;;
    crates) crates ;;
    container) container ;;
    *-*) archive "$part" ;;
    *) sed -n '2,/^set/{/^set/d;s/^# \{0,1\}//p}' "$0" >&2 && exit 2 ;;
  esac
done
(cd "$dist" && cat ./*.sha256 | sort -k 2 >SHA256SUMS)
