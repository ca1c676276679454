#!/bin/sh
# Host, rank, run and wall clock of rows, side by side and merged: see origin.py.
exec /usr/bin/python3 -B tests/database/origin.py "$BUILD" "$TEST_TMP"
