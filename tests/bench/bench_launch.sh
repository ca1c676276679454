#!/bin/sh
# What the collector adds to work on the software GPU, whose kernels take no time (tests/programs/launch_bench.hip):
#   launch    100,000 launches. One is four traced calls with <<<>>>: push and pop configuration,
#             hipLaunchKernel, and the dispatch         must <= 120 ns, enqueue and drain, median of pairs
#   graph     the same as nodes of graphs of 1000       must <= 150 ns a node
#   wait      a launch and a wait for its stream        must <= 300 ns
#   memory    hipMalloc and hipFree                     must <= 80 ns a pair
#   copy      hipMemcpyAsync out of pinned memory, where the runtime is asked what memory it is
# LAUNCHES (100000) of each, in RUNS (7) runs.
#
# In a run all variants are there at once and take turns, PIECE (500; of graphs 1000) launches and
# their drain each, so that they share the machine's moods, which last longer than
# that. In ns for each launch, node or pair: the smallest piece; what that is more than the smallest
# without a tracer; the same of the pieces' 10th percentiles, which one lucky piece
# does not change; and the median of the differences to the bare piece of the same
# turn, which has in it what other load on the machine does to a larger program.
set -u
out=$(mktemp -d); trap 'rm -rf "$out"' EXIT
launches=${LAUNCHES:-100000}
urgent=
[ "$(id -u)" = 0 ] && nice -n -15 true 2>/dev/null && urgent="nice -n -15"
ours="LD_PRELOAD=$BUILD/libcollect.so"

settings() {
  case $1 in
    bare) echo A=1 ;;
    everything) echo "$ours" ;; # as it comes
    calls+kernels+links) echo "$ours COLLECT_DOMAINS=hip,kernels,copies" ;;
    calls) echo "$ours COLLECT_DOMAINS=hip" ;;
    kernels) echo "$ours COLLECT_DOMAINS=kernels" ;;
    interception) echo "$ours COLLECT_DOMAINS=hip,kernels COLLECT_QUEUES=intercept" ;;
    stopped) echo "$ours COLLECT_START=off" ;;
  esac
}
# variant, the one whose turn is next
start() {
  # shellcheck disable=SC2046 # settings are words
  $urgent env LD_LIBRARY_PATH="$BUILD/gpusim" TURN_IN="$out/turn/$1" TURN_OUT="$out/turn/$2" COLLECT_OUTPUT="$out/trace/$1" \
    $(settings "$1") timeout 120 "$BUILD/programs/launch_bench" "$launches" "$piece" "$kind" 2>/dev/null |
    awk -v r="$run" '{print r, $0}' >>"$out/$1" &
}
one_run() {
  mkdir "$out/turn"
  for v in $variants; do mkfifo "$out/turn/$v"; done
  exec 9<>"$out/turn/bare"
  before=
  for v in $variants bare; do
    [ -z "$before" ] || start "$before" "$v"
    before=$v
  done
  echo >&9
  wait
  rm -rf "$out/turn" "$out/trace"
}
# file, column: the smallest and the 10th percentile
low() { cut -d' ' -f"$2" "$1" | sort -n | awk '{a[NR] = $1} END {print a[1], a[int((NR + 9) / 10)]}'; }
# file, column: the median of the differences to bare
paired() {
  awk -v c="$2" 'NR == FNR {bare[$1, $2] = $c; next} {print $c - bare[$1, $2]}' "$out/bare" "$1" |
    sort -n | awk '{a[NR] = $1} END {print a[int((NR + 1) / 2)]}'
}
# kind, launches a piece, what one is, variants: bare first
table() {
  kind=$1 piece=$2 what=$3; shift 3
  variants=$*
  run=0
  while [ $run -lt "${RUNS:-7}" ]; do
    one_run
    run=$((run + 1))
  done
  printf '%-20s  enqueue                       drain                     cpu of the thread\n%-20s' "ns per $what" ''
  for c in 3 4 5; do printf '     min   +min  +10 %% paired'; done
  for v in $variants; do
    printf '\n%-20s' "$v"
    for c in 3 4 5; do
      echo "$(low "$out/$v" $c) $(low "$out/bare" $c) $(paired "$out/$v" $c)" |
        awk '{printf "%8.0f %+6.0f %+6.0f %+6.0f", $1, $1 - $3, $2 - $4, $5}'
    done
  done
  echo; echo
  rm -f "$out"/*
}
piece=${PIECE:-500}
for k in ${KINDS:-launch graph wait memory copy}; do
  case $k in
    launch) table launch "$piece" launch bare calls+kernels+links calls kernels interception ;;
    graph) table graph $((2 * piece)) "node of a graph" bare everything ;;
    wait) table wait "$piece" "launch and wait" bare everything calls kernels ;;
    copy) table copy "$piece" copy bare everything calls ;;
    memory) table memory "$piece" "malloc and free" bare everything calls stopped ;;
  esac
done
echo "of that the device layer by itself, on a made-up runtime (one dispatch, signals in the cache):"
ROUNDS=500 "$BUILD/programs/dispatch_cost"
env $ours COLLECT_OUTPUT="$out/trace" ROUNDS=500 "$BUILD/programs/dispatch_cost"
