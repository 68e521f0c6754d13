#!/usr/bin/env bash
# The page in a real browser: every flow, desktop and phone, both languages, accessibility. Pictures in out/page/.
set -euo pipefail
if ! command -v npm >/dev/null || ! command -v chromium >/dev/null; then
  echo "installing Node.js and Chromium for the page's tests"
  apt-get update -qq && apt-get install -y -qq nodejs npm chromium fonts-noto-cjk >/dev/null
fi
cargo build --quiet --profile quick -p xun
cd web
[[ -d node_modules/playwright-core ]] || npm install --silent --no-audit --no-fund
XUN="$PWD/../target/quick/xun" timeout 1200 node --test --test-concurrency=2 --test-reporter=spec tests/*.test.mjs
