#!/bin/sh
# The pages of HTML reports in real browsers, against SQL; hostile names, cut files, keyboard, addresses that hold the view.
set -u
here=$(dirname "$0")
command -v chromium >/dev/null || { echo "no chromium (scripts/deps.sh installs it)"; exit 77; }
. "$here/../load/node.sh"
node_ready puppeteer-core || exit 77
"$BUILD/bench/tracegen" "$TEST_TMP/many.rocz" 30000 threads=3 nested=200 open=1 >/dev/null || exit 1
/usr/bin/python3 "$here/html_pages.py" "$BUILD" "$TEST_TMP" || exit 1
exec timeout -s KILL 200 node "$here/html_pages.js" "$TEST_TMP" 2>&1
