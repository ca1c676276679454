#!/bin/sh
# The contents of HTML reports: generated and real traces, and the trace of a HIP program with markers on the software GPU.
set -u
"$BUILD/bench/tracegen" "$TEST_TMP/many.rocz" 50000 threads=1 queues=1 >/dev/null && "$BUILD/bench/tracegen" "$TEST_TMP/one.rocz" 2000 nested=200 open=1 >/dev/null || exit 1
set -- "$TEST_TMP/many.rocz" "$TEST_TMP/one.rocz" tests/data/rtg/case3 tests/data/rpd/matmul_result.rpd tests/data/heliosr_146104_results.db
. tests/export/demo.sh
record_demo && set -- "$@" "$TEST_TMP/trace"
/usr/bin/python3 tests/export/html_file.py "$BUILD/rocpd.so" "$TEST_TMP" "$@" || exit 1
# Every kind of record, and two processes that shared a GPU.
/usr/bin/python3 tests/helper/rocpd_gen.py "$TEST_TMP/everything.db" --scale 2 --sets 2 >/dev/null || exit 1
set -- "$TEST_TMP/everything.db" tests/data/rpd/matmul_result.rpd
record_demo OMPI_COMM_WORLD_RANK=1 && set -- "$@" "$TEST_TMP/trace"
exec /usr/bin/python3 tests/export/html_tables.py "$BUILD/rocpd.so" "$TEST_TMP" "$@"
