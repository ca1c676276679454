#!/bin/sh
# ranks and iterations against Python, on random traces of several processes.
exec /usr/bin/python3 "$(dirname "$0")/iterations.py" "$BUILD" "$TEST_TMP"
