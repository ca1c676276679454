#!/bin/sh
# Clocks of several databases: see align.py.
exec /usr/bin/python3 tests/database/align.py "$TEST_TMP"
