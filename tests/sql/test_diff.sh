#!/bin/sh
# diff and rocpd_regressed against plain SQL and a test of ranks in Python, on random traces.
exec /usr/bin/python3 "$(dirname "$0")/diff.py" "$BUILD" "$TEST_TMP"
