#!/bin/sh
# Times that are added up in a window.
exec /usr/bin/python3 "$(dirname "$0")/window_sums.py" "$BUILD" "$TEST_TMP"
