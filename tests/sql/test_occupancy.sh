#!/bin/sh
# occupancy against the output of a compiler, and against kernels.
exec /usr/bin/python3 "$(dirname "$0")/occupancy.py" "$BUILD" "$TEST_TMP"
