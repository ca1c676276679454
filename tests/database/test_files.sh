#!/bin/sh
# Databases are read as they are and left as they were: see files.py.
exec /usr/bin/python3 tests/database/files.py "$BUILD" "$TEST_TMP"
