#!/bin/sh
# advice: each of its findings by a program that has this fault and no other.
exec /usr/bin/python3 "$(dirname "$0")/plants.py" "$BUILD" "$TEST_TMP"
