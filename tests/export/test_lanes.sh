#!/bin/sh
# Lanes of a GPU's track: as few as there may be, and no two events of one overlap.
exec /usr/bin/python3 tests/export/lanes.py "$BUILD" "$TEST_TMP"
