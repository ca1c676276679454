#!/bin/sh
# CSV files from every kind of source, read with python3's csv: rocprofv3's headers, and every value of the tables.
set -u
mkdir "$TEST_TMP/made"
for i in 1 2 3; do "$BUILD/bench/tracegen" "$TEST_TMP/made/$i.rocz" 3000 seed=$i pid=$((500 + i / 2)) nested=200 graph=100 open=$((i % 2)) >/dev/null; done
"$BUILD/bench/tracegen" "$TEST_TMP/long.rocz" 40000 threads=6 nested=200 >/dev/null
if [ -x "$BUILD/programs/demo" ]; then
  COLLECT_ARGS=1 COLLECT_OUTPUT=$TEST_TMP/trace LD_LIBRARY_PATH=$BUILD/gpusim${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH} LD_PRELOAD=$BUILD/libcollect.so \
    timeout 60 "$BUILD/programs/demo" >"$TEST_TMP/demo.out" 2>&1 || { echo "not ok demo fails"; exit 1; }
fi
exec /usr/bin/python3 -B tests/export/csv_files.py "$BUILD/rocpd.so" "$TEST_TMP" $([ -d "$TEST_TMP/trace" ] && echo "$TEST_TMP/trace")
