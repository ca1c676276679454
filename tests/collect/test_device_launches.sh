#!/bin/sh
# 200,000 launches by 8 threads as fast as they can: every dispatch is there once.
set -u
. tests/collect/device.sh
device "200000 dispatches" known COLLECT_DOMAINS=kernels,copies -- launches 200000 8 : --unlinked
device "one hardware queue" known COLLECT_DOMAINS=kernels,copies GPU_MAX_HW_QUEUES=1 -- launches 100000 8 : --unlinked
device "another thread submits" known AMD_DIRECT_DISPATCH=0 COLLECT_DOMAINS=kernels,copies -- launches 20000 8 : --unlinked
exit $failed
