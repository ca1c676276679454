#!/bin/sh
# Chrome JSON traces besides the events: measured values, ids of many ranks, work that never started or ended.
exec /usr/bin/python3 tests/export/json_trace.py "$BUILD" "$TEST_TMP"
