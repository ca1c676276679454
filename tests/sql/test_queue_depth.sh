#!/bin/sh
# The depth of queues over time, against brute force on random traces.
exec /usr/bin/python3 "$(dirname "$0")/queue_depth.py" "$BUILD" "$TEST_TMP"
