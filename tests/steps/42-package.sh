#!/usr/bin/env bash
# The libraries can be published: each packs with all it needs, builds from its package alone and
# without its default features, and its public API is the listed one.
set -euo pipefail
cd "$(dirname "$0")/../.."
source tests/need.sh
libraries=(xun-grid xun-game xun-xiangqi xun-gomoku xun-arena)
each=()
for library in "${libraries[@]}"; do each+=(--package "$library"); done

# Packages that depend on each other are verified against each other, not against the registry.
# Without the network if what Cargo has fetched before is enough.
# Cargo keeps the packages it unpacked before under the same version: not those of an older source.
for library in "${libraries[@]}"; do
  rm -rf "${CARGO_HOME:-$HOME/.cargo}"/registry/src/-*/"$library"-[0-9]*
done
pack() { cargo package --quiet --allow-dirty "${each[@]}" "$@"; }
pack --offline 2>/dev/null || pack
limit=10485760 # bytes that crates.io takes
for library in "${libraries[@]}"; do
  package=$(ls -t "$target"/package/"$library"-*.crate | head -n 1)
  size=$(stat -c %s "$package")
  printf '%s: %d kB\n' "$(basename "$package")" $((size / 1000))
  ((size < limit)) || { printf '%s is too large to be published\n' "$package" >&2; exit 1; }
done

# Without default features each library is built alone, so that no other one turns a feature on.
for library in "${libraries[@]}"; do
  cargo check --quiet --package "$library" --no-default-features
  printf '%s: builds without default features\n' "$library"
done

need python3 || skip 'no python3: the public API was not compared'
cargo doc --quiet --no-deps "${each[@]}"
python3 -B tests/public-api.py "$target/doc" "${libraries[@]}"
