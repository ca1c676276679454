#!/bin/sh
# `make bench`: every build/bench/bench_* and tests/bench/bench_*.sh in turn, each of which measures ours,
# the floor and the peers it finds in interleaved rounds of one run, and prints a table of minima.
# Usage: run.sh [NAME ...] (bench_event, bench_query, ...). Environment: BUILD; EVENTS (5000000) in the
# traces, and what the single ones say.
set -u
cd "$(dirname "$0")/../.."
BUILD=${BUILD:-$PWD/build}; export BUILD
echo "machine: $(nproc) cores, $(sed -n 's/^model name[^:]*: //p' /proc/cpuinfo | head -n 1), load $(cut -d' ' -f1-3 /proc/loadavg)"
failed=0
for b in "$BUILD"/bench/bench_* tests/bench/bench_*.sh; do
  case $b in *.d|*\**) continue ;; esac
  name=$(basename "$b" .sh)
  if [ $# -gt 0 ]; then case " $* " in *" $name "*) ;; *) continue ;; esac; fi
  echo; echo "== $name"
  case $b in *.sh) sh "$b" ;; *) "$b" ${EVENTS:+"$EVENTS"} ;; esac || { echo "$name failed"; failed=1; }
done
echo; echo "load at the end: $(cut -d' ' -f1-3 /proc/loadavg)"
exit $failed
