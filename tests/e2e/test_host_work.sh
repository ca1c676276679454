#!/bin/sh
# What the host did while the GPU waited, of a real program that says it itself: idle_stacks, gaps and launch_stacks (host_work.py).
set -u
[ -x "$BUILD/programs/host_work" ] || { echo "host_work was not built (hipcc)"; exit 77; }
cd "$(dirname "$0")/../.." || exit 1
GPUSIM_KERNEL_NS=300000 GPUSIM_COPY_GBPS=1 COLLECT_DOMAINS=+samples COLLECT_SAMPLE_HZ=997 COLLECT_OUTPUT="$TEST_TMP/trace" LD_LIBRARY_PATH=$BUILD/gpusim \
  LD_PRELOAD="${LD_PRELOAD:+$LD_PRELOAD:}$BUILD/libcollect.so" timeout 200 "$BUILD/programs/host_work" >"$TEST_TMP/printed" || { echo "not ok the program failed"; exit 1; }
exec /usr/bin/python3 tests/e2e/host_work.py "$BUILD/rocpd" "$TEST_TMP/trace" "$TEST_TMP/printed"
