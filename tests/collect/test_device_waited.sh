#!/bin/sh
# What the program has waited for, or was told is over, has its times, whatever ends the
# process right after: on the software GPU, RUNS (3, and 60 in a soak) runs of the usual ways.
. "$(dirname "$0")/common.sh"
ulimit -c 0
: "${RUNS:=3}"
[ -n "${SOAK:-}" ] && RUNS=60
some=$(((RUNS + 9) / 10))

# over WHAT KERNELS COPIES: checks the number of rows with times, in chunks or in the live file
over() {
  rows
  kernels=$(awk '/^dispatch / || /^live_dispatch .*duration=[0-9]/ { n++ } END { print n + 0 }' "$work/rows")
  copies=$(awk '/^copy / || /^live_copy .*duration=[0-9]/ { n++ } END { print n + 0 }' "$work/rows")
  [ "$kernels" -ge "$2" ] && [ "$copies" -ge "$3" ] || { wrong=$((wrong + 1)); echo "# $1: $kernels kernels and $copies copies with times, not $2 and $3"; }
}
gpu() { LD_LIBRARY_PATH="$BUILD/gpusim" LD_PRELOAD=$(preload) COLLECT_OUTPUT=$work/out timeout -s KILL 300 "$@"; }

# runs N WAY END [VARIABLE=value]
runs() {
  n=$1; way=$2; end=$3; shift 3
  wrong=0; i=0
  while [ $i -lt "$n" ]; do
    rm -rf "$work/out"
    # shellcheck disable=SC2086 # a program and its first words
    (gpu env "$@" "$BUILD/programs/"${program:-waited} "$way" "$end" >"$work/stdout" 2>"$work/stderr"; :) 2>/dev/null
    over "$way, $end" $(sed -n 's/^kernels \([0-9]*\) copies \([0-9]*\)$/\1 \2/p' "$work/stdout" | grep . || echo 1000000 0)
    i=$((i + 1))
  done
  is "$way, then $end${1:+ ($1)}: runs of $n in which something has no times" $wrong 0
}
for end in _exit kill exec abort; do runs "$RUNS" stream $end; done
for way in device event event_query stream_query elapsed memcpy free destroy graph other; do
  runs $some $way kill
done
for way in stream device event memcpy other; do
  runs $some $way kill AMD_DIRECT_DISPATCH=0
  runs $some $way kill COLLECT_DOMAINS=kernels,copies
  runs $some $way kill COLLECT_QUEUES=intercept
done

program="hsa_queues waited"
for way in acquire relaxed any load load_relaxed; do runs $some $way kill; done
runs $some acquire _exit COLLECT_QUEUES=intercept
program=

# Children of Python's multiprocessing end by os._exit, without our destructor.
cat >"$work/children.py" <<'P'
import ctypes, multiprocessing, sys
def work(n):
    hip = ctypes.CDLL("libamdhip64.so.5")
    p = ctypes.c_void_p()
    assert hip.hipMalloc(ctypes.byref(p), ctypes.c_size_t(4096)) == 0
    for i in range(10):
        assert hip.hipMemset(p, i, ctypes.c_size_t(4096)) == 0
    assert hip.hipDeviceSynchronize() == 0
if __name__ == "__main__":
    context = multiprocessing.get_context("fork")
    for n in range(int(sys.argv[1])):
        child = context.Process(target=work, args=(n,))
        child.start()
        child.join()
        assert child.exitcode == 0
P
rm -rf "$work/out"
children=$((5 + RUNS))
gpu python3 "$work/children.py" $children 2>"$work/stderr" || not_ok "children: $(tail -1 "$work/stderr")"
wrong=0
over children $((10 * children)) 0
is "$children children of Python's multiprocessing: each has its times" "$wrong $(file_count)" "0 $children"
finish
