#!/bin/sh
# busy: every GPU has a row, and one device has the same name in all files.
set -u
failed=0
check() { if [ "$2" = "$3" ]; then echo "ok $1"; else echo "not ok $1: '$2', not '$3'"; failed=1; fi; }
query() { sqlite3 -batch -bail -list -cmd ".load $BUILD/rocpd" :memory: "$@" 2>&1; }
if [ -n "${SANITIZER:-}" ]; then echo "the program is not sanitized"; exit 77; fi
for run in a b; do
  LD_LIBRARY_PATH=$BUILD/gpusim GPUSIM_GPUS=3 GPUSIM_KERNEL_NS=1000 COLLECT_OUTPUT=$TEST_TMP/$run LD_PRELOAD=$BUILD/libcollect.so "$BUILD/programs/launch_bench" 100 50 >/dev/null || failed=1
done
check "GPUs that did nothing" "$(query "SELECT type, GpuTime > 0, WallTime > 0, Busy > 0, kernel_ns > 0, copy_ns, intervals > 0 FROM busy('$TEST_TMP/a') WHERE type = 'GPU' ORDER BY agent_id")" "GPU|1|1|1|1|0|1
GPU|0|1|0|0|0|0
GPU|0|1|0|0|0|0"
check "devices of two processes" "$(query "SELECT count(*), count(DISTINCT device), count(DISTINCT guid) FROM busy('$TEST_TMP') WHERE type = 'GPU'")" "6|3|2"
check "... by host and bus address" "$(query "SELECT count(*) FROM busy('$TEST_TMP') WHERE type = 'GPU' AND (device IS NULL OR device NOT GLOB host || ' [0-9a-f][0-9a-f][0-9a-f][0-9a-f]:[0-9a-f][0-9a-f]:[0-9a-f][0-9a-f].[0-7]')")" 0
genuine=tests/data/heliosr_146104_results.db
check "devices of a rocprofv3 database" "$(query "SELECT device FROM busy('$genuine') WHERE agent_id IN (SELECT id FROM rocpd_info_agent('$genuine') WHERE type = 'GPU' AND absolute_index = 1)")" "$(
  query "SELECT host || ' 0001:01:00.0' FROM processes('$genuine')")"
check "... busy time and gaps add up to the whole" "$(query "SELECT sum(GpuTime + coalesce((SELECT sum(duration_ns) FROM gaps('$genuine') g WHERE g.agent_id = b.agent_id), 0) <> (
  SELECT max(e) - min(s) FROM (SELECT start AS s, \"end\" AS e FROM kernels('$genuine') k WHERE k.agent_id = b.agent_id
    UNION ALL SELECT start, \"end\" FROM memory_copies('$genuine') c WHERE b.agent_id IN (c.dst_agent_id, c.src_agent_id)))) FROM busy('$genuine') b WHERE type = 'GPU' AND intervals")" 0
printf "HSA: pid:7 tid:9 dispatch queue:1 agent:%d signal:6 name:'k' start:%d stop:%d id:%d\n" 5 2000 9000 0 6 3000 4000 1 >"$TEST_TMP/two.txt"
check "WallTime is the file's, from its first start to its last end" "$(query "SELECT GpuTime, WallTime, kernel_ns, intervals FROM busy('$TEST_TMP/two.txt') WHERE type = 'GPU' ORDER BY agent_id")" "7000|7000|7000|1
1000|7000|1000|1"
exit $failed
