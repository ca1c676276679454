#!/bin/sh
# What health says is odd about rows.
exec /usr/bin/python3 "$(dirname "$0")/quality.py" "$BUILD" "$TEST_TMP"
