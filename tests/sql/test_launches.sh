#!/bin/sh
# launches: one row for each kernel, with the call that launched it, whatever the main database is; against a join of native copies of the tables.
set -u
failed=0
check() { if [ "$2" = "$3" ]; then echo "ok $1"; else echo "not ok $1: '$2', not '$3'"; failed=1; fi; }
"$BUILD/bench/tracegen" "$TEST_TMP/a.rocz" 7000 graph=50 open=1 >/dev/null
"$BUILD/bench/tracegen" "$TEST_TMP/b.rocz" 7000 seed=5 >/dev/null
for seed in 1 2 3; do python3 tests/helper/rocpd_gen.py --seed $seed --holes "$TEST_TMP/gen$seed.db"; done
query() { sqlite3 -batch -bail -list -cmd ".load $BUILD/rocpd" -cmd ".output /dev/null" -cmd "SELECT rocpd_attach('$TEST_TMP')" -cmd ".output" "${2:-:memory:}" "$1" 2>&1; }
check "as many rows as kernels" "$(query 'SELECT (SELECT count(*) FROM launches) = (SELECT count(*) FROM kernels), (SELECT count(*) > 3000 FROM kernels)')" "1|1"
check "every generated kernel has its call" "$(query "SELECT count(*) FROM launches WHERE call IS NULL AND source LIKE '%.rocz'")" 0
columns="guid, pid, tid, dispatch_id, stack_id, call, kernel, agent_abs_index, queue_id, stream_id, call_start, call_end, kernel_start, kernel_end,
  latency_ns, call_ns, kernel_ns, queue_ns, total_ns, class, id, agent_id, rank, source, wall_ns"
# By plain SQL. Number 0 means no call; of several calls with one number, the first counts.
native="CREATE TEMP TABLE k AS SELECT *, agent_id, rank, source, wall_ns FROM kernels; CREATE TEMP TABLE r AS SELECT *, source FROM regions WHERE stack_id <> 0;
  CREATE INDEX temp.rs ON r(source, stack_id);
  CREATE TEMP TABLE l AS SELECT *, CASE WHEN call_ns > 50000 THEN 'slow call' WHEN queue_ns > 100000 THEN 'late start' WHEN kernel_ns < call_ns THEN 'short kernel' END AS class FROM (
  SELECT k.guid, k.pid, r.tid, k.dispatch_id, k.stack_id, r.name AS call, k.name AS kernel, k.agent_abs_index, k.queue_id, k.stream_id, r.start AS call_start, r.\"end\" AS call_end,
  k.start AS kernel_start, k.\"end\" AS kernel_end, k.start - r.start AS latency_ns, r.\"end\" - r.start AS call_ns, k.\"end\" - k.start AS kernel_ns,
  CASE WHEN k.start >= r.\"end\" THEN k.start - r.\"end\" END AS queue_ns, k.\"end\" - r.start AS total_ns, k.id, k.agent_id, k.rank, k.source, k.wall_ns
  FROM k LEFT JOIN r ON r.rowid = (SELECT min(rowid) FROM r WHERE r.source = k.source AND r.stack_id = k.stack_id));"
differ="SELECT (SELECT count(*) FROM (SELECT $columns FROM launches EXCEPT SELECT $columns FROM l)), (SELECT count(*) FROM (SELECT $columns FROM l EXCEPT SELECT $columns FROM launches)),
  (SELECT count(*) FROM launches) = (SELECT count(*) FROM l)"
check "all by plain SQL" "$(query "$native $differ")" "0|0|1"
check "... in a window: calls before it are known" "$(query "$native SELECT rocpd_window(max(kernel_start) * 2 / 5 + min(kernel_start) / 5 * 3, max(kernel_end)) <> '' FROM l WHERE source LIKE '%a.rocz'; DELETE FROM l WHERE (guid, id) NOT IN (SELECT guid, id FROM kernels); SELECT count(*) > 1000 FROM l; $differ" | tr '\n' ' ')" "1 1 0|0|1 "
check "all classes occur" "$(query 'SELECT count(DISTINCT class) > 1 FROM launches')" 1
mismatch() { for t in call queue kernel total; do printf "OR s.${t}_max_ns IS NOT l.${t}_max "; for f in mean median p99; do
  printf "OR (s.${t}_${f}_ns IS NULL) <> (l.${t}_$f IS NULL) OR abs(s.${t}_${f}_ns - l.${t}_$f) > 1e-9 * abs(l.${t}_$f) "; done; done; }
values=$(for t in call queue kernel total; do printf ", avg(${t}_ns) AS ${t}_mean, median(${t}_ns) AS ${t}_median, percentile(${t}_ns, 99) AS ${t}_p99, max(${t}_ns) AS ${t}_max"; done)
grouped="SELECT kernel, call, count(*) AS n, count(queue_ns) AS qn, sum(ifnull(call_ns > 9000, 0)) AS slow, sum(ifnull(call_ns, 0) <= 9000 AND ifnull(queue_ns > 2000000, 0)) AS late,
  sum(ifnull(call_ns <= 9000 AND ifnull(queue_ns, 0) <= 2000000 AND kernel_ns < call_ns, 0)) AS short, sum(alone) AS total, sum(waits_alone) AS waiting,
  (SELECT total(max(0, g.\"end\" - max(g.start, x.call_start))) FROM gaps AS g JOIN launches AS x ON x.guid = g.guid AND x.id = g.after_id AND x.kernel IS g.after_name WHERE x.kernel IS once.kernel AND x.call IS once.call
     AND g.agent_id = x.agent_id) AS saved $values FROM (
  SELECT *, CASE WHEN total_ns NOT NULL THEN max(0, kernel_end - max(call_start, coalesce(max(kernel_end) OVER (PARTITION BY kernel, call ORDER BY call_start ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING), call_start))) END AS alone,
    CASE WHEN queue_ns NOT NULL THEN max(0, kernel_start - max(call_end, coalesce(max(CASE WHEN queue_ns NOT NULL THEN kernel_start END) OVER (PARTITION BY kernel, call ORDER BY call_end, call_start
      ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING), call_end))) END AS waits_alone FROM launches) AS once GROUP BY 1, 2"
check "launch_summary by plain SQL" "$(query "CREATE TEMP TABLE l AS $grouped; CREATE TEMP TABLE s AS SELECT * FROM launch_summary WHERE slow_call_ns = 9000 AND late_start_ns = 2000000;
  SELECT (SELECT count(*) FROM s) = (SELECT count(*) FROM l), count(*) = (SELECT count(*) FROM l), sum(s.slow_calls > 0) > 0, sum(s.late_starts > 0) > 0, sum(s.short_kernels > 0) > 0,
  sum(s.n <> l.n OR s.qn <> l.qn OR s.slow_calls <> l.slow OR s.late_starts <> l.late OR s.short_kernels <> l.short OR s.total_ns IS NOT l.total OR s.waiting_ns IS NOT l.waiting OR s.saved_ns <> l.saved $(mismatch)), max(saved_ns) > 0
  FROM s JOIN l ON s.kernel IS l.kernel AND s.call IS l.call")" "1|1|1|1|1|0|1"
# With two sources that differ only in their clock, each launch has two rows.
longest="CREATE TEMP TABLE l AS SELECT kernel, call, total_ns, call_start, kernel_end FROM launches;
  CREATE TEMP TABLE w AS SELECT kernel, call, min(call_start) AS s, kernel_end AS e, count(*) AS several FROM l JOIN (SELECT kernel AS k, call AS c, max(total_ns) AS most FROM l GROUP BY 1, 2)
    ON kernel IS k AND call IS c AND total_ns = most GROUP BY kernel, call;
  SELECT count(s) > 20, min(several) > 1, sum(longest_start IS NOT s OR longest_end IS NOT e) FROM launch_summary AS t LEFT JOIN w ON w.kernel IS t.kernel AND w.call IS t.call"
check "... times of the longest launch" "$(query "$longest")" "1|0|0"
mkdir "$TEST_TMP/twice"
cp "$TEST_TMP/b.rocz" "$TEST_TMP/twice"
check "... the first of several" "$(sqlite3 -batch -bail -list -cmd ".load $BUILD/rocpd" -cmd ".output /dev/null" -cmd "SELECT rocpd_attach('$TEST_TMP/b.rocz')" \
  -cmd "SELECT rocpd_attach('$TEST_TMP/twice', '{\"offset_ns\":-5,\"same\":\"keep\"}')" -cmd ".output" :memory: "$longest")" "1|1|0"
rm -r "$TEST_TMP/twice"
check "... classes are those of launches" "$(query "SELECT sum(slow_calls), sum(late_starts), sum(short_kernels) FROM launch_summary")" "$(query "SELECT sum(class = 'slow call'), sum(class = 'late start'), sum(class = 'short kernel') FROM launches")"
check "an invalid threshold" "$(query "SELECT * FROM launch_summary WHERE slow_call_ns = '5 us'" | sed 's/.*launch_summary/launch_summary/')" "launch_summary: slow_call_ns is '5 us', expected a number of ns"
check "a path" "$(query "SELECT count(*) = (SELECT count(*) FROM kernels WHERE source LIKE '%a.rocz'), count(rank) = count(*), max(source) LIKE '%/a.rocz' FROM launches('$TEST_TMP/a.rocz')")" "1|1|1"
check "without kernels" "$(query "SELECT count(*) FROM launches WHERE kernel_start IS NULL AND latency_ns IS NOT NULL")" 0
check "main's own view of kernels is not used" "$(sqlite3 -batch "$TEST_TMP/own.db" 'CREATE TABLE kernels(x); CREATE TABLE regions(y)'; query 'SELECT count(*) > 3000 FROM launches' "$TEST_TMP/own.db")" 1
check "main's own launches stay" "$(sqlite3 -batch "$TEST_TMP/other.db" 'CREATE TABLE launches(x)'; query 'SELECT count(*) FROM launches' "$TEST_TMP/other.db")" 0
if [ -z "${SANITIZER:-}" ]; then
  LD_LIBRARY_PATH=$BUILD/gpusim GPUSIM_KERNEL_NS=1000 COLLECT_OUTPUT=$TEST_TMP/run LD_PRELOAD=$BUILD/libcollect.so "$BUILD/programs/launch_bench" 100 50 >/dev/null || failed=1
  check "what tracing added" "$(query "SELECT abs(sum(tracing_ns) - (SELECT wrapper_ns - 100 * (SELECT count(*) FROM kernels('$TEST_TMP/run')) FROM overhead('$TEST_TMP/run'))) <= count(*), sum(tracing_ns) > 0
    FROM api_overhead('$TEST_TMP/run')")" "1|1"
  check "... and the critical paths of a program" "$(query "SELECT before_ns = after_ns, before_ns = (SELECT sum(duration_ns) FROM critical_path('', '', '$TEST_TMP/run')), kernels > 50 FROM what_if('*', 1, '$TEST_TMP/run')")" "1|1|1"
  check "... which wait" "$(query "SELECT count(*) > 0, min(after_ns) >= 0, min(busy_ns) >= 0 AND max(busy_share) <= 1 FROM sync_cost('$TEST_TMP/run')")" "1|1|1"
fi
exit $failed
