#!/bin/sh
# Tables that are made of the same rows add up to the same.
exec /usr/bin/python3 "$(dirname "$0")/totals.py" "$BUILD" "$TEST_TMP"
