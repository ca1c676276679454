#!/bin/sh
# From a program whose threads are known, through sampled stacks, to hotspots, waits and flame graphs (sampled.py).
set -u
command -v gcc >/dev/null || { echo "no gcc"; exit 77; }
cd "$(dirname "$0")/../.." || exit 1
gcc -O1 -o "$TEST_TMP/sampled" tests/e2e/sampled.c -pthread || exit 1
COLLECT_DOMAINS=+samples COLLECT_SAMPLE_HZ=499 COLLECT_OUTPUT="$TEST_TMP/trace" LD_PRELOAD="${LD_PRELOAD:+$LD_PRELOAD:}$BUILD/libcollect.so" "$TEST_TMP/sampled" || { echo "not ok the program failed"; exit 1; }
exec /usr/bin/python3 tests/e2e/sampled.py "$BUILD/rocpd" "$TEST_TMP/trace" "$TEST_TMP"
