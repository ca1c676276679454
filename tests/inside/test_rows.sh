#!/bin/sh
# Records that are rows of tables of their own (rows.c), as the dump and as the extension sees them.
. tests/inside/common.sh
sql() { (cd "$work" && ${SQL_PRELOAD:+env LD_PRELOAD=$SQL_PRELOAD} sqlite3 -separator ' ' -cmd ".load $BUILD/rocpd" :memory: "CREATE TEMP TABLE a AS SELECT rocpd_attach('$work/out')" "$1" 2>&1); }
# shown WHAT ROWS: checks the rows of that many steps, and the row at the start
shown() {
  what=$1 n=$2
  is "$what: rows" "$(all_of memory_allocations) $(all_of live_memory_allocations) $(all_of samples) $(all_of live_samples) $(all_of of_the_future) $(all_of live_of_the_future)" "$3"
  [ -n "${SANITIZER:-}" ] && return # the sqlite3 shell has no sanitizer's runtime
  is "$what: by SQL" "$(sql "SELECT count(*), sum(size), sum(address) = 4096 * sum(size), count(agent_id), sum((type = 'ALLOC') = (abs(size) % 2)), min(duration) > 0 FROM memory_allocations")" "$((n + 1)) $((n * (n - 1) / 2 - 1)) 1 0 $((n + 1)) 1"
  is "$what: numbers" "$(sql "SELECT count(*), count(DISTINCT id), count(DISTINCT event_id), sum(id = stack_id) FROM memory_allocations")" "$((n + 1)) $((n + 1)) $((n + 1)) $((n + 1))"
  is "$what: parents" "$(sql "SELECT count(*), sum(r.name = 'called' AND r.tid = a.tid AND r.result = a.size + 1) FROM memory_allocations a JOIN regions r ON r.guid = a.guid AND r.stack_id = a.parent_stack_id")" "$((n / 4 + 1)) $((n / 4 + 1))"
  is "$what: the rest has none" "$(sql "SELECT count(*) FROM memory_allocations WHERE parent_stack_id = 0")" $((n * 3 / 4))
  is "$what: a thread's rows are in order of their ends" "$(sql "SELECT count(*) FROM (SELECT \"end\" < lag(\"end\") OVER (PARTITION BY tid ORDER BY id) AS bad FROM memory_allocations) WHERE bad")" 0
  is "$what: samples" "$(sql "SELECT count(*), count(DISTINCT event_id), min(name), max(name), min(timestamp) > 0 FROM samples")" "$((n / 10)) $((n / 10)) sampled sampled 1"
  is "$what: events" "$(sql "SELECT count(*) = count(DISTINCT id) FROM rocpd_event")" 1
  is "$what: calls" "$(sql "SELECT count(*) FROM regions")" $((n / 4 + 1))
}
inside "$BUILD/inside/rows" threads
shown threads 60000 "60001 0 6000 0 600 0"
lossless threads
inside "$BUILD/inside/rows" held
shown held 20000 "20001 0 2000 0 200 0"
lossless held
for what in killed killed_later; do
  rm -rf "$work/out"
  COLLECT_OUTPUT=$work/out sh -c "\"$BUILD/inside/rows\" $what; :" 2>/dev/null
  rows
  [ $what = killed ] && n=20000 || n=40000
  shown $what $n "$(all_of memory_allocations) $((n + 1 - $(all_of memory_allocations))) $(all_of samples) $((n / 10 - $(all_of samples))) $(all_of of_the_future) $((n / 100 - $(all_of of_the_future)))"
done
is "killed later: some were in chunks, some were not" "$(($(all_of memory_allocations) > 0)) $(($(all_of live_memory_allocations) > 0))" "1 1"
inside "$BUILD/inside/rows" forked
[ -n "${SANITIZER:-}" ] || is "forked: rows of parent and child" "$(sql "SELECT count(*), count(DISTINCT pid), sum(size), (SELECT group_concat(name) FROM samples) FROM memory_allocations")" "12 2 48 child"
finish
