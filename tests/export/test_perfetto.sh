#!/bin/sh
# What Perfetto traces have beside the events: values that were measured, clocks, order, attributes.
exec /usr/bin/python3 tests/export/perfetto.py "$BUILD" "$TEST_TMP"
