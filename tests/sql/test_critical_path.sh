#!/bin/sh
# critical_path, what_if and sync_cost against a graph in Python, on random traces.
exec /usr/bin/python3 "$(dirname "$0")/critical_path.py" "$BUILD" "$TEST_TMP"
