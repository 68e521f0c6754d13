# Finds Node.js, npm and the page's packages. To be sourced from the repository root after need.sh.
#
#   need_node            finds Node.js (any source) that is new enough, and npm
#   need_page_packages   installs what web/package-lock.json names, in web/node_modules
#
# Both end the step as skipped where they cannot.

need_node() {
  need node nodejs || skip "Node.js cannot be installed"
  # The versions that web/package.json names under "engines".
  node -e 'const [a, b] = process.versions.node.split(".").map(Number);
    process.exit(a >= 24 || (a === 22 && b >= 13) || (a === 20 && b >= 19) ? 0 : 1)' ||
    skip "the page needs Node.js 20.19, 22.13, 24 or newer; found $(node --version)"
  # Node.js of another source than Debian brings its npm. Debian's npm conflicts with it, and then
  # apt-get refuses to install it.
  need npm || skip "npm cannot be installed beside $(type -P node)"
}

need_page_packages() {
  # Not `npm ci`: with a lock file that names no package server it misses the bindings of other
  # platforms.
  local log
  log=$(cd web && npm install --no-save --no-audit --no-fund 2>&1) && return
  printf '%s\n' "$log" >&2
  grep -qE 'ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|ENETUNREACH' <<<"$log" &&
    skip "the page's packages cannot be downloaded"
  return 1
}
