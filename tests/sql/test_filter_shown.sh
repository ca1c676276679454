#!/bin/sh
# Filters in tables whose answer needs the whole trace: which rows are shown.
exec /usr/bin/python3 "$(dirname "$0")/filter_shown.py" "$BUILD" "$TEST_TMP"
