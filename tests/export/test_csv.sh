#!/bin/sh
# CSV files from every kind of source, read with python3's csv: rocprofv3's headers, and every value of the tables.
set -u
mkdir "$TEST_TMP/made"
for i in 1 2 3; do "$BUILD/bench/tracegen" "$TEST_TMP/made/$i.rocz" 3000 seed=$i pid=$((500 + i / 2)) nested=200 graph=100 open=$((i % 2)) >/dev/null; done
"$BUILD/bench/tracegen" "$TEST_TMP/long.rocz" 40000 threads=6 nested=200 >/dev/null
. tests/export/demo.sh
record_demo COLLECT_ARGS=1
exec /usr/bin/python3 -B tests/export/csv_files.py "$BUILD/rocpd.so" "$TEST_TMP" $([ -d "$TEST_TMP/trace" ] && echo "$TEST_TMP/trace")
