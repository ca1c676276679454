#!/bin/sh
# occupancy against what a compiler said, and kernels.
exec /usr/bin/python3 "$(dirname "$0")/occupancy.py" "$BUILD" "$TEST_TMP"
