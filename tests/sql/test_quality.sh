#!/bin/sh
# Impossible rows and rows without their counterpart in health.
exec /usr/bin/python3 "$(dirname "$0")/quality.py" "$BUILD" "$TEST_TMP"
