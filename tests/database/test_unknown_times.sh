#!/bin/sh
# Times of 0, and of days before a trace began, are not known.
exec /usr/bin/python3 tests/database/unknown_times.py "$BUILD" "$TEST_TMP"
