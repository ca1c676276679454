#!/bin/sh
# ext/help describes every table, column and function, and nothing that does not exist (help.py).
exec /usr/bin/python3 tests/sql/help.py "$BUILD/rocpd.so" .
