#!/bin/sh
# Databases written by rocpd_export_db from every kind of source, as read by AMD's tools.
set -u
. tests/export/demo.sh
record_demo
exec /usr/bin/python3 tests/export/upstream.py "$BUILD/rocpd.so" "$TEST_TMP" $([ -d "$TEST_TMP/trace" ] && echo "$TEST_TMP/trace")
