#!/bin/sh
# What the collector adds to a kernel launch: 100,000 launches of a kernel that takes
# no time on the software GPU, in RUNS (7) runs. A launch is four traced calls with
# <<<>>>: push and pop configuration, hipLaunchKernel, and the dispatch.
#
# In a run all variants are there at once and take turns, PIECE (500) launches and
# their drain each, so that they share the machine's moods, which last longer than
# that. In ns per launch: the smallest piece; what that is more than the smallest
# without a tracer; the same of the pieces' 10th percentiles, which one lucky piece
# does not change; and the median of the differences to the bare piece of the same
# turn, which has in it what other load on the machine does to a larger program.
set -u
out=$(mktemp -d); trap 'rm -rf "$out"' EXIT
launches=${LAUNCHES:-100000} piece=${PIECE:-500}
urgent=
[ "$(id -u)" = 0 ] && nice -n -15 true 2>/dev/null && urgent="nice -n -15"
ours="LD_PRELOAD=$BUILD/libcollect.so"

# variant, the one whose turn is next, variables
start() {
  variant=$1 next=$2; shift 2
  $urgent env LD_LIBRARY_PATH="$BUILD/gpusim" TURN_IN="$out/turn/$variant" TURN_OUT="$out/turn/$next" \
    COLLECT_OUTPUT="$out/trace/$variant" "$@" timeout 120 "$BUILD/programs/launch_bench" "$launches" "$piece" 2>/dev/null |
    awk -v r="$run" '{print r, $0}' >>"$out/$variant" &
}
variants="bare calls+kernels+links calls kernels interception"
run=0
while [ $run -lt "${RUNS:-7}" ]; do
  mkdir "$out/turn"
  for v in $variants; do mkfifo "$out/turn/$v"; done
  exec 9<>"$out/turn/bare"
  start bare calls+kernels+links A=1
  start calls+kernels+links calls $ours COLLECT_DOMAINS=hip,kernels,copies
  start calls kernels $ours COLLECT_DOMAINS=hip
  start kernels interception $ours COLLECT_DOMAINS=kernels
  start interception bare $ours COLLECT_DOMAINS=hip,kernels COLLECT_QUEUES=intercept
  echo >&9
  wait
  rm -rf "$out/turn" "$out/trace"
  run=$((run + 1))
done

# file, column: the smallest and the 10th percentile
low() { cut -d' ' -f"$2" "$1" | sort -n | awk '{a[NR] = $1} END {print a[1], a[int((NR + 9) / 10)]}'; }
# file, column: the median of the differences to bare
paired() {
  awk -v c="$2" 'NR == FNR {bare[$1, $2] = $c; next} {print $c - bare[$1, $2]}' "$out/bare" "$1" |
    sort -n | awk '{a[NR] = $1} END {print a[int((NR + 1) / 2)]}'
}
echo "ns per launch               enqueue                       drain                     cpu of the thread"
printf '%-20s' ''
for c in 3 4 5; do printf '     min   +min  +10 %% paired'; done
for v in $variants; do
  printf '\n%-20s' "$v"
  for c in 3 4 5; do
    echo "$(low "$out/$v" $c) $(low "$out/bare" $c) $(paired "$out/$v" $c)" |
      awk '{printf "%8.0f %+6.0f %+6.0f %+6.0f", $1, $1 - $3, $2 - $4, $5}'
  done
done
echo; echo
r=0
echo "calls+kernels+links, 10th percentile of each run against bare (enqueue, drain):"
while [ $r -lt $run ]; do
  for v in bare calls+kernels+links; do grep "^$r " "$out/$v" >"$out/one.$v"; done
  for c in 3 4; do
    echo "$(low "$out/one.calls+kernels+links" $c) $(low "$out/one.bare" $c)" | awk '{printf "  %+.0f", $2 - $4}'
  done
  printf ' '
  r=$((r + 1))
done
echo; echo
echo "of that the device layer by itself, on a made-up runtime (one dispatch, signals in the cache):"
ROUNDS=500 "$BUILD/programs/dispatch_cost"
env $ours COLLECT_OUTPUT="$out/trace" ROUNDS=500 "$BUILD/programs/dispatch_cost"
