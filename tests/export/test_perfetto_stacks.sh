#!/bin/sh
# Sampled stacks in Perfetto traces: packets PerfSample and slices of states.
exec /usr/bin/python3 "$(dirname "$0")/perfetto_stacks.py" "$BUILD/bench/select_trace" "$TEST_TMP"
