#!/bin/sh
# HTML reports of two traces: the contents of the file against SQL on each trace; and what browsers show.
set -u
here=$(dirname "$0")
"$BUILD/bench/tracegen" "$TEST_TMP/many.rocz" 4000 threads=3 nested=20 >/dev/null && "$BUILD/bench/tracegen" "$TEST_TMP/other.rocz" 6000 threads=2 nested=40 queues=3 >/dev/null || exit 1
/usr/bin/python3 "$here/html_compare.py" "$BUILD" "$TEST_TMP" || exit 1
command -v chromium >/dev/null || { echo "# no chromium (scripts/deps.sh installs it): the file alone"; exit 0; }
. "$here/../load/node.sh"
node_ready puppeteer-core || exit 0
exec timeout -s KILL 200 node "$here/html_compare.js" "$TEST_TMP" 2>&1
