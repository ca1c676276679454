#!/bin/sh
# Sums of times in a time window.
exec /usr/bin/python3 "$(dirname "$0")/window_sums.py" "$BUILD" "$TEST_TMP"
