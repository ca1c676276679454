#!/bin/sh
# Listings row for row against the tables, profiles against the table calls, on random traces.
exec /usr/bin/python3 "$(dirname "$0")/text.py" "$BUILD" "$TEST_TMP"
