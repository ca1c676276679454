#!/bin/sh
# Exports of rows: generated and genuine databases, and what HIP programs on the software GPU left,
# to databases and chunk files and back.
set -u
if [ -x "$BUILD/programs/demo" ]; then
  for i in 1 2; do
    COLLECT_ARGS=1 COLLECT_OUTPUT=$TEST_TMP/trace LD_LIBRARY_PATH=$BUILD/gpusim${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH} LD_PRELOAD=$BUILD/libcollect.so \
      timeout 60 "$BUILD/programs/demo" >"$TEST_TMP/demo.out" 2>&1 || { echo "not ok demo fails"; exit 1; }
  done
fi
exec /usr/bin/python3 tests/export/rows.py "$BUILD/rocpd.so" "$TEST_TMP" $([ -d "$TEST_TMP/trace" ] && echo "$TEST_TMP/trace")
