#!/bin/sh
# Time windows on databases, as upstream's tool has them: see window.py.
exec /usr/bin/python3 tests/database/window.py "$TEST_TMP"
