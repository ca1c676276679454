# For the tests of the sampler. Sourced: functions to build and run a program under it, and to ask what was recorded.
. "$(dirname "$0")/../collect/common.sh"
cd "$root" || exit 1
# build NAME [FLAGS]: builds NAME.c to $work/NAME
build() {
  local name=$1; shift
  $CC -O1 -g -w -D_GNU_SOURCE -o "$work/$name" "$root/tests/sample/$name.c" "$@" -pthread -ldl || exit 1
}
# sampled NAME [ARGUMENTS]: runs it in a fresh folder $work/out; stdout in $work/stdout. HZ: samples a second
sampled() {
  rm -rf "$work/out"
  (cd "$work" && timeout -s KILL "${LIMIT:-120}" env COLLECT_DOMAINS=none,samples COLLECT_SAMPLE_HZ="${HZ:-997}" COLLECT_CHECK=1 COLLECT_OUTPUT="$work/out" LD_PRELOAD="$lib" "./$@" >"$work/stdout" 2>"$work/stderr")
}
# said NAME: what the program printed behind this word
said() { sed -n "s/^$1 //p" "$work/stdout"; }
# sql QUERY...: one row a line
sql() { sqlite3 -separator ' ' -cmd ".load $BUILD/rocpd" :memory: "CREATE TEMP TABLE attached AS SELECT rocpd_attach('$work/out')" "$@" 2>&1; }
# counted NAME: a line of health
counted() { sql "SELECT coalesce(sum(value), 0) FROM health WHERE name = '$1'"; }
# near WHAT GOT WANTED TOLERANCE: numbers
near() {
  if awk -v got="$2" -v want="$3" -v by="$4" 'BEGIN { d = got - want; exit !(got != "" && d <= by && -d <= by) }'; then ok "$1: $2, true $3"; else not_ok "$1: $2, not $3 (+- $4)"; fi
}
# at_least WHAT GOT LEAST
at_least() { if awk -v got="$2" -v least="$3" 'BEGIN { exit !(got != "" && got >= least) }'; then ok "$1: $2"; else not_ok "$1: $2, less than $3"; fi; }
# Frames that are in the function, by the addresses that the program printed ("function NAME LOW HIGH", in the file), and all that they called.
# A temporary table: inside(name, id)
inside_functions() {
  echo "CREATE TEMP TABLE function(name, low, high);"
  sed -n "s/^function \([a-z_]*\) \([0-9]*\) \([0-9]*\)/INSERT INTO function VALUES('\1', \2, \3);/p" "$work/stdout"
  echo "CREATE TEMP TABLE f AS SELECT guid, id, parent_frame_id AS parent, module_id AS module, offset - coalesce(is_return, 0) AS at FROM frames;
    CREATE INDEX f_parent ON f(guid, parent);
    CREATE TEMP TABLE inside AS WITH RECURSIVE i(name, guid, id) AS (
      SELECT n.name, f.guid, f.id FROM f JOIN function n ON f.at >= n.low AND f.at < n.high
        JOIN modules m ON m.guid = f.guid AND m.id = f.module AND m.file_path LIKE '%/$1'
      UNION SELECT i.name, f.guid, f.id FROM i JOIN f ON f.guid = i.guid AND f.parent = i.id) SELECT * FROM i;"
}
# Nothing is wrong with the rows of stacks, whatever the program: those of a thread follow each other, and times add up.
rows_hold() {
  is "$1: rows of a thread do not overlap" "$(sql "SELECT count(*) FROM (SELECT start, lag(end) OVER (PARTITION BY guid, tid ORDER BY start, end) AS before FROM stacks) WHERE start < before")" 0
  is "$1: rows with wrong values" "$(sql "SELECT count(*) FROM stacks WHERE weight < 1 OR end < start OR cpu_ns < 0 OR wait_ns < 0 OR state IS NULL OR category <> 'SAMPLE' OR (state = 'blocked') < (syscall IS NOT NULL)")" 0
  is "$1: frames without a parent or a module" "$(sql "SELECT count(*) FROM frames f WHERE parent_frame_id >= id OR (module_id IS NOT NULL AND NOT EXISTS (SELECT 1 FROM modules m WHERE m.guid = f.guid AND m.id = f.module_id))")" 0
  is "$1: stacks of no frame" "$(sql "SELECT count(*) FROM stacks s WHERE frame_id IS NOT NULL AND frame_id NOT IN (SELECT id FROM frames f WHERE f.guid = s.guid)")" 0
  is "$1: checks" "$(grep -c 'libcollect' "$work/stderr")" 0
}
# shares THREADS MS TOLERANCE: shares of time in the program shares.c are what its threads measured
shares() {
  sampled shares "$1" "$2"
  is "$1 threads: ends well" $? 0
  rows_hold "$1 threads"
  inside_functions shares >"$work/sql"
  sql ".read $work/sql" "SELECT 'got', i.name, 1.0 * sum(s.cpu_ns) / (SELECT sum(cpu_ns) FROM stacks WHERE tid IN (SELECT tid FROM stacks x JOIN inside y ON y.id = x.frame_id AND y.name = 'in_a'))
      FROM stacks s JOIN inside i ON i.guid = s.guid AND i.id = s.frame_id WHERE s.state <> 'blocked' GROUP BY 2" \
    "SELECT 'blocked', i.name, sum(s.end - s.start) FROM stacks s JOIN inside i ON i.guid = s.guid AND i.id = s.frame_id WHERE s.state = 'blocked' GROUP BY 2" \
    "SELECT 'cpu', tid, sum(cpu_ns) FROM stacks GROUP BY 2" "SELECT 'queued', tid, sum(wait_ns) FROM stacks GROUP BY 2" >"$work/got"
  for f in in_a in_b in_c in_d; do
    near "$1 threads: share of $f" "$(sed -n "s/^got $f //p" "$work/got")" \
      "$(said cpu | awk -v f=$f '{ all += $3 } $2 == f { of += $3 } END { printf "%.4f", of / all }')" "$3"
  done
  # Only what a thread does before it is found, and after it was seen last, is missing: a tick or two.
  said thread | while read -r tid ns; do
    near "CPU time of a thread, ms" "$(awk -v t="$tid" '$1 == "cpu" && $2 == t { print $3 / 1e6 }' "$work/got")" "$(awk -v n="$ns" 'BEGIN { print n / 1e6 }')" 60
  done >"$work/near"
  said queued | while read -r tid ns; do
    near "time that a thread waited for a CPU, ms" "$(awk -v t="$tid" '$1 == "queued" && $2 == t { print $3 / 1e6 }' "$work/got")" "$(awk -v n="$ns" 'BEGIN { print n / 1e6 }')" \
      "$(awk -v n="$ns" 'BEGIN { print 100 + n / 2e7 }')"
  done >>"$work/near"
  cat "$work/near"
  ! grep -q '^not ok' "$work/near" || failed=1
  # A thread that waits uses no CPU time. (Its last row has what is left.)
  is "$1 threads: rows of waiting threads with CPU time" \
    "$(sql "SELECT count(*) FROM (SELECT state, cpu_ns, lead(1) OVER (PARTITION BY guid, tid ORDER BY start, end) AS later FROM stacks) WHERE later AND state IN ('runnable', 'blocked') AND cpu_ns > 0")" 0
  # A sleep lasts at least as long as it should. What it takes longer is waiting for a CPU, or blocked.
  at_least "$1 threads: blocked in the sleep, share of the time asked for" \
    "$(awk '$1 == "blocked" && $2 == "in_sleep" { print $3 / 4e6 }' "$work/got" | awk -v n="$(said sleeps | awk '{ s += $1 } END { print s }')" '{ print $1 / n }')" 0.85
  at_least "$1 threads: not more than it took" "$(awk -v all="$(said slept | awk '{ s += $1 } END { print s }')" '$1 == "blocked" && $2 == "in_sleep" { print all / $3 }' "$work/got")" 0.93
  at_least "$1 threads: blocked in the lock, ms" "$(awk '$1 == "blocked" && $2 == "in_lock" { print $3 / 1e6 }' "$work/got")" "$(said waited | awk '{ print $1 / 1e6 * 0.5 }')"
  is "$1 threads: samples without a stack, or dropped" "$(counted 'samples without a stack') $(counted 'samples dropped')" "0 0"
}
