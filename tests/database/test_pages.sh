#!/bin/sh
# Rows read from pages are those that SQLite reads: see pages.py.
exec /usr/bin/python3 tests/database/pages.py "$BUILD" "$TEST_TMP"
