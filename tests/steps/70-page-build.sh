#!/usr/bin/env bash
# The committed page is what its sources build, its types hold, and no address of a package server is in the lock file.
set -euo pipefail
cd web
if ! command -v npm >/dev/null; then
  echo "installing Node.js for the page's checks"
  apt-get update -qq && apt-get install -y -qq nodejs npm >/dev/null
fi
if grep -q '"resolved"' package-lock.json; then
  echo "package-lock.json names a package server; run: npm install --omit-lockfile-registry-resolved" >&2
  exit 1
fi
# Not `npm ci`: with a lock file that names no package server it misses the bindings of other platforms.
npm install --silent --no-audit --no-fund
npm run --silent check
npm run --silent build
if ! git diff --exit-code --stat -- ../crates/xun-web/page || [[ -n "$(git ls-files --others --exclude-standard ../crates/xun-web/page)" ]]; then
  echo "crates/xun-web/page is not what web/ builds: run 'npm run build' in web/ and commit" >&2
  exit 1
fi
