#!/bin/sh
# Sampled stacks in OTF2 traces: events CallingContextSample and calling contexts, read by the library and by otf2-print.
/usr/bin/python3 -c 'import otf2' 2>/dev/null && command -v otf2-print >/dev/null || { echo "needs python3-otf2 and otf2-tools"; exit 77; }
exec /usr/bin/python3 "$(dirname "$0")/otf2_stacks.py" "$BUILD/bench/select_trace" "$TEST_TMP"
