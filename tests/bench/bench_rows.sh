#!/bin/sh
# Measures exports of rows, in size and time: see bench_rows.py.
exec /usr/bin/python3 "$(dirname "$0")/bench_rows.py"
