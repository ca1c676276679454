#!/bin/sh
# The timeline of HTML reports in real browsers, against SQL: the event at a point of the screen, areas, search, launches and keys.
set -u
here=$(dirname "$0")
command -v chromium >/dev/null || { echo "no chromium (scripts/deps.sh installs it)"; exit 77; }
. "$here/../load/node.sh"
node_ready puppeteer-core || exit 77
"$BUILD/bench/tracegen" "$TEST_TMP/many.rocz" 60000 threads=3 nested=300 >/dev/null && "$BUILD/bench/tracegen" "$TEST_TMP/open.rocz" 3000 threads=3 nested=300 open=1 >/dev/null || exit 1
/usr/bin/python3 "$here/html_timeline.py" "$BUILD" "$TEST_TMP" || exit 1
exec timeout -s KILL 200 node "$here/html_timeline.js" "$TEST_TMP" 2>&1
