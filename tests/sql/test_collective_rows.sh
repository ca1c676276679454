#!/bin/sh
# collectives of random calls, against an oracle made from the help text: in files, merged, and as archives.
exec /usr/bin/python3 "$(dirname "$0")/collective_rows.py" "$BUILD" "$TEST_TMP"
