#!/bin/sh
# Texts of a report in a browser: lists, charts under the pointer, filters, addresses of other reports, missing data.
set -u
here=$(dirname "$0")
command -v chromium >/dev/null || { echo "no chromium (scripts/deps.sh installs it)"; exit 77; }
. "$here/../load/node.sh"
node_ready puppeteer-core || exit 77
"$BUILD/bench/tracegen" "$TEST_TMP/given.rocz" 20000 threads=3 nested=300 >/dev/null || exit 1
/usr/bin/python3 "$here/html_told.py" "$BUILD" "$TEST_TMP" || exit 1
exec timeout -s KILL 200 node "$here/html_told.js" "$TEST_TMP" 2>&1
