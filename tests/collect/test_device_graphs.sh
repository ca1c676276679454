#!/bin/sh
# Kernels of graphs on the software GPU: which graph and which of its kernels each is, the same at every launch; and a
# row of graph_launches for each launch, from its first kernel to its last.
. "$(dirname "$0")/common.sh"
cd "$root" || exit 1
# look WHAT LAUNCHES THREADS KERNELS: checks the rows. KERNELS: number of kernels of each graph ("8 12")
look() {
  is "$1: each graph was launched so often, by its thread's calls" "$(sql "SELECT count(*), min(n), max(n), sum(calls) FROM (SELECT count(*) AS n, count(r.id) AS calls FROM graph_launches g
    LEFT JOIN regions r ON r.guid = g.guid AND r.stack_id = g.stack_id AND r.name = 'hipGraphLaunch' AND r.tid = g.tid GROUP BY g.graph_exec_id, g.tid)")" "$(echo "$4" | awk -v l="$2" -v t="$3" '{ print NF * t, l, l, NF * l * t }')"
  is "$1: with so many kernels" "$(sql "SELECT group_concat(n, ' ') FROM (SELECT DISTINCT kernel_dispatch_count AS n FROM graph_launches ORDER BY 1)")" "$4"
  is "$1: a launch is its kernels'" "$(sql "SELECT count(*) FROM (SELECT graph_exec_id, stack_id, tid, kernel_dispatch_count, start, end, duration FROM graph_launches EXCEPT
    SELECT graph_exec_id, stack_id, min(tid), count(*), min(start), max(end), max(end) - min(start) FROM kernels WHERE graph_exec_id GROUP BY 1, 2)")" 0
  is "$1: a node is the same kernel each time" "$(sql "SELECT sum(n), max(kinds), min(launches), max(launches) FROM (SELECT count(DISTINCT graph_exec_id) AS n, max(kinds) AS kinds, min(launches) AS launches, max(launches) FROM
    (SELECT graph_exec_id, graph_node_id, count(*) AS launches, count(DISTINCT name || grid_x) AS kinds FROM kernels WHERE graph_exec_id GROUP BY 1, 2) GROUP BY graph_node_id)")" "$(echo "$4" | awk -v l="$2" -v t="$3" '{ for (i = 1; i <= NF; i++) n += $i; print n * t, 1, l, l }')"
  is "$1: nodes are 1 to the number of kernels, and different kernels" "$(sql "SELECT count(*) FROM (SELECT graph_exec_id, stack_id FROM kernels WHERE graph_exec_id GROUP BY 1, 2
    HAVING min(graph_node_id) <> 1 OR max(graph_node_id) <> count(*) OR count(DISTINCT graph_node_id) <> count(*) OR count(DISTINCT name || grid_x) <> count(*))")" 0
  is "$1: a chain runs in order" "$(sql "SELECT count(*) FROM kernels WHERE graph_exec_id AND (guid, stack_id) IN (SELECT guid, stack_id FROM graph_launches WHERE kernel_dispatch_count = 8) AND grid_x <> 64 * graph_node_id")" 0
  is "$1: kernels of no graph have no node" "$(sql "SELECT count(*), count(nullif(graph_node_id, 0)), sum(graph_exec_id) FROM kernels WHERE name GLOB 'node*' AND grid_x = 6400")" "$(($2 * $3)) 0 0"
}
on_gpu graphs 20 1; is "exit code" $? 0
look "one thread" 20 1 "8 12"
is "NULL for those of no graph" "$(sql "SELECT count(*) FROM kernels WHERE graph_node_id IS NULL")" 20
is "the base table" "$(sql "SELECT count(*), sum(l.kernel_dispatch_count), count(e.id) FROM rocpd_graph_launch l JOIN rocpd_event e ON e.guid = l.guid AND e.id = l.event_id")" "40 400 40"
for way in db rocz; do
  is "exported as $way" "$(sql "CREATE TEMP TABLE done AS SELECT rocpd_export_$way('$work/copy.$way')" | tr -d '\n')" ""
  TRACE=$work/copy.$way
  look "exported as $way" 20 1 "8 12"
  TRACE=
  rm -f "$work/copy.$way"
done
on_gpu graphs 60 6; look "six threads" 60 6 "8 12"
on_gpu GPU_MAX_HW_QUEUES=1 graphs 40 4; look "one hardware queue" 40 4 "8 12"
on_gpu COLLECT_QUEUES=intercept graphs 40 4; look "intercepted" 40 4 "8 12"
on_gpu AMD_DIRECT_DISPATCH=0 graphs 20 3 chain; look "another thread submits" 20 3 8
on_gpu graphs 20 2 kill; is "killed: exit code" $? 137
look "killed" 20 2 "8 12"
on_gpu COLLECT_DOMAINS=hip graphs 5 1; is "without kernels: exit code, launches" "$? $(sql "SELECT count(*) FROM graph_launches")" "0 0"
finish
