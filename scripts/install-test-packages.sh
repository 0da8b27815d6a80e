#!/bin/sh
# Installs the Debian packages that the tests need beyond npm's: chromium, for the browser tests, and what sandboxes are
# made of, for the tests of commands. Where it cannot, the last line on the error output says why, and the caller goes on
# without.
set -u

refuse() {
  echo "$1" >&2
  exit 1
}

[ "$(id -u)" = 0 ] || refuse 'chromium is not installed, and only root could install it (apt-get install chromium)'
command -v apt-get >/dev/null 2>&1 || refuse 'chromium is not installed, and there is no apt-get to install it with'

echo 'installing chromium for the browser tests, and bubblewrap, socat and ripgrep for those of commands' >&2
export DEBIAN_FRONTEND=noninteractive
apt-get update -qq >/dev/null 2>&1 || refuse 'chromium is not installed, and apt-get update failed'
# Apart, and first: without them some tests are skipped and say so, which is no reason to go without a browser.
apt-get install -y -qq --no-install-recommends bubblewrap socat ripgrep >/dev/null 2>&1 ||
  echo 'apt-get install bubblewrap socat ripgrep failed' >&2
apt-get install -y -qq --no-install-recommends chromium >/dev/null 2>&1 ||
  refuse 'chromium is not installed, and apt-get install chromium failed'
