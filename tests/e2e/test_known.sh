#!/bin/sh
# Every call and every dispatch exactly once, with the right thread, stream, queue, grid, name and launching call.
set -u
. tests/e2e/known.sh
known "default" -- 
known "8 threads, 3 streams" -- threads=8 streams=3 kernels=6 copies=4 graphs=2 rounds=3
known "4 GPUs" GPUSIM_GPUS=4 -- threads=8 gpus=4 streams=1
known "with arguments and hsa" COLLECT_ARGS=1 COLLECT_DOMAINS=hip,hip_compiler,hsa,kernels,copies -- threads=2
known "no SDMA" HSA_ENABLE_SDMA=0 -- 
# Ways in which the collector learns of launches; collect/test_device_known.sh checks the rows of each.
if [ -n "${SOAK:-}" ]; then
  known "2 GPUs" GPUSIM_GPUS=2 -- threads=4 gpus=2
  known "another thread writes the packets" AMD_DIRECT_DISPATCH=0 -- threads=4
  known "one hardware queue" GPU_MAX_HW_QUEUES=1 -- threads=4
  known "intercept queues" COLLECT_QUEUES=intercept -- threads=4
fi
exit $failed
