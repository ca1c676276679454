#!/bin/sh
# copy_cost and allocation_cost against copies, regions and kernels in SQL.
exec /usr/bin/python3 "$(dirname "$0")/costs.py" "$BUILD" "$TEST_TMP"
