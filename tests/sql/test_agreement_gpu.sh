#!/bin/sh
# Tables that show the same GPU time agree to the ns, and no share exceeds 1.
exec /usr/bin/python3 "$(dirname "$0")/agreement_gpu.py" "$BUILD" "$TEST_TMP"
