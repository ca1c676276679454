#!/bin/sh
# Cut files of each kind: every report and export says what is missing, and exits with the right code.
. tests/command/common.sh
mkdir "$TEST_TMP/work"; cd "$TEST_TMP/work" || exit 1
"$BUILD/bench/tracegen" whole.rocz 3000 >/dev/null
set -- 'summary -i' 'rpt' 'report -o OUT.html --overwrite' 'merge -o OUT.db --overwrite' 'trim --window 0%,50% -o OUT.rocz --overwrite' 'calls --csv' 'top --json' 'trim --size 100K -o OUT.rocz --overwrite'
for format in perfetto json csv text otf2 ctf svg folded; do
  case ",$(rocpd convert --formats)," in *",$format,"*) set -- "$@" "convert -f $format -o OUT.$format --overwrite" ;; esac
done
for report in "$root"/ext/command/report/*.sql; do case $report in */diff.sql | */rpt.sql) ;; *) set -- "$@" "$(basename "$report" .sql)" ;; esac; done
/usr/bin/python3 "$root/tests/command/cut.py" "$BUILD/rocpd.so" . rocz whole.rocz "$@" || failed=1
[ -n "${SOAK:-}" ] || set -- summary gaps 'convert -f json -o OUT.json --overwrite' rpt health
/usr/bin/python3 "$root/tests/command/cut.py" "$BUILD/rocpd.so" . db "$root/tests/data/heliosr_146104_results.db" "$@" || failed=1
/usr/bin/python3 "$root/tests/command/cut.py" "$BUILD/rocpd.so" . db "$root/tests/data/rpd/matmul_result.rpd" "$@" || failed=1
# A text file can end anywhere; a cut at the end of a line cannot be noticed.
cp "$root/tests/data/rtg/case1/rtg_trace.txt.4905" whole.txt
/usr/bin/python3 "$root/tests/command/cut.py" "$BUILD/rocpd.so" . text whole.txt "$@" || failed=1
check "a complete file: no message" "$(rocpd top whole.rocz 2>&1 >/dev/null; echo $?)$(rocpd convert -f json -o w.json --json whole.rocz 2>&1 >/dev/null)" 0

# Of several files, the others are read.
mkdir several; "$BUILD/bench/tracegen" several/a.rocz 3000 seed=2 >/dev/null; head -c 20000 whole.rocz >several/b.rocz; : >several/c.rocz; : >several/d.db
contains "of several files each is said" "$(rocpd top several 2>&1 >/dev/null)" "several/d.db is empty (0 bytes); $PWD/several/b.rocz: the file is cut: its last"
contains "... and an empty one" "$(rocpd top several 2>&1 >/dev/null)" "several/c.rocz: the file is empty"
# Rows that several files hold count once.
mkdir same; cp whole.rocz same/a.rocz; cp whole.rocz same/b.rocz; cp whole.rocz c.rocz
check "a copy is left out, with a message" "$(rocpd top same 2>&1 >/dev/null; echo $?)" "rocpd top: counted once: other files hold all rows of $PWD/same/b.rocz
0"
check "... by exports, too" "$(rocpd convert -f json -o same.json same c.rocz 2>&1 >/dev/null | grep -v wrote)" "rocpd convert: counted once: other files hold all rows of $PWD/c.rocz, $PWD/same/b.rocz"
check "... not where two traces are compared" "$(rocpd diff whole.rocz c.rocz 2>&1 >/dev/null; echo $?)" 0
rocpd trim whole.rocz --window 0%,60% -o early.rocz >/dev/null; rocpd trim whole.rocz --window 40%,100% -o late.rocz >/dev/null
both=$(rocpd query --csv early.rocz late.rocz "SELECT DISTINCT rows_twice FROM sources" | tail -n +2)
check "a message about rows that count twice" "$([ "$both" -gt 100 ] && rocpd calls early.rocz late.rocz 2>&1 >/dev/null)" \
  "rocpd calls: counted twice: rows that other files hold, too: $both of $PWD/early.rocz, $both of $PWD/late.rocz"
for name in none.rocz none.db none.rpd; do
  : >$name
  fails "an empty file: $name" 1 "$name is empty (0 bytes)" rocpd top $name
done
exit $failed
