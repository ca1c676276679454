#!/bin/sh
# Perfetto traces besides the events: measured values, clocks, order, attributes.
exec /usr/bin/python3 tests/export/perfetto.py "$BUILD" "$TEST_TMP"
