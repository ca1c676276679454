#!/bin/sh
# losses of files that are cut, damaged, lossy or copied, against an oracle written from the help text.
exec /usr/bin/python3 "$(dirname "$0")/losses.py" "$BUILD" "$TEST_TMP"
