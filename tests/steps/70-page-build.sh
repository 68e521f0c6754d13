#!/usr/bin/env bash
# Checks the sources of the page: layout, lint, types, unit tests. Builds it and compares the result
# with the committed files. The lock file must not name a package server.
set -euo pipefail
. tests/need.sh
. tests/node.sh
if grep -q '"resolved"' web/package-lock.json; then
  echo "package-lock.json names a package server;" \
    "run: npm install --omit-lockfile-registry-resolved" >&2
  exit 1
fi
need_node
need_page_packages
cd web
npm run --silent lint
npm run --silent check
npm run --silent test
npm run --silent build
page=../crates/xun-web/page
if ! git diff --exit-code --stat -- $page ||
  [[ -n "$(git ls-files --others --exclude-standard $page)" ]]; then
  echo "crates/xun-web/page differs from the build: run 'npm run build' in web/ and commit" >&2
  exit 1
fi
