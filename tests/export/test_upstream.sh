#!/bin/sh
# Databases that rocpd_export_db wrote of every kind of source, as AMD's tools read them.
set -u
. tests/export/demo.sh
record_demo
exec /usr/bin/python3 tests/export/upstream.py "$BUILD/rocpd.so" "$TEST_TMP" $([ -d "$TEST_TMP/trace" ] && echo "$TEST_TMP/trace")
