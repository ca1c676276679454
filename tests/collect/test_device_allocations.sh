#!/bin/sh
# memory_allocations of a real program on the software GPU: each allocation that it tells of is a
# row of its address and size, made by the call that it names, within that call's time.
# Mostly waits.
. "$(dirname "$0")/common.sh"
cd "$root" || exit 1
# The same, and what the program told.
sql() {
  { printf '.load %s/rocpd\n.separator " "\nCREATE TABLE told(what TEXT, call TEXT, address INTEGER, bytes INTEGER);\n' "$BUILD"
    sed -n "s/^given \([^ ]*\) \([0-9]*\) \([0-9]*\)\$/INSERT INTO told VALUES('ALLOC','\1',\2,\3);/p; s/^taken \([^ ]*\) \([0-9]*\)\$/INSERT INTO told VALUES('FREE','\1',\2,0);/p" "$work/told"
    printf "CREATE TEMP TABLE attached AS SELECT rocpd_attach('%s');\n" "$work/out"; printf '%s\n' "$1"; } | sqlite3 :memory: 2>&1
}
# Rows that are as told, how often each: calls, addresses and bytes.
# (The memory of a pool is HSA's when the pool gets it.)
same="SELECT count(*), sum(told.n = seen.n) FROM (SELECT what, call, address, bytes, count(*) AS n FROM told GROUP BY 1, 2, 3, 4) AS told
  LEFT JOIN (SELECT a.type AS what, r.name AS call, a.address, a.size AS bytes, count(*) AS n FROM memory_allocations a JOIN regions r
    ON r.guid = a.guid AND r.stack_id = a.parent_stack_id AND a.start >= r.start AND a.end <= r.end AND a.tid = r.tid AND a.duration = a.end - a.start AND (r.name NOT LIKE '%Async' OR a.level IS NULL) GROUP BY 1, 2, 3, 4) AS seen USING (what, call, address, bytes);"
look() {
  is "$1: what the program told of is there, as often" "$(sql "$same" | awk '{ print ($1 == $2 && $1 > 10) }')" 1
  is "$1: on the agents" "$(sql "SELECT group_concat(x, ',') FROM (SELECT r.name || ' ' || ifnull(a.agent_type, a.level) AS x FROM memory_allocations a JOIN regions r ON r.guid = a.guid AND r.stack_id = a.parent_stack_id
    JOIN told ON told.address = a.address AND told.bytes = a.size AND told.call = r.name WHERE a.type = 'ALLOC' AND a.level = 'REAL' GROUP BY 1 ORDER BY 1)")" "hipHostMalloc CPU,hipMalloc GPU$4"
  is "$1: each event once" "$(sql "SELECT count(*) = count(DISTINCT e.id), count(*) = (SELECT count(*) FROM memory_allocations) FROM rocpd_event e JOIN memory_allocations a ON a.guid = e.guid AND a.event_id = e.id")" "1 1"
  is "$1: base table, view and sources" "$(sql "SELECT (SELECT count(*) FROM rocpd_memory_allocate) = count(*), min(category), max(category), min(ifnull(level, '-')), min(extdata) FROM memory_allocations")" "1 MEMORY_ALLOCATION MEMORY_ALLOCATION $2 $3"
}
on_gpu allocations; is "exit code" $? 0
level=REAL extra={} first=
if grep -q hipMallocAsync "$work/told"; then
  level=- extra='{"pool":true}' first=",hipMallocAsync GPU" # the pool's own memory
  is "pools: rows of no level, in their stream" "$(sql "SELECT count(*), count(level), count(DISTINCT stream_id), sum(size) FROM memory_allocations WHERE extdata = '{\"pool\":true}'")" "2 0 1 1234567"
fi
look "to the end" "$level" "$extra" "$first"
is "nothing lost" "$(sql "SELECT count(*) FROM health WHERE value <> 0 AND (name LIKE '%dropped' OR name LIKE '%lost')")" 0
for way in db rocz; do
  is "exported as $way: the same rows" "$(sql "CREATE TEMP TABLE before AS SELECT * FROM memory_allocations; CREATE TEMP TABLE done AS SELECT rocpd_export_$way('$work/copy.$way'), rocpd_detach('$work/out'), rocpd_attach('$work/copy.$way');
    SELECT count(*) FROM (SELECT start, end, type, level, agent_name, address, size, tid, stack_id FROM before EXCEPT SELECT start, end, type, level, agent_name, address, size, tid, stack_id FROM memory_allocations);
    SELECT (SELECT count(*) FROM before) = (SELECT count(*) FROM memory_allocations)" | tr '\n' ' ')" "0 1 "
  rm -f "$work/copy.$way"
done
on_gpu allocations kill; is "killed" $? 137
look "killed" "$level" "$extra" "$first"
on_gpu COLLECT_DOMAINS=hip,kernels,copies allocations; is "without the domain: exit code, rows" "$? $(sql "SELECT count(*) FROM memory_allocations")" "0 0"
on_gpu COLLECT_DOMAINS=allocations allocations; is "the domain alone: exit code, no calls" "$? $(sql "SELECT (SELECT count(*) FROM regions), count(*) > 100, count(DISTINCT event_id) = count(*) FROM memory_allocations")" "0 0 1 1"
finish
