#!/bin/sh
# The files beside databases in WAL mode, in every state: see shm.py.
exec /usr/bin/python3 -B tests/database/shm.py "$BUILD" "$TEST_TMP"
