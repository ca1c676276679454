#!/bin/sh
# Exact shares, totals and gains of programs written by hand.
exec /usr/bin/python3 "$(dirname "$0")/shares.py" "$BUILD" "$TEST_TMP"
