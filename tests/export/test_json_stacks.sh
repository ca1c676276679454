#!/bin/sh
# Sampled stacks in Chrome JSON traces: slices, and the sections samples and stackFrames.
exec /usr/bin/python3 "$(dirname "$0")/json_stacks.py" "$BUILD/bench/select_trace" "$TEST_TMP"
