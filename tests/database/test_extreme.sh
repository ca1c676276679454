#!/bin/sh
# Times and lengths at the ends of what an integer holds.
exec /usr/bin/python3 tests/database/extreme.py "$BUILD" "$TEST_TMP"
