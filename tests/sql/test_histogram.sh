#!/bin/sh
# histogram and short_kernels against the same in Python.
exec /usr/bin/python3 "$(dirname "$0")/histogram.py" "$BUILD" "$TEST_TMP"
