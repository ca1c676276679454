#!/bin/sh
# Databases that rocpd_export_db wrote of every kind of source, as AMD's tools read them.
set -u
if [ -x "$BUILD/programs/demo" ]; then
  COLLECT_OUTPUT=$TEST_TMP/trace LD_LIBRARY_PATH=$BUILD/gpusim${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH} LD_PRELOAD=$BUILD/libcollect.so \
    timeout 60 "$BUILD/programs/demo" >"$TEST_TMP/demo.out" 2>&1 || { echo "not ok demo fails"; exit 1; }
fi
exec /usr/bin/python3 tests/export/upstream.py "$BUILD/rocpd.so" "$TEST_TMP" $([ -d "$TEST_TMP/trace" ] && echo "$TEST_TMP/trace")
