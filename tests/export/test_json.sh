#!/bin/sh
# What Chrome JSON traces have beside the events: values that were measured, ids of many ranks, work that never started or ended.
exec /usr/bin/python3 tests/export/json_trace.py "$BUILD" "$TEST_TMP"
