#!/bin/sh
# Exports of rows: generated and real databases, and traces of HIP programs on the software GPU,
# to databases and chunk files and back.
set -u
. tests/export/demo.sh
record_demo COLLECT_ARGS=1 && record_demo COLLECT_ARGS=1
exec /usr/bin/python3 tests/export/rows.py "$BUILD/rocpd.so" "$TEST_TMP" $([ -d "$TEST_TMP/trace" ] && echo "$TEST_TMP/trace")
