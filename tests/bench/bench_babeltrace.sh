#!/bin/sh
# Measures babeltrace2's component source.rocpd.trace: see bench_babeltrace.py.
exec /usr/bin/python3 "$(dirname "$0")/bench_babeltrace.py"
