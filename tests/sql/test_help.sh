#!/bin/sh
# ext/help says something of every table, column and function, and of nothing else (help.py).
exec /usr/bin/python3 tests/sql/help.py "$BUILD/rocpd.so" .
