#!/bin/sh
# With little memory for columns, which are then decoded several times, exports are what they are with much, byte for byte; and they take less of it.
set -u
"$BUILD/bench/tracegen" "$TEST_TMP/one.rocz" 300000 nested=100 >/dev/null && "$BUILD/bench/tracegen" "$TEST_TMP/two.rocz" 20000 threads=2 queues=1 pid=77 >/dev/null \
  && "$BUILD/bench/tracegen" "$TEST_TMP/many.rocz" 2000000 >/dev/null || exit 1
exec /usr/bin/python3 tests/export/bounded.py "$BUILD/rocpd.so" "$TEST_TMP"
