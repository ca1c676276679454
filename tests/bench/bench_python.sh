#!/bin/sh
# What recording adds to a call and return of a Python function, in each interpreter: must <= 60 ns (3.11), <= 25 for one that is left out
# (from 3.12 on 5), <= 4 bytes a call in the file; beside it a profile function in C that does nothing, cProfile, and
# one in Python. The least of RUNS (3) interleaved runs of 5 rounds of fib(N), N (27).
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
static int nothing(void *self, void *frame, int what, void *argument) { return 0; }
void begin(void) { PyEval_SetProfile(nothing, 0); }
C
${CC:-gcc} -O2 -shared -fPIC -w -o "$work/nothing.so" "$work/nothing.c" || exit 1
loop() { how=$1; shift; env "$@" NOTHING="$work/nothing.so" "$python" tests/bench/python_loop.py "$how" "$N" >>"$work/$name"; }
ours() { loop nobody COLLECT_DOMAINS=python COLLECT_OUTPUT="$work/out" LD_PRELOAD="$BUILD/libcollect.so" "$@"; }
least() { sort -n "$work/$1" | head -n 1; }
added() { awk -v all="$(least "$1")" -v plain="$(least plain)" 'BEGIN { printf "%.1f", all - plain }'; }
echo "ns per call and return, and what is added to it"
echo "Python    alone   recorded  left out  nothing in C  cProfile  in Python  file: B/call"
for python in $(interpreters); do
  rm -f "$work"/plain "$work"/recorded "$work"/hidden "$work"/nothing "$work"/cprofile "$work"/setprofile
  for _ in $(seq "${RUNS:-3}"); do
    name=plain; loop nobody A=1
    rm -rf "$work/out"
    name=recorded; ours A=1
    bytes=$(cat "$work"/out/*.rocz | wc -c)
    name=hidden; ours COLLECT_PYTHON_FUNCTION_HIDE=fib
    name=nothing; loop nothing A=1
    name=cprofile; loop cProfile A=1
    name=setprofile; loop setprofile A=1
  done
  calls=$(awk -v n="$N" 'BEGIN { a = 1; b = 1; for (i = 0; i < n; i++) { t = a + b; a = b; b = t } print 5 * (2 * a - 1) }')
  printf '%-8s %6.1f %10s %9s %13s %9s %10s %12s\n' "$("$python" -c 'import sys; print("%d.%d.%d" % sys.version_info[:3])')" "$(least plain)" \
    "+$(added recorded)" "+$(added hidden)" "+$(added nothing)" "+$(added cprofile)" "+$(added setprofile)" "$(awk -v b="$bytes" -v c="$calls" 'BEGIN { printf "%.2f", b / c }')"
done
