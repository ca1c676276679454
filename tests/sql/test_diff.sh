#!/bin/sh
# diff and rocpd_regressed against plain SQL and a rank test in Python, on random traces.
exec /usr/bin/python3 "$(dirname "$0")/diff.py" "$BUILD" "$TEST_TMP"
