#!/bin/sh
# collectives for generated communicators, groups and splits, against what the test generated.
exec /usr/bin/python3 "$(dirname "$0")/collectives.py" "$BUILD" "$TEST_TMP"
