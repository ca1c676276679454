#!/bin/sh
# Named ranges in time: rocpd_in_range and the occurrences of rocpd_window against Python, on random ranges of two processes.
exec /usr/bin/python3 "$(dirname "$0")/ranges.py" "$BUILD" "$TEST_TMP"
