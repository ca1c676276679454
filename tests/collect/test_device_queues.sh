#!/bin/sh
# Queues used in every way that HIP does not use them, by a program of plain HSA:
# created and destroyed in loops, several packets to a doorbell, several producers,
# signals of its own that are armed again in each way, no barriers, shutdown.
set -u
. tests/collect/device.sh
for way in loops batch cas store rearm foreign overlap moved shutdown; do
  device "$way" hsa_queues -- $way : --unlinked
done
device "all" hsa_queues -- : --unlinked --untimed
device "without barriers" hsa_queues GPUSIM_OVERLAP=1 -- overlap : --unlinked --overlap
device "interception" hsa_queues COLLECT_QUEUES=intercept -- rearm shutdown : --unlinked
# A signal of eight packets keeps the last one's time only.
device "shared" hsa_queues -- shared : --unlinked --untimed

# What is refused is not recorded, and disturbs nothing that comes after.
device "refused" hsa_refused GPUSIM_FAIL=queue=3-4,copy_queue=1-1 -- : --unlinked --queues 1

# A kernel that never ends holds up nothing, and is an open row.
run() { env "$@" LD_LIBRARY_PATH="$BUILD/gpusim" GPUSIM_KERNELS=work=1000000000000 timeout 30 "$BUILD/programs/hsa_queues" unfinished; }
out=$(run LD_PRELOAD="$BUILD/libcollect.so" COLLECT_OUTPUT="$TEST_TMP/unfinished" 2>&1)
[ "$out" = "dispatched 4" ] && echo "ok a program ends while a kernel runs" || { echo "not ok a program ends while a kernel runs: $out"; failed=1; }
n=$("$BUILD/bench/rocz_dump" "$TEST_TMP"/unfinished/*.rocz | grep -c '^open_dispatch ')
[ "$n" = 4 ] && echo "ok its dispatches are open rows" || { echo "not ok its dispatches are open rows: $n"; failed=1; }
exit $failed
