#!/bin/sh
# One rocpd.so in SQLites of other versions (sqlite.sh), from the oldest that it runs with to the newest: random
# queries against native copies, the same answers as with the system's, what is read by ways of SQLite that have
# changed (-wal files), and the plans where the newest can ask for more. The versions between the oldest and the newest are
# those in which ext/base/newer.c uses more of SQLite: random queries and transactions ask for all of that, and the rest is
# for the long form, as are most of these versions.
set -u
. tests/load/sqlite.sh
if [ "${SANITIZER:-}" ]; then python="env LD_PRELOAD=$LD_PRELOAD /usr/bin/python3"; else python=/usr/bin/python3; fi
library=$BUILD/rocpd.so
"$BUILD/bench/tracegen" "$TEST_TMP/a.rocz" 300 >/dev/null
traces="$TEST_TMP/a.rocz tests/data/heliosr_146104_results.db tests/data/rpd/matmul_result.rpd tests/data/rtg/case1"

# answers NAME: to $TEST_TMP/NAME.answers
answers() {
  mkdir -p "$TEST_TMP/$1"
  $python tests/load/answers.py "${library%.so}" "$TEST_TMP/$1" $traces >"$TEST_TMP/$1.answers" 2>&1
}

# with WHAT COMMAND...: a check; its output when it fails.
with() {
  what=$1; shift
  if "$@" >"$TEST_TMP/$name.log" 2>&1; then echo "ok $name: $what"; else echo "not ok $name: $what"; grep -v '^ok ' "$TEST_TMP/$name.log" | head -n 40; fi
}

# Without SQLite's JSON functions: what takes them says so, the rest works.
least() {
  $python - "${library%.so}" $traces <<'END'
import sqlite3, sys
db = sqlite3.connect(':memory:', isolation_level=None)
db.enable_load_extension(True)
db.load_extension(sys.argv[1])
for path in sys.argv[2:]: db.execute('SELECT rocpd_attach(?)', (path,))
for table in 'kernels', 'regions', 'memory_copies', 'top', 'busy', 'gaps', 'sources', 'health', 'launches', 'processes', 'rocpd_region':
    assert db.execute(f'SELECT * FROM {table}').fetchall(), table
for sql in ("SELECT rocpd_attach('x', '{\"damaged\":\"skip\"}')", "SELECT rocpd_window('a marker')", "SELECT rocpd_export_db('x.db')", 'SELECT * FROM code_objects'):
    try: print('no error:', db.execute(sql).fetchall()); sys.exit(1)
    except sqlite3.Error as e: assert 'was built without JSON functions (SQLITE_ENABLE_JSON1)' in str(e) and sqlite3.sqlite_version in str(e), e
END
}

# What SQLite had no word for in 3.26 is named by newer.c alone, or the library is of no use to older hosts. The
# long form builds it with the headers of then, and asks it with today's SQLite.
old_headers() {
  words='\bsqlite3_[a-z0-9_]+'
  grep -ohE "$words" "$sqlite"/*.h | sort -u >"$TEST_TMP/known"
  grep -rhoE "$words" ext --include=*.[ch] --exclude=newer.[ch] | grep -v '^sqlite3_rocpd_init$' | sort -u | comm -23 - "$TEST_TMP/known" >"$TEST_TMP/unknown"
  if [ -s "$TEST_TMP/unknown" ]; then echo "not in SQLite 3.26:"; cat "$TEST_TMP/unknown"; return 1; fi
  [ "${SOAK:-}" ] || return 0
  CFLAGS="-I$sqlite" make -s -j2 BUILD="$TEST_TMP/old" "$TEST_TMP/old/rocpd.so" && LD_LIBRARY_PATH= LIBRARY="$TEST_TMP/old/rocpd.so" "$BUILD/unit/test_table_differential"
}

# The scripts with a shell of then, to a pipe and to a terminal.
old_shell() {
  query="$BUILD/rocpd-query $TEST_TMP/a.rocz"
  PATH=$sqlite:$PATH; export PATH
  [ "$(sqlite3 -version | cut -d ' ' -f 1)" = "$(sed -n 's/^#define SQLITE_VERSION  *"\(.*\)"/\1/p' "$sqlite/sqlite3.h")" ] || return 1
  [ "$($query 'SELECT count(*) > 0 AS there FROM kernels' | tr '\n' ' ')" = 'there 1 ' ] || return 1
  script -qec "$query 'SELECT count(*) > 0 AS there FROM kernels'" /dev/null | tr -d '\r' | tr '\n' ' ' | grep -q 'there.*1' || return 1
  "$BUILD/rocpd-export" json "$TEST_TMP/a.rocz" "$TEST_TMP/old.json" '{"args":true,"overwrite":true}' | grep '"events"'
}

# The program with that libsqlite3: it says which one it runs with, and answers.
command_runs() {
  [ "$("$BUILD/rocpd" query --csv "$TEST_TMP/a.rocz" 'SELECT sqlite_version()' | tail -n 1)" = "$(sed -n 's/^#define SQLITE_VERSION  *"\(.*\)"/\1/p' "$sqlite/sqlite3.h")" ] || return 1
  for report in top summary gaps advice ranks; do "$BUILD/rocpd" $report "$TEST_TMP/a.rocz" || return 1; done
  "$BUILD/rocpd" convert "$TEST_TMP/a.rocz" -o "$TEST_TMP/$name.json" --overwrite && "$BUILD/rocpd" help gaps
}

one() {
  name=$1
  sqlite_ready "$name" || return 0
  LD_LIBRARY_PATH=$sqlite${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH}
  TEST_TMP=$TEST_TMP/$name.tmp; mkdir -p "$TEST_TMP"
  export LD_LIBRARY_PATH TEST_TMP
  with "random queries" env LIBRARY="$library" QUERIES="$queries" "$BUILD/unit/test_table_differential"
  TEST_TMP=${TEST_TMP%/*}
  case $name in
    *-least) with "no JSON functions" least; return 0 ;;
    newest) for t in test_table_plan ${SOAK:+test_table_batches}; do with "$t" env QUERIES=$queries "$BUILD/unit/$t"; done ;;
  esac
  with test_trace_snapshot env TEST_TMP="$TEST_TMP/$name.tmp" "$BUILD/unit/test_trace_snapshot"
  case ${SOAK:+all}$name in 3.34) return 0 ;; esac
  [ "${SANITIZER:-}" ] || with "the command" command_runs
  [ ! -x "$sqlite/sqlite3" ] || with "its shell" old_shell
  [ "$name" != 3.26 ] || with "its headers do" old_headers
  with test_source_rocprof_wal env TEST_TMP="$TEST_TMP/$name.tmp" "$BUILD/unit/test_source_rocprof_wal"
  answers "$name"
  with "the answers of the system's SQLite" diff "$TEST_TMP/system.answers" "$TEST_TMP/$name.answers"
}

if [ "${SOAK:-}" ]; then queries=3000; else queries=40; fi
answers system
[ "$(grep -c '^kernels|' "$TEST_TMP/system.answers")" -gt 100 ] || { echo "not ok answers of the system's SQLite"; tail -n 3 "$TEST_TMP/system.answers"; }
# Two at a time, those of one package one after the other. The short form has the oldest, the newest, and of those between, in which ext/base/newer.c asks for more and more, 3.34.
names=$(echo "$sqlite_versions" | awk 'NF {print $1}')
[ "${SOAK:-}" ] || names=$(echo "$names" | grep -x -e '3\.26.*' -e '3\.34' -e newest)
for half in 0 1; do
  for name in $(echo "$names" | awk -v half=$half '{ name[NR] = $1 } END { m = int(NR / 2); for (i = half ? m + 1 : 1; i <= (half ? NR : m); i++) print name[i] }'); do one "$name" >"$TEST_TMP/$name.result" 2>&1; done &
done
wait
for name in $names; do cat "$TEST_TMP/$name.result"; done >"$TEST_TMP/result"
cat "$TEST_TMP/result"
grep -q -e '^ok' -e '^not ok' "$TEST_TMP/result" || exit 77
