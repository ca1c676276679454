#!/bin/sh
# What the collector adds to a kernel launch: 100,000 launches of a kernel that takes
# no time on the software GPU, RUNS (7) interleaved runs of each variant, ns per launch.
# The minimum of all rounds, what that is more than without a tracer, and the median
# over the runs of the difference to the bare run beside it. A launch is four traced
# calls with <<<>>>: push and pop configuration, hipLaunchKernel, and the dispatch.
set -u
out=$(mktemp -d); trap 'rm -rf "$out"' EXIT
launches=${LAUNCHES:-100000}
run() { # variant, variables
  variant=$1; shift
  env LD_LIBRARY_PATH="$BUILD/gpusim" COLLECT_OUTPUT="$out/trace" "$@" "$BUILD/programs/launch_bench" "$launches" 3 2>/dev/null |
    awk -v v="$variant" -v r="$round" '{print v, r, $1, $2}' >>"$out/all"
  rm -rf "$out/trace"
}
ours="LD_PRELOAD=$BUILD/libcollect.so"
round=0
while [ $round -lt "${RUNS:-7}" ]; do
  run bare A=1
  run "calls+kernels+links" $ours COLLECT_DOMAINS=hip,kernels,copies
  run calls $ours COLLECT_DOMAINS=hip
  run kernels $ours COLLECT_DOMAINS=kernels
  run "interception" $ours COLLECT_DOMAINS=hip,kernels COLLECT_QUEUES=intercept
  round=$((round + 1))
done
awk '
  { v[$1] = 1; key = $1 " " $3; value[key " " $2] = $4; if (!(key in min) || $4 < min[key]) min[key] = $4; if ($2 > last) last = $2 }
  function median_added(key, what,   n, i, j, t, a) {
    n = 0
    for (i = 0; i <= last; i++) if ((key " " i) in value) a[n++] = value[key " " i] - value["bare " what " " i]
    for (i = 1; i < n; i++) for (j = i; j && a[j-1] > a[j]; j--) { t = a[j]; a[j] = a[j-1]; a[j-1] = t }
    return a[int(n / 2)]
  }
  function line(name,   w, i) {
    printf "%-20s", name
    split("enqueue drain cpu", w, " ")
    for (i = 1; i <= 3; i++) printf "  %8.0f %+6.0f %+6.0f", min[name " " w[i]], min[name " " w[i]] - min["bare " w[i]], median_added(name " " w[i], w[i])
    print ""
  }
  END {
    printf "%-20s  %22s  %22s  %22s\n%-20s", "ns per launch", "enqueue", "drain", "cpu", ""
    for (i = 0; i < 3; i++) printf "  %8s %6s %6s", "min", "added", "median"
    print ""
    line("bare"); line("calls+kernels+links"); line("calls"); line("kernels"); line("interception")
  }' "$out/all"
echo
echo "of that the device layer by itself, on a made-up runtime (one dispatch, signals in the cache):"
ROUNDS=500 "$BUILD/programs/dispatch_cost"
env $ours COLLECT_OUTPUT="$out/trace" ROUNDS=500 "$BUILD/programs/dispatch_cost"
