#!/bin/sh
# GPU time by the host's stack that launched it, against a computation from the help text on random traces.
exec /usr/bin/python3 "$(dirname "$0")/launch_stacks.py" "$BUILD" "$TEST_TMP"
