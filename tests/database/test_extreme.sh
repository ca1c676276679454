#!/bin/sh
# Times and lengths at the limits of 64-bit integers.
exec /usr/bin/python3 tests/database/extreme.py "$BUILD" "$TEST_TMP"
