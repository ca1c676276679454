#!/bin/sh
# What calls cause: ranges and their kernels, call trees, synchronisation, critical paths against Python, on random traces.
exec /usr/bin/python3 "$(dirname "$0")/causes.py" "$BUILD" "$TEST_TMP"
