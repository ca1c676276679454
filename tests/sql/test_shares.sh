#!/bin/sh
# Shares, totals and gains of programs that are put together by hand: exact values.
exec /usr/bin/python3 "$(dirname "$0")/shares.py" "$BUILD" "$TEST_TMP"
