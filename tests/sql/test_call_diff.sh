#!/bin/sh
# call_diff against the call trees of both traces, merged in Python.
exec /usr/bin/python3 "$(dirname "$0")/call_diff.py" "$BUILD" "$TEST_TMP"
