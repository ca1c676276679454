#!/bin/sh
# collectives for random calls against an oracle written from the help text: as files, merged, and as archives.
exec /usr/bin/python3 "$(dirname "$0")/collective_rows.py" "$BUILD" "$TEST_TMP"
