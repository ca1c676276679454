#!/bin/sh
# Functions in which threads spent their time, against a computation from the help text (hotspots.py).
exec /usr/bin/python3 tests/sql/hotspots.py "$BUILD/bench/select_trace" "$TEST_TMP"
