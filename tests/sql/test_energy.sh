#!/bin/sh
# Joules by kernel, GPU and rank, against a computation moment by moment from the help text on random traces.
exec /usr/bin/python3 "$(dirname "$0")/energy.py" "$BUILD" "$TEST_TMP"
