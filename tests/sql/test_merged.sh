#!/bin/sh
# Processes of a merged database.
exec /usr/bin/python3 "$(dirname "$0")/merged.py" "$BUILD" "$TEST_TMP"
