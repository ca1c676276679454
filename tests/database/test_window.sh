#!/bin/sh
# Time windows on databases, as in upstream's tool: see window.py.
exec /usr/bin/python3 tests/database/window.py "$TEST_TMP"
