#!/bin/sh
# rocpd summary and query as replacements for AMD's: their options and output, on databases with AMD's own views (upstream.py).
. tests/command/common.sh
"$BUILD/bench/tracegen" "$TEST_TMP/made.rocz" 20000 >/dev/null
rocpd merge "$TEST_TMP/made.rocz" -o "$TEST_TMP/made.db" >/dev/null
COLLECT_OUTPUT="$TEST_TMP/run" LD_LIBRARY_PATH="$BUILD/gpusim" LD_PRELOAD="$BUILD/libcollect.so" "$BUILD/programs/known" >/dev/null
rocpd merge "$TEST_TMP/run" -o "$TEST_TMP/run.db" >/dev/null
exec /usr/bin/python3 tests/command/upstream.py "$TEST_TMP/made.db" "$TEST_TMP/run.db" tests/data/heliosr_146104_results.db
