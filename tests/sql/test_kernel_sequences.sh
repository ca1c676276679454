#!/bin/sh
# kernel_sequences against a search of every sequence in Python.
exec /usr/bin/python3 "$(dirname "$0")/kernel_sequences.py" "$BUILD" "$TEST_TMP"
