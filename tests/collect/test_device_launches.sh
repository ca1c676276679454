#!/bin/sh
# Many launches by 8 threads as fast as they can: every dispatch is there once. SOAK=1: 200,000.
set -u
. tests/collect/device.sh
if [ -n "${SOAK:-}" ]; then many=200000; else many=60000; fi
device "$many dispatches" known COLLECT_DOMAINS=kernels,copies -- launches $many 8 : --unlinked
device "one hardware queue" known COLLECT_DOMAINS=kernels,copies GPU_MAX_HW_QUEUES=1 -- launches $((many / 2)) 8 : --unlinked
device "another thread submits" known AMD_DIRECT_DISPATCH=0 COLLECT_DOMAINS=kernels,copies -- launches 20000 8 : --unlinked
exit $failed
