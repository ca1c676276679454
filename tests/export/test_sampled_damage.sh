#!/bin/sh
# Cut and damaged files with sampled stacks, in all formats that show them.
exec /usr/bin/python3 "$(dirname "$0")/sampled_damage.py" "$BUILD/rocpd.so" "$TEST_TMP" "$BUILD/bench/select_trace"
