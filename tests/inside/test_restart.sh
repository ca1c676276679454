#!/bin/sh
# Blocking calls that our signal interrupts go on (collector/sample/restart.h). A stand-in for the sampler (restart.c) sends the signal to all threads all the
# time, while a library (tests/sample/blocked.c) makes each call many times and looks at what comes back. SOAK=1: 10,000 of each.
. tests/inside/common.sh
[ -z "${SANITIZER:-}" ] || { echo "skip: a sanitizer's functions stand before those of the C library"; exit 77; }
[ "$(uname -m)" = x86_64 ] || { echo "skip: handlers of the program are noticed on x86_64 only"; exit 77; }
$CC -O1 -g -w -fPIC -shared -Dmain=blocked_main -o "$work/libblocked.so" tests/sample/blocked.c -lrt -ldl -pthread || exit 1
# blocked MODE N M: N times, or M times with SOAK=1
blocked() {
  n=$2
  [ -z "${SOAK:-}" ] || n=$3
  inside "$BUILD/inside/restart" "$1" "$n" "$work/libblocked.so"
  [ "$rc" -eq 0 ] || sed 's/^/# /' "$work/stderr" | tail -n 5
}

blocked last 50 10000
is "last: many calls went on" "$(counted calls_restarted | awk '{ print ($1 > 300) }')" 1
is "last: the library's calls were not interrupted" "$(counted calls_interrupted)" 0
blocked slow 20 300
blocked events 40 5000
blocked own 40 5000
made=$(grep -c "^ok" "$work/stdout"); made=$((made * n)) # each case makes n calls or more
is "own: our signal is blamed for at most 1 of 1000 calls: $(counted calls_interrupted) of $made" "$(($(counted calls_interrupted) <= made / 1000 + 1))" 1
blocked cancel 5 200
blocked jump 5 500
blocked left 1 1
blocked forks 8 500
blocked raw 50 50
is "raw: calls that were interrupted are counted" "$(counted calls_interrupted)" "$(said raw)"
is "raw: the stand-in interrupts calls" "$(said raw | awk '{ print ($1 > 25) }')" 1
finish
