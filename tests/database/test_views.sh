#!/bin/sh
# Every view of rocprofv3 databases against our table of that name: a real database,
# and generated ones with every kind of record, of every schema version.
set -u
failed=0
generate() { out=$1; shift; /usr/bin/python3 tests/helper/rocpd_gen.py "$TEST_TMP/$out.db" "$@" || failed=1; }
for v in 0 1 2 3 4 5; do generate "v3.0.$v" --version 3.0.$v --seed $v; done
generate sys --style sys
generate sets --sets 3 --version 3.0.3
generate wal --wal
generate holes --holes
generate holes5 --holes --version 3.0.5 --sets 2
/usr/bin/python3 tests/database/compare.py tests/data/heliosr_146104_results.db "$TEST_TMP"/v3.0.?.db "$TEST_TMP"/sys.db "$TEST_TMP"/sets.db "$TEST_TMP"/wal.db || failed=1
/usr/bin/python3 tests/database/compare.py --holes "$TEST_TMP"/holes.db "$TEST_TMP"/holes5.db || failed=1
exit $failed
