#!/bin/sh
# memory_copies of a real program on the software GPU: what made each copy, of what kind the host's memory was; those that HIP
# makes with a kernel stand beside it, with its times and bytes.
. "$(dirname "$0")/common.sh"
cd "$root" || exit 1
# The copies as the program tells of them; what it does not know of is "-".
seen="SELECT c.size, substr(c.name, 13), ifnull(c.extdata ->> '\$.host_memory', '-'), ifnull(c.extdata ->> '\$.engine', '-'), r.name
  FROM memory_copies c JOIN regions r ON r.guid = c.guid AND r.stack_id = c.stack_id ORDER BY 1, 2;"
kernels="SELECT count(*), count(c.size), sum(k.start = c.start AND k.end = c.end AND k.stack_id = c.stack_id AND k.stream_id = c.stream_id AND k.tid = c.tid),
  sum(k.agent_id = c.dst_agent_id AND c.dst_agent_id = c.src_agent_id)
  FROM kernels k LEFT JOIN memory_copies c USING (guid, dispatch_id) WHERE k.name LIKE '%copyBuffer%';"
look() {
  is "$1: each copy" "$(sql "$seen")" "$(sort -k 1n,1 -k 2,2 "$work/told")"
  is "$1: those of kernels have their kernels' times, call, stream, thread and agent" "$(sql "$kernels")" "4 4 4 4"
  is "$1: no other kernel has one, no other copy a kernel" "$(sql "SELECT count(*) FROM kernels k JOIN memory_copies c USING (guid, dispatch_id) WHERE k.name NOT LIKE '%copyBuffer%';
    SELECT count(*) FROM memory_copies WHERE (dispatch_id IS NULL) = (ifnull(extdata ->> '\$.engine', '') = 'SHADER');" | tr '\n' ' ')" "0 0 "
}
on_gpu GPUSIM_COPY_GBPS=1 copies; is "exit code" $? 0
look "in order"
is "the GPU's time counts a kernel and its copy once" "$(sql "SELECT GpuTime = (SELECT sum(duration) FROM kernels) + (SELECT sum(duration) FROM memory_copies WHERE dispatch_id IS NULL AND 'GPU' IN (dst_agent_type, src_agent_type)), kernel_ns > 4000, copy_ns > 100000 FROM busy WHERE type = 'GPU'")" "1 1 1"
for way in db rocz; do
  is "exported as $way: the same" "$(sql "CREATE TEMP TABLE before AS SELECT *, extdata AS how FROM memory_copies; CREATE TEMP TABLE done AS SELECT rocpd_export_$way('$work/copy.$way'), rocpd_detach('$work/out'), rocpd_attach('$work/copy.$way');
    SELECT count(*) FROM (SELECT start, end, name, size, stack_id, how FROM before EXCEPT SELECT start, end, name, size, stack_id, extdata FROM memory_copies);
    SELECT (SELECT count(*) FROM before) = (SELECT count(*) FROM memory_copies)" | tr '\n' ' ')" "0 1 "
  rm -f "$work/copy.$way"
done
on_gpu GPUSIM_COPY_GBPS=1 AMD_DIRECT_DISPATCH=0 copies; is "another thread submits: exit code" $? 0
look "another thread submits"
on_gpu GPUSIM_COPY_GBPS=1 COLLECT_DOMAINS=hip,kernels copies; is "without the domain: exit code, copies, kernels" "$? $(sql "SELECT count(*), (SELECT count(*) FROM kernels) FROM memory_copies")" "0 0 6"
on_gpu GPUSIM_COPY_GBPS=1 COLLECT_DOMAINS=copies copies; is "the domain alone: exit code, copies of engines" "$? $(sql "SELECT count(*), count(dispatch_id) FROM memory_copies")" "0 6 0"
is "... and whose memory it was" "$(sql "SELECT size, extdata ->> '\$.host_memory' FROM memory_copies ORDER BY 1")" "$(awk '$5 ~ /^hipMemcpy/ && $3 != "-" { print $1, $3 }' "$work/told" | sort -n)"
finish
