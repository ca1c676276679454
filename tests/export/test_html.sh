#!/bin/sh
# What stands in the file of an HTML report: generated and genuine traces, and what a HIP program with markers on the software GPU left.
set -u
"$BUILD/bench/tracegen" "$TEST_TMP/many.rocz" 50000 threads=1 queues=1 >/dev/null && "$BUILD/bench/tracegen" "$TEST_TMP/one.rocz" 2000 nested=200 open=1 >/dev/null || exit 1
set -- "$TEST_TMP/many.rocz" "$TEST_TMP/one.rocz" tests/data/rtg/case3 tests/data/rpd/matmul_result.rpd tests/data/heliosr_146104_results.db
if [ -x "$BUILD/programs/demo" ]; then
  COLLECT_OUTPUT=$TEST_TMP/trace LD_LIBRARY_PATH=$BUILD/gpusim${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH} LD_PRELOAD=$BUILD/libcollect.so \
    timeout 60 "$BUILD/programs/demo" >"$TEST_TMP/demo.out" 2>&1 || { echo "not ok demo fails"; exit 1; }
  set -- "$@" "$TEST_TMP/trace"
fi
exec /usr/bin/python3 tests/export/html_file.py "$BUILD/rocpd.so" "$TEST_TMP" "$@"
