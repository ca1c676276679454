#!/bin/sh
# Measures rocprofv3 databases: ours, and the file's own views in the same run. See bench_database.py.
exec /usr/bin/python3 "$(dirname "$0")/bench_database.py"
