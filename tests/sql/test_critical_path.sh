#!/bin/sh
# Critical paths, what a faster kernel gives, and what waiting costs, against a graph in Python, on random traces.
exec /usr/bin/python3 "$(dirname "$0")/critical_path.py" "$BUILD" "$TEST_TMP"
