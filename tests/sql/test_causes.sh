#!/bin/sh
# Kernels of ranges, call trees and Python functions against Python, on random traces.
exec /usr/bin/python3 "$(dirname "$0")/causes.py" "$BUILD" "$TEST_TMP"
