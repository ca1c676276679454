#!/bin/sh
# occupancy against a compiler, and kernels.
exec /usr/bin/python3 "$(dirname "$0")/occupancy.py" "$BUILD" "$TEST_TMP"
