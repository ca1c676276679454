#!/bin/sh
# The view launches: one row a kernel, the call that launched it, whatever main holds.
set -u
failed=0
check() { if [ "$2" = "$3" ]; then echo "ok $1"; else echo "not ok $1: '$2', not '$3'"; failed=1; fi; }
"$BUILD/bench/tracegen" "$TEST_TMP/a.rocz" 20000 graph=50 open=1 >/dev/null
"$BUILD/bench/tracegen" "$TEST_TMP/b.rocz" 20000 seed=5 >/dev/null
query() { sqlite3 -batch -bail -list -cmd ".load $BUILD/rocpd" -cmd ".output /dev/null" -cmd "SELECT rocpd_attach('$TEST_TMP')" -cmd ".output" "${2:-:memory:}" "$1" 2>&1; }
check "as many rows as kernels" "$(query 'SELECT (SELECT count(*) FROM launches) = (SELECT count(*) FROM kernels), (SELECT count(*) > 10000 FROM kernels)')" "1|1"
check "every generated kernel has its call" "$(query 'SELECT count(*) FROM launches WHERE call IS NULL')" 0
check "the call of the same process" "$(query 'SELECT count(*) FROM launches l JOIN regions r USING (guid, stack_id) WHERE l.call <> r.name OR l.call_start <> r.start OR l.tid <> r.tid')" 0
check "latency" "$(query 'SELECT count(*) FROM launches WHERE latency_ns <> kernel_start - call_start OR latency_ns < 0')" 0
check "main's own kernels are not meant" "$(sqlite3 -batch "$TEST_TMP/own.db" 'CREATE TABLE kernels(x); CREATE TABLE regions(y)'; query 'SELECT count(*) > 10000 FROM launches' "$TEST_TMP/own.db")" 1
check "main's own launches stay" "$(sqlite3 -batch "$TEST_TMP/other.db" 'CREATE TABLE launches(x)'; query 'SELECT count(*) FROM launches' "$TEST_TMP/other.db")" 0
exit $failed
