#!/bin/sh
# collectives of processes whose communicators, groups and splits the test makes up, against what it made up.
exec /usr/bin/python3 "$(dirname "$0")/collectives.py" "$BUILD" "$TEST_TMP"
