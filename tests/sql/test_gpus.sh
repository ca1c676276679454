#!/bin/sh
# One GPU has one name (gpu_names.py); and ranks that see one GPU each, all as number 0.
set -u
failed=0
/usr/bin/python3 "$(dirname "$0")/gpu_names.py" "$BUILD" "$TEST_TMP" || failed=1
[ -z "${SANITIZER:-}" ] || exit $failed # the programs are not sanitized
check() { if [ "$2" = "$3" ]; then echo "ok $1"; else echo "not ok $1: '$2', not '$3'"; failed=1; fi; }
query() { sqlite3 -batch -bail -list -cmd ".load $BUILD/rocpd" :memory: "$@" 2>&1; }
for rank in 0 1 2 3; do
  RANK=$rank ROCR_VISIBLE_DEVICES=$rank LD_LIBRARY_PATH=$BUILD/gpusim GPUSIM_GPUS=4 GPUSIM_KERNEL_NS=1000 COLLECT_OUTPUT=$TEST_TMP/ranks LD_PRELOAD=$BUILD/libcollect.so \
    "$BUILD/programs/launch_bench" $((100 + rank)) 50 >/dev/null || failed=1
done
four="GPU 0|0
GPU 1|1
GPU 2|2
GPU 3|3"
check "four ranks use four GPUs" "$(query "SELECT DISTINCT gpu, rank FROM kernels('$TEST_TMP/ranks') ORDER BY 1")" "$four"
check "... each of which is GPU 0 of its process" "$(query "SELECT DISTINCT agent_type_index FROM kernels('$TEST_TMP/ranks')")" 0
check "... each with its own kernels" "$(query "SELECT gpu, count(*) FROM kernels('$TEST_TMP/ranks') GROUP BY gpu ORDER BY 1" "SELECT count(*) FROM gpu_time('device', '$TEST_TMP/ranks') WHERE type = 'GPU'")" "$(
  query "SELECT 'GPU ' || rank, count(*) FROM kernels('$TEST_TMP/ranks') GROUP BY rank ORDER BY 1")
4"
exit $failed
