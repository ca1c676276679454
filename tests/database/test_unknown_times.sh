#!/bin/sh
# Times of 0, and times of days before the trace began, count as unknown.
exec /usr/bin/python3 tests/database/unknown_times.py "$BUILD" "$TEST_TMP"
