#!/bin/sh
# Sampled stacks as pprof's profiles: decoded, compared with hotspots, and read by go tool pprof if it is there.
exec /usr/bin/python3 "$(dirname "$0")/pprof.py" "$BUILD/bench/select_trace" "$TEST_TMP"
