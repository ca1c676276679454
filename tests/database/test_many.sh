#!/bin/sh
# 1, 2, 8, 60 (SOAK: 1000) databases together have the rows of each alone; processes with
# one pid on two hosts, and in two containers of one host, stay apart.
set -u
failed=0
check() { if [ "$2" = "$3" ]; then echo "ok $1"; else echo "not ok $1: '$2', not '$3'"; failed=1; fi; }
generate() { out=$1; shift; /usr/bin/python3 tests/helper/rocpd_gen.py "$TEST_TMP/$out.db" "$@" || failed=1; }
query() { sqlite3 -batch -bail -list -cmd ".load $BUILD/rocpd" :memory: "$@" 2>&1; }
for i in 1 2 3 4 5 6 7 8; do generate "m$i" --seed "$i" --host "node$((i % 2))" --machine "id$((i % 2))" --pid $((100 + i / 4)); done
for n in 1 2 8; do
  files=$(ls "$TEST_TMP"/m*.db | head -n $n)
  /usr/bin/python3 tests/database/compare.py --union $files || failed=1
done
# Same pid: 1..3 are pid 100, of which 1 and 3 are on one host.
check "same pid, different hosts and containers" \
  "$(query "SELECT count(*), count(DISTINCT guid), count(DISTINCT pid) FROM processes('$TEST_TMP/m[123].db')" "SELECT count(*) FROM threads('$TEST_TMP/m[123].db')")" "3|3|1
9"
check "busy of each file alone" \
  "$(query "SELECT group_concat(GpuTime) FROM (SELECT GpuTime FROM busy('$TEST_TMP/m[123].db') ORDER BY guid, agent_id)")" \
  "$(for i in 1 2 3; do query "SELECT group_concat(GpuTime) FROM (SELECT GpuTime FROM busy('$TEST_TMP/m$i.db') ORDER BY agent_id)"; done | paste -sd,)"
# Also in a merged file: each process has a row of its own, whatever its pid.
by_process="SELECT host, pid, start, \"end\", kernel_ns, union_ns FROM gpu_time('process') ORDER BY start" runs="SELECT host, pid, start, span_ns FROM run_time ORDER BY start"
query "SELECT rocpd_attach('$TEST_TMP/m[123].db')" "SELECT rocpd_export_db('$TEST_TMP/three.db')" >/dev/null
apart=$(query ".output /dev/null" "SELECT rocpd_attach('$TEST_TMP/m[123].db')" ".output" "$by_process" "$runs")
check "six rows of three processes" "$(echo "$apart" | cut -d '|' -f 1,2 | sort | uniq -c | xargs)" "2 node0|100 4 node1|100"
check "by process, merged" "$(query ".output /dev/null" "SELECT rocpd_attach('$TEST_TMP/three.db')" ".output" "$by_process" "$runs")" "$apart"
n=${SOAK:+1000}; n=${n:-60}
mkdir "$TEST_TMP/many"
generate many/f --files "$n" --seed 1000
alone=$(for f in "$TEST_TMP"/many/*.db; do sqlite3 "$f" 'SELECT count(*), sum("end" - start) FROM rocpd_kernel_dispatch'; done | awk -F'|' '{a += $1; b += $2} END {printf "%.0f|%.0f", a, b}')
check "$n files, 64 descriptors" "$(ulimit -n 64; query "SELECT count(*), sum(duration) FROM kernels('$TEST_TMP/many')")" "$alone"
exit $failed
