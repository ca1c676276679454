#!/bin/sh
# The SQL functions that read no trace: against Python's, and with unexpected values.
exec /usr/bin/python3 "$(dirname "$0")/functions.py" "$BUILD" "$TEST_TMP"
