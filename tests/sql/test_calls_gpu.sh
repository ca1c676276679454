#!/bin/sh
# Kernels and copies in the table calls, against trees made in Python.
exec /usr/bin/python3 "$(dirname "$0")/calls_gpu.py" "$BUILD" "$TEST_TMP"
