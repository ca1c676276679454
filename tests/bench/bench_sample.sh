#!/bin/sh
# Measures what the sampler costs:
#   a blocked thread and tick, in the sampler's thread                     must <= 5 us
#   a sample of a running thread, in that thread, by its CPU clock; the slow-down that this is at 99 and 997 Hz   must <= 0.25 %, 1.5 %
#   bytes a sample in the file: a program's stacks; stacks that are all new                                       must <= 6; <= 12
#   hotspots of 10 million samples, in a new process: the time, and the processor's   must <= 1 s
#   idle_stacks, likewise                                                              must <= 2 s
#   COLLECT_MODE=profile: bytes of memory a call path; what it grows by in time         must <= 200; 0
# SAMPLES (20000) samples of the running thread; ROWS (10000000) samples for hotspots, IDLE_ROWS (2000000) for idle_stacks; PATHS_MS (5000) of ranges in ranges.
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
# cold TABLE FILE [OF]: the time and the processor's of a query in a new process; also for OF samples, if there are fewer
cold() {
  for round in 1 2 3; do
    began=$(date +%s%N)
    (sqlite3 -cmd ".load $BUILD/rocpd" :memory: "SELECT count(*), (SELECT 'found ' || sum(samples) FROM $1) FROM (SELECT rocpd_attach('$2'))"; times)
    echo "real $(($(date +%s%N) - began))"
  done | tr '|' ' ' | awk -v table="$1" -v rows="$3" -v of="${4:-0}" '
    function seconds(text, part) { split(text, part, /[ms]/); return part[1] * 60 + part[2] }
    /found/ { n = $3; line = 0 } line++ == 2 { cpu = seconds($1) + seconds($2); if (!least || cpu < least) least = cpu }
    /^real/ { if (!real || $2 < real) real = $2 }
    END { printf "%s of %d samples, cold: %.2f s, %.2f s of the processor", table, rows, real / 1e9, least
      if (n < rows) printf "; %d of them in pauses", n
      if (of > rows) printf "; for %d samples: %.2f s, %.2f s", of, real / 1e9 * of / rows, least * of / rows
      print "" }'
}
cold hotspots "$work/out" "${ROWS:-10000000}"

# A trace whose GPUs wait for three threads, with samples of these: a database, as a .rocz file.
idle=${IDLE_ROWS:-2000000}
"$BUILD/bench/tracegen" "$work/gpu.rocz" 60000 threads=3 queues=4 agents=2 kernel=200 >/dev/null && "$BUILD/rocpd" convert "$work/gpu.rocz" -o "$work/gpu.db" >/dev/null 2>&1 || exit 1
sqlite3 "$work/gpu.db" "PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF;
CREATE TABLE modules(id, guid, file_path);
CREATE TABLE frames(id, guid, parent_frame_id, module_id, function, file);
CREATE TABLE stacks(id, guid, pid, tid, start, \"end\", frame_id, weight, state, syscall, cpu_ns, wait_ns, stack_id);
CREATE TEMP TABLE span AS SELECT guid, pid, low, high - low AS long, $idle / 3 + 1 AS each
  FROM (SELECT min(start) AS low, max(\"end\") AS high FROM rocpd_region), (SELECT guid, pid FROM rocpd_info_process LIMIT 1);
INSERT INTO modules SELECT 1, guid, '/bin/app' FROM span;
INSERT INTO frames WITH RECURSIVE c(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM c WHERE i < 40000)
  SELECT i, guid, CASE WHEN i > 1 THEN 1 + abs(random()) % min(i - 1, 200 + i / 3) END, 1, 'f' || (i % 8000), NULL FROM c, span;
INSERT INTO stacks WITH RECURSIVE c(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM c WHERE i < $idle - 1)
  SELECT i, guid, pid, pid + i % 3, low + long * (i / 3) / each, low + long * (i / 3 + 1) / each,
    20001 + abs(random()) % CASE abs(random()) % 4 WHEN 0 THEN 20000 ELSE 500 END, 1, CASE i / 3 % 2 WHEN 0 THEN 'running' ELSE 'blocked' END,
    CASE i / 3 % 2 WHEN 1 THEN 202 END, CASE i / 3 % 2 WHEN 0 THEN long / each END, 0, 0 FROM c, span;" >/dev/null &&
  "$BUILD/bench/select_trace" "$work/gpu.db" "SELECT rocpd_export_rocz('$work/idle.rocz')" >/dev/null || exit 1
rm -f "$work/gpu.db"
cold idle_stacks "$work/idle.rocz" "$idle" 10000000

# The same number of ranges a second in few and in many call paths, so that the rings have the same pages.
paths() {
  rm -rf "$work/out"
  COLLECT_MODE=profile COLLECT_OUTPUT="$work/out" LD_PRELOAD="$BUILD/libcollect.so" "$BUILD/bench/path_loop" "$1" "${PATHS_MS:-5000}" || exit 1
}
set -- $(paths 150) $(paths 300)
awk -v half="$3" -v few="$2" -v many="$4" 'BEGIN { n = 300 * 301 - 150 * 151; printf "profile mode: %.1f bytes of memory a call path (%d more paths); in the second half of the time it grew by %.1f kB\n",
  (many - few) / n, n, (many - half) / 1e3 }'
