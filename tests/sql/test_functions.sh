#!/bin/sh
# The SQL functions that look at no trace: against Python's own, and with values that nobody means.
exec /usr/bin/python3 "$(dirname "$0")/functions.py" "$BUILD" "$TEST_TMP"
