#!/bin/sh
# What several tables say of the same idle time agrees to the ns, on random traces and all samples.
exec /usr/bin/python3 "$(dirname "$0")/agreement.py" "$BUILD" "$TEST_TMP"
