#!/bin/sh
# Stacks for flame graphs against the table calls and a slow oracle, on random traces.
exec /usr/bin/python3 "$(dirname "$0")/folded.py" "$BUILD" "$TEST_TMP"
