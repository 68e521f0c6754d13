# Targets of ./release.sh: their tools, flags and checks. To be sourced after tests/need.sh.

# Programs that ship.
executables=(xun xun-uci xun-ucci pbrain-xun)
# Libraries that are published, in order: each depends only on those before it.
libraries=(xun-grid xun-game xun-xiangqi xun-gomoku xun-arena)

suffix() { # TARGET
  [[ $1 != *windows* ]] || echo .exe
}

# The C compiler of a target, for the bundled SQLite, and the Debian package that brings it.
compiler() { # TARGET
  case $1 in
    "$(uname -m)"-unknown-linux-musl) echo musl-gcc musl-tools ;;
    aarch64-unknown-linux-musl) echo aarch64-linux-gnu-gcc gcc-aarch64-linux-gnu ;;
    x86_64-pc-windows-gnu) echo x86_64-w64-mingw32-gcc gcc-mingw-w64-x86-64 ;;
    *) echo cc gcc ;;
  esac
}

stripper() { # TARGET
  case $(compiler "$1") in
    *-gcc\ gcc-*) compiler "$1" | sed 's/-gcc .*/-strip/' ;;
    *) echo strip ;;
  esac
}

# The Cargo profile of the engines.
engine_profile() { # TARGET
  case $1 in
    *windows-gnu) echo engines ;;
    *) echo dist ;;
  esac
}

# Sources of Rust's standard library (rustup component add rust-src; Debian: rust-src).
std_sources() {
  [[ -d "$(rustc --print sysroot)/lib/rustlib/src/rust/library" ]]
}

has_built_std() { # TARGET
  [[ -d "$(rustc --print sysroot)/lib/rustlib/$1/lib" ]]
}

# Whether Rust's standard library for a target is there, comes by rustup, or can be built.
has_std() { # TARGET
  has_built_std "$1" && return
  command -v rustup >/dev/null && rustup target add "$1" && return
  std_sources
}

# Debian's musl for another processor has headers, libraries and a description for GCC.
has_libc() { # TARGET
  [[ $(compiler "$1") != *-linux-gnu-gcc\ * ]] || need_file "$(musl_specs "$1")" "musl-dev:arm64"
}

musl_specs() { # TARGET
  echo "/usr/lib/${1/-unknown/}/musl-gcc.specs"
}

need_file() { # FILE PACKAGE
  [[ -f $1 ]] && return
  printf 'needs %s (Debian: dpkg --add-architecture arm64; apt-get install %s)\n' "$1" "$2" >&2
  return 1
}

can_build() { # TARGET
  # shellcheck disable=SC2046 # a program and its package
  need $(compiler "$1") && has_libc "$1" && has_std "$1"
}

# Environment of the build: paths of this machine are not written into the programs.
prepare_target() { # TARGET
  can_build "$1" || exit 1
  local name flags cargo_home="${CARGO_HOME:-$HOME/.cargo}"
  name=$(tr 'a-z-' 'A-Z_' <<<"$1")
  flags="--remap-path-prefix=$target=/target --remap-path-prefix=$PWD=/xun"
  flags+=" --remap-path-prefix=$cargo_home=/cargo"
  # Where the sources of the standard library are installed, the compiler names them by their folder.
  flags+=" --remap-path-prefix=$(rustc --print sysroot)/lib/rustlib/src/rust=/rust"
  # The linker of Windows programs writes the time otherwise.
  [[ $1 != *windows-gnu ]] || flags+=" -C link-arg=-Wl,--no-insert-timestamp"
  if ! has_built_std "$1"; then
    # A feature of nightly Cargo; the stable one has it by this variable.
    export RUSTC_BOOTSTRAP=1 CARGO_UNSTABLE_BUILD_STD=std,panic_unwind
  fi
  export CFLAGS="-ffile-prefix-map=$cargo_home=/cargo -ffile-prefix-map=$target=/target"
  if [[ $(compiler "$1") == *-linux-gnu-gcc\ * ]]; then
    local gcc
    gcc=$(compiler "$1" | cut -d ' ' -f 1)
    CFLAGS+=" -specs=$(musl_specs "$1")"
    export "CC_${1//-/_}=$gcc" "CARGO_TARGET_${name}_LINKER=$gcc"
  fi
  # Joined with the flags in .cargo/config.toml, which RUSTFLAGS would replace. XUN_RUSTFLAGS adds
  # more, for example folders of libraries.
  export "CARGO_TARGET_${name}_RUSTFLAGS=$flags ${XUN_RUSTFLAGS:-}"
}

# Libraries that every Windows has.
windows_libraries='^(kernel32|ntdll|msvcrt|ucrtbase|advapi32|bcrypt|bcryptprimitives|ole32|oleaut32|shell32|user32|userenv|ws2_32|secur32|crypt32|synchronization|api-ms-win-[a-z0-9-]*)\.dll$'

# Sizes, and no shared library beyond the system's own.
check_programs() { # TARGET FOLDER
  local name file size most
  for name in "${executables[@]}"; do
    file="$2/$name$(suffix "$1")"
    size=$(stat -c %s "$file")
    most=10000000
    [[ $name != xun ]] || most=30000000
    ((size <= most)) || { printf '%s: %d bytes, more than %d\n' "$file" "$size" "$most" >&2; exit 1; }
    case $1 in
      *windows-gnu) foreign=$(x86_64-w64-mingw32-objdump -p "$file" | sed -n 's/.*DLL Name: //p' |
        tr 'A-Z' 'a-z' | grep -Ev "$windows_libraries" || true) ;;
      *musl) foreign=$(readelf -d "$file" | grep NEEDED || true) ;;
      *) foreign=$(readelf -d "$file" | grep NEEDED | grep -Ev 'lib(c|m|gcc_s)\.so|ld-linux' || true) ;;
    esac
    [[ -z $foreign ]] || { printf '%s needs %s\n' "$file" "$foreign" >&2; exit 1; }
    printf '  %s: %d kB\n' "$name" $((size / 1000))
  done
}
