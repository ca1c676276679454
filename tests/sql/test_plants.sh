#!/bin/sh
# advice: each rule on a program that has this fault and no other.
exec /usr/bin/python3 "$(dirname "$0")/plants.py" "$BUILD" "$TEST_TMP"
