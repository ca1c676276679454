#!/bin/sh
# With little memory, columns are decoded several times; exports are byte for byte the same as with much memory, and use less.
set -u
"$BUILD/bench/tracegen" "$TEST_TMP/one.rocz" 300000 nested=100 >/dev/null && "$BUILD/bench/tracegen" "$TEST_TMP/two.rocz" 20000 threads=2 queues=1 pid=77 >/dev/null \
  && "$BUILD/bench/tracegen" "$TEST_TMP/many.rocz" 2000000 >/dev/null || exit 1
exec /usr/bin/python3 tests/export/bounded.py "$BUILD/rocpd.so" "$TEST_TMP"
