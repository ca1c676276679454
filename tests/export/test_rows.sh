#!/bin/sh
# Exports of rows: generated and genuine databases to databases and chunk files and back.
exec /usr/bin/python3 tests/export/rows.py "$BUILD/rocpd.so" "$TEST_TMP"
