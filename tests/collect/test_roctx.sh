#!/bin/sh
# ROCTx: marks and ranges of both libraries, by symbol and by dispatch table, paired correctly
# whatever the program does, and how they are shown.
. "$(dirname "$0")/common.sh"
fake_setup
cd "$root" || exit 1
$CC -O2 -w -fPIC -shared -DPLAIN -Wl,-soname,libroctx64.so.4 -o "$work/fake/libroctx64.so.4" tests/collect/fake_roctx.c || exit 1
$CC -O2 -w -fPIC -shared -Wl,-soname,librocprofiler-sdk-roctx.so.1 -o "$work/fake/librocprofiler-sdk-roctx.so.1" tests/collect/fake_roctx.c || exit 1
program() { $CC -O1 -g -w "$@" -L"$work/fake" -lamdhip64 -pthread -ldl || exit 1; }
program -DLINKED -o "$work/roctx64" tests/collect/roctx_user.c "$work/fake/libroctx64.so.4"
program -DLINKED -o "$work/sdk" tests/collect/roctx_user.c "$work/fake/librocprofiler-sdk-roctx.so.1"
program -o "$work/none" tests/collect/roctx_user.c
# user PROGRAM CASE ...: in $work/out
user() {
  rm -rf "$work/out"
  COLLECT_CHECK=1 COLLECT_OUTPUT=$work/out LD_LIBRARY_PATH=$work/fake ASAN_OPTIONS=detect_leaks=0 LD_PRELOAD="$(preload)" timeout -s QUIT 120 "$work/$@" >"$work/stdout" 2>"$work/stderr"
  is "$*: exit code and stderr" "$? $(grep -v '^not ok' "$work/stdout" | grep -c 'not ok') $(grep -vc Killed "$work/stderr")" "${EXIT:-0} 0 0"
}
query() { sqlite3 -cmd ".load $BUILD/rocpd" -cmd "SELECT rocpd_attach('$work/out') WHERE 0" :memory: "SELECT rocpd_attach('$work/out')" "$1" 2>&1 | tail -n +2 | tr '\n' ' '; }
markers() { query "SELECT group_concat(name || ':' || substr(operation, 6) || coalesce('', '') || CASE WHEN \"end\" IS NULL THEN ' open' ELSE '' END, ', ') FROM (SELECT * FROM markers ORDER BY start, name)"; }
dropped_calls() { query "SELECT sum(value) FROM health WHERE name IN ('calls dropped', 'calls untracked', 'checks failed', 'info rows dropped')"; }

worked="step:ThreadRangeA, inner:ThreadRangeA, here:MarkA, after:ThreadRangeA "
for by in roctx64 sdk none; do
  user $by work
  is "$by: marks and ranges" "$(markers)" "$worked"
  is "$by: nothing lost" "$(dropped_calls)" "0 "
done
# With each library linked, or none, and each opened: what dlsym finds in it is recorded once, and goes on to that one.
for by in none roctx64 sdk; do
  for name in libroctx64.so.4 librocprofiler-sdk-roctx.so.1; do
    export ROCTX=$work/fake/$name
    user $by work
    is "$by, and $name by dlsym in it: marks and ranges" "$(markers)" "$worked"
    user $by jumps
    is "... every range after jumps" "$(query "SELECT (SELECT count(*) FROM markers WHERE name = 'afterwards' AND \"end\" IS NOT NULL) + (SELECT sum(value) FROM health WHERE name = 'calls dropped') >= 1000")" "1 "
    unset ROCTX
  done
done
if command -v "${PYTHON:=python3}" >/dev/null; then
  for name in libroctx64.so.4 librocprofiler-sdk-roctx.so.1; do
    rm -rf "$work/out"
    COLLECT_OUTPUT=$work/out LD_LIBRARY_PATH=$work/fake ASAN_OPTIONS=detect_leaks=0 LD_PRELOAD="$(preload)" "$PYTHON" -c "
import ctypes
r = ctypes.CDLL('$name')
r.roctxRangePushA(b'step'), r.roctxRangePushA(b'inner'), r.roctxMarkA(b'here'), r.roctxRangePop(), r.roctxRangePop(), r.roctxRangePushA(b'after'), r.roctxRangePop()"
    is "$name by Python's ctypes" "$(markers)" "$worked"
  done
fi
user sdk late
is "after HIP" "$(markers)" "$worked"
is "a thread's ranges are parents" "$(query "SELECT m.name, p.name FROM markers m LEFT JOIN markers p ON p.guid = m.guid AND p.stack_id = m.parent_stack_id ORDER BY m.start, m.name")" \
  "step| inner|step here|inner after| "
is "samples: the mark, as rocprofv3 has it" "$(query "SELECT name, category, extdata, tid = pid FROM samples")" 'roctxMarkA|MARKER_CORE_RANGE_API|{"message": "here"}|1 '
is "regions: as rocprofv3 has them, no results" "$(query "SELECT name, category, extdata, result IS NULL FROM regions WHERE category LIKE 'MARKER%' ORDER BY start LIMIT 1")" \
  'roctxThreadRangeA|MARKER_CORE_RANGE_API|{"message": "step"}|1 '
is "... other calls keep theirs" "$(query "SELECT name, result, extdata FROM regions WHERE category NOT LIKE 'MARKER%' ORDER BY start")" "hipSetDevice|0|{} hipSetDevice|0|{} "
is "... and a window by one" "$(query "SELECT rocpd_window('step') IS NOT NULL; SELECT count(*) FROM markers")" "1 3 "
COLLECT_DOMAINS=hip user sdk late
is "another domain only" "$(query "SELECT count(*), sum(category LIKE 'MARKER%') FROM regions_and_samples")" "2|0 "

for by in roctx64 sdk none; do
  user $by starts
  is "$by: start and stop" "$(markers)" "a:ProcessRangeA, b:ProcessRangeA, c:ProcessRangeA, open:ProcessRangeA open "
  is "... in order of their ends" "$(query "SELECT group_concat(name, '') FROM (SELECT name FROM markers WHERE \"end\" IS NOT NULL ORDER BY \"end\")")" "abc "
  is "... of the thread that began them" "$(query "SELECT count(DISTINCT tid), min(tid = pid) FROM markers; SELECT count(*) FROM threads WHERE tid = pid")" "1|1 1 "
done
user sdk threads
is "threads that end: ranges stay, spans end in others" "$(markers)" "of a thread that ended:ProcessRangeA, left by its thread:ThreadRangeA open "
is "... and nothing is lost" "$(dropped_calls)" "0 "
for levels in 13 14 40 10000; do
  user roctx64 deep $levels
  is "$levels deep" "$(query "SELECT count(*), count(DISTINCT name), sum(\"end\" IS NULL) FROM markers")" "$((levels + 1))|$((levels + 1))|0 "
  is "... each in the one before" "$(query "SELECT count(*) FROM (SELECT start, \"end\", lag(start) OVER w AS outer, lag(\"end\") OVER w AS outer_end FROM markers WHERE name <> 'after' WINDOW w AS (ORDER BY CAST(substr(name, 7) AS INTEGER))) WHERE start < outer OR \"end\" > outer_end")" "0 "
  is "... and nothing is lost" "$(dropped_calls)" "0 "
done
user sdk storm
is "8 threads: every range, span and mark" "$(query "SELECT operation, count(*), sum(duration < 0 OR \"end\" IS NULL) FROM markers GROUP BY 1 ORDER BY 1")" "roctxMarkA|1600|0 roctxProcessRangeA|16000|0 roctxThreadRangeA|16000|0 "
is "... by name" "$(query "SELECT count(DISTINCT name), sum(name LIKE 'step %') FROM markers")" "9|16000 "
is "... calls in ranges" "$(query "SELECT count(*) FROM regions r JOIN markers m ON m.guid = r.guid AND m.stack_id = r.parent_stack_id WHERE r.name = 'hipSetDevice'")" "16000 "
user sdk signals
read -r loops handled <"$work/stdout"
is "handlers: of $loops loops and $handled handlers each row is there or counted" \
  "$(query "SELECT (SELECT count(*) FROM markers) + (SELECT count(*) FROM regions WHERE name = 'hipSetDevice') + (SELECT sum(value) FROM health WHERE name = 'calls dropped') = 4 * $loops + 3 * $handled, (SELECT count(*) FROM markers WHERE \"end\" IS NULL)")" "1|0 "
user sdk forks
is "fork: the parent's are the parent's" "$(query "SELECT group_concat(name, ', ') FROM (SELECT name FROM markers m WHERE pid = (SELECT pid FROM processes ORDER BY start LIMIT 1) ORDER BY start)")" "parent's, parent's span "
is "... and the child's the child's" "$(query "SELECT group_concat(name, ', ') FROM (SELECT name FROM markers m WHERE pid = (SELECT pid FROM processes ORDER BY start DESC LIMIT 1) ORDER BY start)")" "child's, child's span, child's "
for by in roctx64 sdk; do
  user $by jumps
  is "$by: handlers that jump out of ROCTx: it goes on" "$(query "SELECT count(*) > 0 FROM markers WHERE name = 'jumped out of'")" "1 "
  is "... every range afterwards" "$(query "SELECT (SELECT count(*) FROM markers WHERE name = 'afterwards' AND \"end\" IS NOT NULL) + (SELECT sum(value) FROM health WHERE name = 'calls dropped') >= 1000")" "1 "
done
user sdk rest
is "the other functions are calls" "$(query "SELECT group_concat(name || ' ' || category, ', ') FROM (SELECT name, category FROM regions ORDER BY start)")" \
  "roctxGetThreadId MARKER_CORE_RANGE_API, roctxNameOsThread MARKER_NAME_API, roctxNameHsaAgent MARKER_NAME_API, roctxNameHipDevice MARKER_NAME_API, roctxNameHipStream MARKER_NAME_API, roctxProfilerPause MARKER_CONTROL_API, roctxProfilerResume MARKER_CONTROL_API "
is "... with their names" "$(query "SELECT group_concat(value, ', ') FROM (SELECT value FROM region_args WHERE name = 'name' ORDER BY id)")" "worker, an agent, a device, a stream "
user none rest # works
user sdk paused
is "paused and resumed, by symbol" "$(query "SELECT group_concat(name, ', ') FROM (SELECT name FROM markers WHERE \"end\" IS NOT NULL ORDER BY start); SELECT count(*) FROM regions WHERE name = 'hipSetDevice'")" "around, seen 1 "
export ROCTX=$work/fake/librocprofiler-sdk-roctx.so.1
user none paused
is "... and by table" "$(query "SELECT group_concat(name, ', ') FROM (SELECT name FROM markers WHERE \"end\" IS NOT NULL ORDER BY start); SELECT count(*) FROM regions WHERE name = 'hipSetDevice'")" "around, seen 1 "
unset ROCTX
user sdk tool
is "with a tool over us in the table" "$(markers)" "with a tool:ThreadRangeA, with a tool:ThreadRangeA, with a tool:ThreadRangeA "
EXIT=137 user sdk kill
is "killed: what is open is there" "$(query "SELECT sum(\"end\" IS NULL), count(*) FROM markers; SELECT name FROM markers WHERE \"end\" IS NOT NULL")" "23|24 a mark "
is "... with its names" "$(query "SELECT group_concat(DISTINCT name) FROM (SELECT name FROM markers ORDER BY start)")" "outer,inner,a span,a mark,deeper "

# Exports and imports keep them.
user sdk starts
query "SELECT rocpd_export_db('$work/exported.db')" >/dev/null
is "exported as a database" "$(sqlite3 -cmd ".load $BUILD/rocpd" "$work/exported.db" "SELECT group_concat(name) FROM (SELECT name FROM markers ORDER BY start)")" "a,b,c,open"
query "SELECT rocpd_export_rocz('$work/all.rocz')" >/dev/null
is "exported as a chunk file" "$(sqlite3 -cmd ".load $BUILD/rocpd" :memory: "SELECT count(*) FROM trace_regions_and_samples('$work/all.rocz') WHERE extdata LIKE '%message%'")" "4"
PLAIN_ROCTX=$work/fake/libroctx64.so.4 user roctx64 cost; sed 's/^/# /' "$work/stdout"
finish
