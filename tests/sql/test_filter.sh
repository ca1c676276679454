#!/bin/sh
# The filter of a connection: processes, GPUs, kernels and streams.
exec /usr/bin/python3 "$(dirname "$0")/filter.py" "$BUILD" "$TEST_TMP"
