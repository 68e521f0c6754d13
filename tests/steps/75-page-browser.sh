#!/usr/bin/env bash
# Tests the page in Chromium: every flow, desktop and phone size, both languages, accessibility.
# Leaves pictures in out/page/.
set -euo pipefail
. tests/need.sh
. tests/node.sh
need_node
[[ -n "${CHROMIUM:-}" ]] || need chromium || skip "Chromium cannot be installed"
need_font zh fonts-noto-cjk || skip "no Chinese font, and none can be installed"
need_page_packages
cargo build --quiet --profile quick -p xun -p xun-host
cd web
export XUN="$target/quick/xun" CHROMIUM="${CHROMIUM:-$(type -P chromium)}"
timeout 2400 node --test --test-concurrency=2 --test-reporter=spec tests/*.test.mjs
