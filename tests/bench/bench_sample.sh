#!/bin/sh
# Measures what the sampler costs:
#   a blocked thread and tick, in the sampler's thread                     must <= 5 us
#   a sample of a running thread, in that thread, by its CPU clock; the slow-down that this is at 99 and 997 Hz   must <= 0.25 %, 1.5 %
#   bytes a sample in the file: a program's stacks; stacks that are all new                                       must <= 6; <= 12
#   hotspots of 10 million samples, in a new process: the time, and the processor's   must <= 1 s
# SAMPLES (20000) samples of the running thread; ROWS (10000000) samples for hotspots.
set -u
cd "$(dirname "$0")/../.."
BUILD=${BUILD:-$PWD/build}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
samples=${SAMPLES:-20000}
loop=$BUILD/bench/sample_loop
# sampled HZ ARGUMENTS: what it prints
sampled() {
  hz=$1; shift
  rm -rf "$work/out"
  COLLECT_DOMAINS=none,samples COLLECT_SAMPLE_HZ=$hz COLLECT_OUTPUT="$work/out" LD_PRELOAD="$BUILD/libcollect.so" "$@"
}
health() { sqlite3 -cmd ".load $BUILD/rocpd" :memory: "CREATE TEMP TABLE a AS SELECT rocpd_attach('$work/out')" "SELECT coalesce(sum(value), 0) FROM health WHERE name = '$1'"; }

for hz in 99 997; do
  sampled $hz "$loop" blocked 32 $((samples / 10)) || exit 1
  awk -v hz=$hz -v ns="$(health 'samples: cpu ns')" -v n="$(health 'samples of blocked threads')" 'BEGIN { printf "blocked thread and tick at %d Hz: %.2f us, %d samples\n", hz, ns / (n ? n : 1) / 1e3, n }'
done

# The same work without and with samples, in turn: the difference in CPU time, by the number of samples.
units=$((samples / 10 + 20))
for round in 1 2 3; do
  set -- $("$loop" work "$units")
  before=$2
  set -- $(sampled 10000 "$loop" work "$units")
  echo "$before $2 $(health 'samples: signals sent')"
done | awk '{ cost = ($2 - $1) / ($3 ? $3 : 1); if (NR == 1 || cost < least) least = cost; n += $3 }
  END { printf "sample of a running thread: %.2f us (%d samples); slow-down at 99 Hz %.3f %%, at 997 Hz %.3f %%\n", least / 1e3, n, least * 99 / 1e7, least * 997 / 1e7 }'

# bytes WHAT ARGUMENTS
bytes() {
  what=$1; shift
  sampled 997 "$@" >/dev/null || exit 1
  awk -v what="$what" -v b="$(cat "$work"/out/*.rocz | wc -c)" -v n="$(health samples)" -v k="$(health 'samples: frames')" 'BEGIN { printf "%s: %.2f bytes a sample, %d samples, %d frames\n", what, b / (n ? n : 1), n, k }'
}
python=${PYTHON:-/usr/bin/python3}
! [ -x "$python" ] || bytes "python3, json" "$python" -c "
import json, time
end = time.process_time() + $samples / 5000
while time.process_time() < end: json.loads(json.dumps([{'a': list(range(20)), 'b': str(i)} for i in range(50)], indent=1))"
bytes "stacks that are all new" "$loop" new $((samples / 5))

# (The processor's time counts on a busy machine. hotspots uses all processors.)
rm -rf "$work/out"
COLLECT_DOMAINS=none,samples COLLECT_OUTPUT="$work/out" "$BUILD/bench/sampled_rows" "${ROWS:-10000000}" || exit 1
for round in 1 2 3; do
  began=$(date +%s%N)
  (sqlite3 -cmd ".load $BUILD/rocpd" :memory: "SELECT count(*), (SELECT 'found ' || sum(samples) FROM hotspots) FROM (SELECT rocpd_attach('$work/out'))"; times)
  echo "real $(($(date +%s%N) - began))"
done | tr '|' ' ' | awk '
  function seconds(text, part) { split(text, part, /[ms]/); return part[1] * 60 + part[2] }
  /found/ { n = $3; line = 0 } line++ == 2 { cpu = seconds($1) + seconds($2); if (!least || cpu < least) least = cpu }
  /^real/ { if (!real || $2 < real) real = $2 }
  END { printf "hotspots of %d samples, cold: %.2f s, %.2f s of the processor\n", n, real / 1e9, least }'
