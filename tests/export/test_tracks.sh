#!/bin/sh
# Names and places of events in exports of tracks: generated and real traces, and the trace of a HIP program with markers on the software GPU.
set -u
"$BUILD/bench/tracegen" "$TEST_TMP/many.rocz" 20000 threads=1 >/dev/null && "$BUILD/bench/tracegen" "$TEST_TMP/one.rocz" 2000 nested=200 >/dev/null || exit 1
set -- "$TEST_TMP/many.rocz" "$TEST_TMP/one.rocz" tests/data/rtg/case3 tests/data/rpd/matmul_result.rpd tests/data/heliosr_146104_results.db
. tests/export/demo.sh
record_demo && set -- "$@" "$TEST_TMP/trace"
exec /usr/bin/python3 tests/export/tracks.py "$BUILD/rocpd.so" "$TEST_TMP" "$@"
