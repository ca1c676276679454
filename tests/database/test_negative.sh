#!/bin/sh
# Times before the clock's zero, and ids below 0.
exec /usr/bin/python3 tests/database/negative.py "$BUILD" "$TEST_TMP"
