#!/bin/sh
# COLLECT_MODE: the sums that a process adds up equal those of the rows of the same run, by thread and call path; without rows the file is small, and a kill
# loses no sums.
. tests/inside/common.sh
command -v python3 >/dev/null && command -v sqlite3 >/dev/null || { echo "python3 or sqlite3 is missing"; exit 77; }
[ -z "${SANITIZER:-}" ] || { echo "the sqlite3 shell has no sanitizer's runtime"; exit 77; }
export COLLECT_CHECK=1

# equal WHAT: the rows of $work/out add up to the sums
equal() {
  same_start=0 # which of the calls that start in the same ns is the outermost one: there is hardly ever such a choice
  while
    SAME_START=$same_start python3 tests/helper/profile_sums.py "$work/out" "$BUILD/rocpd" >"$work/compared" 2>&1
    choices=$(sed -n 's/^groups //p' "$work/compared") same_start=$((same_start + 1))
    ! grep -q '^equal: [1-9]' "$work/compared" && [ $((same_start >> (${choices:-0} < 5 ? ${choices:-0} : 5))) = 0 ]
  do :; done
  if grep -q '^equal: [1-9]' "$work/compared"; then ok "$1: sums $(grep -v "^groups" "$work/compared")"; else not_ok "$1: $(head -5 "$work/compared" | cut -c1-600)"; fi
}
# sql STATEMENT: over $work/out
sql() { sqlite3 -separator ' ' -cmd ".load $BUILD/rocpd" '' "CREATE TEMP TABLE a AS SELECT rocpd_attach('$work/out')" "$1" 2>&1; }
# traced MODE PROGRAM ...: into $work/out
traced() {
  rm -rf "$work/out"
  mode=$1
  shift
  COLLECT_MODE=$mode COLLECT_OUTPUT=$work/out LD_PRELOAD=$lib timeout 120 "$@" >"$work/stdout" 2>"$work/stderr"
}

# ---- both: rows and sums

export COLLECT_MODE=both
for case in order jumps threads stops call_end jump_end; do
  case $case in call_* | jump_*) [ "$(uname -m)" = x86_64 ] || continue ;; esac
  inside "$BUILD/inside/nest" $case
  equal "nest $case"
done
inside "$BUILD/inside/nest" forks
equal "nest forks"
# Rows that the file cannot keep for a while, since the disk is full, or since memory is short.
for case in beside full short; do
  inside "$BUILD/inside/sums" $case
  equal "sums $case"
done
inside "$BUILD/inside/cases_gpu" queues
equal "many queues"
inside "$BUILD/inside/cases_signals" closing
equal "queues that are gone"

# Kernels and copies by the path of the calls that launched them: HIP's, also while another thread passes them on.
if [ -x "$BUILD/programs/demo" ]; then
  for direct in 1 0; do # with calls that follow each other, and with calls inside calls
    AMD_DIRECT_DISPATCH=$direct LD_LIBRARY_PATH=$BUILD/gpusim COLLECT_DOMAINS=$([ $direct = 1 ] || echo +hsa) traced both "$BUILD/programs/demo"
    equal "launches, AMD_DIRECT_DISPATCH=$direct"
    is "launches, AMD_DIRECT_DISPATCH=$direct: the path of each is known" "$(sql "SELECT count(*), sum(calls) > 1000 FROM aggregated WHERE rows_of IN ('kernels', 'memory_copies') GROUP BY frame_id IS NULL OR tid IS NULL" | cut -d' ' -f2)" 1
  done
fi

python=$(command -v python3)
COLLECT_DOMAINS=python FORKS=1 ROUNDS=3 traced both "$python" tests/helper/profile_program.py
is "python: two processes" "$(ls "$work/out" | wc -l)" 2
equal "python"
is "python: tables take the rows, not the sums too" "$(sql "SELECT (SELECT sum(calls) FROM calls WHERE depth > 0) = (SELECT count(*) FROM regions), (SELECT sum(total_calls) FROM top WHERE name = 'fib') = (SELECT count(*) FROM regions WHERE name = 'fib')")" "1 1"

# Sums of threads that have ended become rows, and their memory is used again.
COLLECT_DOMAINS=python ROUNDS=1 SHORT=300 traced both "$python" tests/helper/profile_program.py
equal "many threads"
# written: whether sums stand before the last call in the file
written() { "$dump" "$work"/out/*.rocz | awk '$1 == "aggregated" && !n {n = NR} $1 == "call" {last = NR} END {print (n && n < last) ? "before the end" : "at the end"}'; }
is "many threads: when sums are written" "$(written)" "before the end"

# ---- profile: sums only

# figures: what must be the same whether calls are rows or sums. Which functions of Python's threads run differs from run to run.
figures() {
  sql "SELECT name, count(*), sum(calls), sum(unended) FROM calls WHERE name IN ('main', 'work', 'fib', 'deep', 'generate', 'interleave', 'fails', 'for_ever') GROUP BY 1 ORDER BY 1"
}
unset COLLECT_MODE
COLLECT_DOMAINS=python traced timeline "$python" tests/helper/profile_program.py
figures >"$work/wanted"
COLLECT_DOMAINS=python traced profile "$python" tests/helper/profile_program.py
figures >"$work/got"
if [ -s "$work/wanted" ] && cmp -s "$work/wanted" "$work/got"; then ok "profile: the table calls has the calls of a timeline"; else not_ok "profile: calls differ: $(diff "$work/wanted" "$work/got" | head -5)"; fi
is "profile: no rows" "$(sql "SELECT count(*), (SELECT count(*) FROM samples) FROM regions")" "0 0"
size=$(cat "$work"/out/*.rocz | wc -c)
COLLECT_DOMAINS=python ROUNDS=60 traced profile "$python" tests/helper/profile_program.py
more=$(cat "$work"/out/*.rocz | wc -c)
if [ "$more" -lt $((size + size / 4)) ]; then ok "profile: the file has $size bytes, with ten times the calls $more"; else not_ok "profile: the file has $size bytes, with ten times the calls $more"; fi
is "profile: and ten times the calls" "$(sql "SELECT sum(calls) FROM calls WHERE name = 'interleave'")" 300
inside_mode() { COLLECT_MODE=$1 && export COLLECT_MODE && shift && inside "$@"; unset COLLECT_MODE; }
inside_mode profile "$BUILD/inside/sums" beside
is "profile: no calls, no kernels, no allocations in the file" "$(all_of call) $(all_of dispatch) $(all_of memory_allocations)" "0 0 0"
is "profile: each is in the sums" "$(sql "SELECT sum(calls), sum(ended) FROM aggregated")" "$(($(said made) + 300)) $(($(said made) + 300))"

# ---- samples

python=$("$python" -c 'import sys; print(sys.executable)') # what stands in PATH may be a script, whose shells would be sampled until they exec
sampled() {
  COLLECT_DOMAINS=+python,samples COLLECT_SAMPLE_HZ=997 traced "$@"
}
ROUNDS=3 sampled both "$python" tests/helper/profile_program.py
equal "samples"
at_least() { if [ "$2" -ge "$3" ] 2>/dev/null; then ok "$1: $2"; else not_ok "$1: $2, less than $3"; fi; }
at_least "samples: sums of stacks, as rows" "$(sql "SELECT sum(calls) * (sum(calls) = (SELECT count(*) FROM stacks)) FROM aggregated WHERE rows_of = 'stacks'")" 20
sampled profile "$python" tests/helper/profile_program.py
is "samples, profile: none are rows" "$(sql "SELECT count(*) FROM stacks")" 0
is "samples, profile: all are in the sums" "$(sql "SELECT sum(weight) = (SELECT sum(value) FROM health WHERE name = 'samples'), sum(cpu_ns) > 0, sum(weight) > 20 FROM aggregated WHERE rows_of = 'stacks'")" "1 1 1"
is "samples, profile: hotspots, waits and stack_tree agree" "$(sql "SELECT (SELECT sum(samples) FROM hotspots) = sum(weight), (SELECT sum(running_ns) FROM hotspots) = sum(cpu_ns), (SELECT sum(self_ns) FROM stack_tree) = (SELECT sum(self_ns) FROM hotspots),
    (SELECT sum(blocked_ns) FROM waits) = (SELECT sum(blocked_ns) FROM hotspots) FROM aggregated WHERE rows_of = 'stacks'")" "1 1 1 1"
is "samples, profile: stacks lead to outermost frames" "$(sql "WITH RECURSIVE up(guid, id, next) AS (SELECT a.guid, a.id, f.parent_frame_id FROM aggregated a JOIN frames f ON f.guid = a.guid AND f.id = a.frame_id WHERE rows_of = 'stacks'
    UNION ALL SELECT u.guid, u.id, f.parent_frame_id FROM up u JOIN frames f ON f.guid = u.guid AND f.id = u.next) SELECT sum(next IS NULL) = (SELECT count(*) FROM aggregated WHERE rows_of = 'stacks' AND frame_id) FROM up")" 1
# The size of the file depends on the number of stacks. A program that does the same for longer has the same ones.
sizes=
for s in 0.3 2.4; do
  COLLECT_DOMAINS=none,samples COLLECT_SAMPLE_HZ=997 traced profile "$python" -c "
import threading, time
end = time.monotonic() + $s
def turn(i):
    while time.monotonic() < end:
        if i: time.sleep(0.0003 * i)
        else: sum(range(20000)), time.sleep(0.002)
threads = [threading.Thread(target=turn, args=(i,)) for i in range(3)]
[t.start() for t in threads], [t.join() for t in threads]"
  sizes="$sizes $(cat "$work"/out/*.rocz | wc -c)"
done
set -- $sizes
if [ "$2" -lt $(($1 * 2 + 8192)) ]; then ok "samples, profile: the file has $1 bytes, after eight times the time $2"; else not_ok "samples, profile: the file has $1 bytes, after eight times the time $2"; fi
# Sums are added up every second. What is not summed becomes no chunk each time: of some seconds, the file has one of frames, and few of texts and of clocks.
"$BUILD/bench/rocz_dump" -s "$work"/out/*.rocz >"$work/chunks" 2>&1
chunks_of() { sed -n "s/^$1 .*chunks=//p" "$work/chunks"; }
is "samples, profile: chunks of frames" "$(chunks_of frames)" 1
is "samples, profile: few chunks of texts and of clocks" "$(($(chunks_of string) <= 4)) $(($(chunks_of anchor) <= 2))" "1 1"

# ---- a kill, and a look while the process runs

rm -rf "$work/out"
COLLECT_DOMAINS=python COLLECT_MODE=profile COLLECT_OUTPUT=$work/out LD_PRELOAD=$lib "$python" tests/helper/profile_program.py "$work/ready" >"$work/stdout" 2>"$work/stderr" &
child=$!
names() { sql "SELECT name, sum(calls) FROM calls WHERE name IN ('interleave', 'deep', 'fails', 'work') GROUP BY 1 ORDER BY 1" | tr '\n' ' '; }
all="deep 9030 fails 630 interleave 30 work 4 "
looks="" # what was seen while the process ran, once there was something: counts that never get less, and no error
for i in $(seq 600); do
  looks="$looks $(sql "SELECT sum(calls) FROM aggregated WHERE rows_of = 'regions'" | tr ' ' _)"
  [ -s "$work/ready" ] && [ "$(names)" = "$all" ] && break
  sleep 0.05
done
is "running: looks at it, none with less than the one before" "$(echo $looks | awk '{ for (i = 1; i <= NF; i++) if (n || $i ~ /^[1-9]/) { n++; bad += $i !~ /^[0-9]+$/ || $i + 0 < last; last = $i + 0 } print (n > 0), bad + 0 }')" "1 0"
state="SELECT sum(calls), sum(ended), sum(sum_ns), sum(own_ns), count(*), (SELECT count(*) FROM frames) FROM aggregated"
before=$(sql "$state")
kill -9 $child
wait $child 2>/dev/null
is "killed: the sums are those of before" "$(sql "$state")" "$before"
is "killed: calls by name" "$(names)" "$all"
is "killed: calls that had not ended" "$(sql "SELECT count(*) FROM calls WHERE name = 'for_ever' AND unended = 1")" 1
is "killed: the live file is all there is" "$(sql "SELECT count(*) FROM health WHERE name = 'live file left' AND value = 1")" 1

# ---- the limit of the file's size

COLLECT_MAX_MB=1 COLLECT_DOMAINS=python ROUNDS=200 traced both "$python" tests/helper/profile_program.py
is "full file: its sums are there" "$(sql "SELECT count(*) > 0 FROM aggregated WHERE rows_of = 'regions'")" 1
finish
