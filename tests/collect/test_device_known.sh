#!/bin/sh
# Every dispatch and copy exactly once, with thread, stream, queue, grid, kernel and
# launching call; durations to the tick.
set -u
. tests/collect/device.sh
device "default" known --
device "8 threads" known -- threads=8 streams=3 kernels=10 copies=2 graphs=1
device "2 GPUs" known GPUSIM_GPUS=2 -- threads=4 gpus=2
device "4 GPUs" known GPUSIM_GPUS=4 -- threads=4 gpus=4 rounds=1
device "one hardware queue" known GPU_MAX_HW_QUEUES=1 -- threads=4
device "interception" known COLLECT_QUEUES=intercept -- threads=4
device "interception, 2 GPUs" known COLLECT_QUEUES=intercept GPUSIM_GPUS=2 -- threads=4 gpus=2
device "another thread submits" known AMD_DIRECT_DISPATCH=0 -- threads=4 streams=3
device "profiled queues" known HIP_FORCE_QUEUE_PROFILING=1 -- threads=4
exit $failed
