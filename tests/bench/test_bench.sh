#!/bin/sh
# Every benchmark of `make bench` runs and prints its table, on little data: no times are judged.
set -u
[ -z "${SANITIZER:-}" ] || { echo "measures nothing when sanitized"; exit 77; }
EVENTS=5000 CALLS=1000 FILES=2 SCALE=1 STARTS=5 ROUNDS=1 DRAINS=1 SECONDS_FLOOD=0.05 RUNS=1 LAUNCHES=200 PIECE=100 FRAMES=5 SAMPLES=1000 METRICS_S=0.3 ROWS=5000 IDLE_ROWS=5000 PATHS_MS=100
TMPDIR=$TEST_TMP
# The long form: of all Python interpreters and of all kinds of launches.
if [ -z "${SOAK:-}" ]; then
  . tests/python/interpreters.sh
  PYTHONS=$(interpreters | tail -n 1) KINDS="launch memory"
  export PYTHONS KINDS
fi
export EVENTS CALLS FILES SCALE STARTS ROUNDS DRAINS SECONDS_FLOOD RUNS LAUNCHES PIECE FRAMES SAMPLES METRICS_S ROWS IDLE_ROWS PATHS_MS TMPDIR
sh tests/bench/run.sh >"$TEST_TMP/out" 2>&1
rc=$?
# Each must print a line with figures, for every program that is installed.
for b in "$BUILD"/bench/bench_* tests/bench/bench_*.sh; do
  case $b in *.d) continue ;; esac
  name=$(basename "$b" .sh)
  lines=$(sed -n "/^== $name\$/,/^== /p" "$TEST_TMP/out" | grep -v '^==' | grep -c '[0-9]\.[0-9]')
  if grep -q "^$name failed" "$TEST_TMP/out"; then echo "not ok $name fails"
  elif sed -n "/^== $name\$/,/^== /p" "$TEST_TMP/out" | grep -q ' is not here$'; then echo "ok $name: nothing to measure"
  elif [ "$lines" -lt 2 ]; then echo "not ok $name prints $lines lines with figures"
  else echo "ok $name: $lines lines with figures"; fi
done
[ $rc = 0 ] || { echo "not ok run.sh exits with $rc"; cat "$TEST_TMP/out"; }
