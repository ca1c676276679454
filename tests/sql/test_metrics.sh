#!/bin/sh
# rocpd metrics: minimum, mean, maximum and last value of each track, against a computation from plain rows.
exec /usr/bin/python3 "$(dirname "$0")/metrics.py" "$BUILD" "$TEST_TMP"
