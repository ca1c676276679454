#!/bin/sh
# Texts of 5 MB to 2 GB, and rows that only claim to have such: see huge.py.
exec /usr/bin/python3 -B tests/database/huge.py "$BUILD" "$TEST_TMP"
