#!/bin/sh
# What the host did while GPUs waited, against a computation from the help text on random traces.
exec /usr/bin/python3 "$(dirname "$0")/idle_stacks.py" "$BUILD" "$TEST_TMP"
