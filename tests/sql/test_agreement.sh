#!/bin/sh
# Tables that show the same idle time agree to the ns, on random traces and all sample files.
exec /usr/bin/python3 "$(dirname "$0")/agreement.py" "$BUILD" "$TEST_TMP"
