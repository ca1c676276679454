#!/bin/sh
# copies and copy_summary against memory_copies and kernels in Python.
exec /usr/bin/python3 "$(dirname "$0")/copies.py" "$BUILD" "$TEST_TMP"
