#!/bin/sh
# Changing a report's view: names and order of rows, search in arguments, areas, addresses, rows of tables, keys; unusual traces and browsers; pictures of the
# main views.
set -u
here=$(dirname "$0")
command -v chromium >/dev/null || { echo "no chromium (scripts/deps.sh installs it)"; exit 77; }
. "$here/../load/node.sh"
node_ready puppeteer-core || exit 77
"$BUILD/bench/tracegen" "$TEST_TMP/given.rocz" 40000 threads=3 nested=300 arguments=1 >/dev/null && "$BUILD/bench/tracegen" "$TEST_TMP/much.rocz" 150000 threads=2 nested=300 >/dev/null &&
  "$BUILD/bench/tracegen" "$TEST_TMP/open.rocz" 3000 threads=3 nested=300 open=1 >/dev/null || exit 1
/usr/bin/python3 "$here/html_view.py" "$BUILD" "$TEST_TMP" || exit 1
exec timeout -s KILL 400 node "$here/browser.js" "$TEST_TMP" html_view html_odd html_pictures 2>&1
