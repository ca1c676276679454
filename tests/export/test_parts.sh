#!/bin/sh
# Exports in parts are the whole, in all formats, and are there together or not at all (parts.py).
exec /usr/bin/python3 tests/export/parts.py "$BUILD/rocpd.so" "$TEST_TMP"
