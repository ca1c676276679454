#!/bin/sh
# top, top_kernels and top_by against sums in Python.
exec /usr/bin/python3 "$(dirname "$0")/top.py" "$BUILD" "$TEST_TMP"
