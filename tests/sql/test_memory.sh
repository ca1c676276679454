#!/bin/sh
# allocations, memory_timeline, memory_peak and leaks against a replay in Python.
exec /usr/bin/python3 "$(dirname "$0")/memory.py" "$BUILD" "$TEST_TMP"
