#!/bin/sh
# Formats that describe each source, with more sources than their readers can handle.
set -u
command -v babeltrace2 >/dev/null && command -v otf2-print >/dev/null || { echo "needs babeltrace2 and otf2-tools"; exit 77; }
exec /usr/bin/python3 tests/export/many_sources.py "$BUILD/rocpd.so" "$TEST_TMP"
