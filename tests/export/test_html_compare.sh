#!/bin/sh
# HTML reports of two traces: what stands in the file, against SQL on each trace by itself.
set -u
here=$(dirname "$0")
"$BUILD/bench/tracegen" "$TEST_TMP/many.rocz" 4000 threads=3 nested=20 >/dev/null && "$BUILD/bench/tracegen" "$TEST_TMP/other.rocz" 6000 threads=2 nested=40 queues=3 >/dev/null || exit 1
exec /usr/bin/python3 "$here/html_compare.py" "$BUILD" "$TEST_TMP"
