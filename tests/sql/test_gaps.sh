#!/bin/sh
# Causes of gaps, their sums and their lengths, against brute force on random traces.
exec /usr/bin/python3 "$(dirname "$0")/gaps.py" "$BUILD" "$TEST_TMP"
