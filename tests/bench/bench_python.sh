#!/bin/sh
# What recording adds to a call and return of a Python function, in each interpreter: must <= 60 ns (3.11), <= 25 for one that is left out
# (from 3.12 on 5), <= 4 bytes a call in the file. Beside it, from 3.9 to 3.11, the floor of our way: what the interpreter calls for each frame, which only reads the
# clock before and behind it. And other ways: a profile function in C that does nothing (for each of which calls the interpreter makes an object of the frame, and saves
# and restores exceptions, so that it costs more than all of ours), cProfile, and one in Python. The least of RUNS (6) interleaved runs of 5 rounds of fib(N), N (27); of the other
# ways of every third. Then what rocpd-python adds to a start. PYTHONS: these interpreters.
set -u
cd "$(dirname "$0")/../.."
. tests/python/interpreters.sh
BUILD=${BUILD:-$PWD/build}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
N=${N:-27}
[ "${ROUNDS:-}" != 1 ] || N=15
cat >"$work/nothing.c" <<'C'
void PyEval_SetProfile(int (*function)(void *, void *, int, void *), void *argument);
typedef void *evaluate(void *thread, void *frame, int throwing);
void *PyInterpreterState_Get(void) __attribute__((weak));
evaluate *_PyInterpreterState_GetEvalFrameFunc(void *) __attribute__((weak));
void _PyInterpreterState_SetEvalFrameFunc(void *, evaluate *) __attribute__((weak));
static int nothing(void *self, void *frame, int what, void *argument) { return 0; }
void begin(void) { PyEval_SetProfile(nothing, 0); }
static evaluate *next;
static unsigned long long spent;
static void *clocked(void *thread, void *frame, int throwing) {
  unsigned long long start = __builtin_ia32_rdtsc();
  void *result = next(thread, frame, throwing);
  spent += __builtin_ia32_rdtsc() - start;
  return result;
}
void begin_frames(void) {
  void *now = PyInterpreterState_Get();
  next = _PyInterpreterState_GetEvalFrameFunc(now);
  _PyInterpreterState_SetEvalFrameFunc(now, clocked);
}
C
${CC:-gcc} -O2 -shared -fPIC -w -o "$work/nothing.so" "$work/nothing.c" || exit 1
loop() { how=$1; shift; env "$@" NOTHING="$work/nothing.so" "$python" tests/bench/python_loop.py "$how" "$N" >>"$work/$name"; }
ours() { loop nobody COLLECT_DOMAINS=python COLLECT_OUTPUT="$work/out" LD_PRELOAD="$BUILD/libcollect.so" "$@"; }
least() { sort -n "$work/$1" | head -n 1; }
added() { awk -v all="$(least "$1")" -v plain="$(least plain)" 'BEGIN { printf "%.1f", all - plain }'; }
echo "ns per call and return, and what is added to it"
echo "Python    alone   recorded  left out  clock only  nothing in C  cProfile  in Python  file: B/call"
PYTHONS=${PYTHONS:-$(interpreters)}
for python in $PYTHONS; do
  rm -f "$work"/plain "$work"/recorded "$work"/hidden "$work"/frames "$work"/nothing "$work"/cprofile "$work"/setprofile
  by_frames=$("$python" -c 'import sys; print(1 if (3, 9) <= sys.version_info[:2] <= (3, 11) else "")')
  for run in $(seq "${RUNS:-6}"); do
    name=plain; loop nobody A=1
    rm -rf "$work/out"
    name=recorded; ours A=1
    bytes=$(cat "$work"/out/*.rocz | wc -c)
    name=hidden; ours COLLECT_PYTHON_FUNCTION_HIDE=fib
    name=frames; [ -z "$by_frames" ] || loop frames A=1
    [ $((run % 3)) = 1 ] || continue
    name=nothing; loop nothing A=1
    name=cprofile; loop cProfile A=1
    name=setprofile; loop setprofile A=1
  done
  calls=$(awk -v n="$N" 'BEGIN { a = 1; b = 1; for (i = 0; i < n; i++) { t = a + b; a = b; b = t } print 5 * (2 * a - 1) }')
  printf '%-8s %6.1f %10s %9s %11s %13s %9s %10s %12s\n' "$("$python" -c 'import sys; print("%d.%d.%d" % sys.version_info[:3])')" "$(least plain)" \
    "+$(added recorded)" "+$(added hidden)" "${by_frames:++$(added frames)}" "+$(added nothing)" "+$(added cprofile)" "+$(added setprofile)" "$(awk -v b="$bytes" -v c="$calls" 'BEGIN { printf "%.2f", b / c }')"
done
echo "ms of a program that does nothing, the least of $((5 * ${RUNS:-6})) interleaved runs: by python, and by rocpd-python (must be <= 10 more)"
for python in $PYTHONS; do
  "$python" - "$python" "$BUILD" "$work/started.$(basename "$(dirname "$(dirname "$python")")")" $((5 * ${RUNS:-6})) <<'PY'
import os, subprocess, sys, time
python, build, out, runs = sys.argv[1], sys.argv[2], sys.argv[3], int(sys.argv[4])
environment = dict(os.environ, PYTHON_EXECUTABLE=python, ROCPD_LIBDIR=build)
took = [[], []]
for run in range(runs):
    ways = [[python, '-c', 'pass'], ['sh', 'scripts/user/rocpd-python', '-q', '-o', '%s.%d' % (out, run), '--', '-c', 'pass']]
    for way, times in zip(ways, took):
        start = time.perf_counter()
        subprocess.run(way, env=environment, check=True)
        times.append(time.perf_counter() - start)
alone, recorded = (min(times) * 1e3 for times in took)
print('%-8s %6.1f %6.1f: +%.1f' % ('%d.%d.%d' % sys.version_info[:3], alone, recorded, recorded - alone))
PY
done
