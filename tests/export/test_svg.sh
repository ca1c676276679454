#!/bin/sh
# Pictures: XML, self-contained, with the figures of SQL, on random traces.
exec /usr/bin/python3 "$(dirname "$0")/svg.py" "$BUILD" "$TEST_TMP"
