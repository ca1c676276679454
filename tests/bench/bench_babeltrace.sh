#!/bin/sh
# babeltrace2's component source.rocpd.trace. See bench_babeltrace.py.
exec /usr/bin/python3 "$(dirname "$0")/bench_babeltrace.py"
