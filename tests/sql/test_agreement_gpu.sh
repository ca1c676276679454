#!/bin/sh
# What several tables say of the same time of GPUs agrees to the ns, and no share exceeds what it is of.
exec /usr/bin/python3 "$(dirname "$0")/agreement_gpu.py" "$BUILD" "$TEST_TMP"
