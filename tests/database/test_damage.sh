#!/bin/sh
# Databases that are damaged, unusual, or of schema 4: see damage.py.
exec /usr/bin/python3 tests/database/damage.py "$BUILD" "$TEST_TMP"
