#!/bin/sh
# Tables computed from the same rows have the same totals.
exec /usr/bin/python3 "$(dirname "$0")/totals.py" "$BUILD" "$TEST_TMP"
