#!/bin/sh
# Exports of rows: size and time. See bench_rows.py.
exec /usr/bin/python3 "$(dirname "$0")/bench_rows.py"
