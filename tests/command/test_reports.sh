#!/bin/sh
# The command rocpd: its reports against their tables, in every format, on a terminal and in a pipe; wrong names;
# and its exit codes. Installed to a private prefix.
. tests/command/common.sh
reports=$root/ext/command/report
export LC_ALL=C.UTF-8
mkdir "$TEST_TMP/work" "$TEST_TMP/work/it's a \"trace\"" "$TEST_TMP/work/empty"
cd "$TEST_TMP/work" || exit 1
data="it's a \"trace\""
"$BUILD/bench/tracegen" "$data/a b.rocz" 20000 >/dev/null
"$BUILD/bench/tracegen" "two.rocz" 5000 >/dev/null
"$BUILD/bench/tracegen" "$TEST_TMP/little.rocz" 500 >/dev/null # what-if simulates each kernel
sql() { rocpd-query -list -noheader "$@"; }

# ---- reports print the values of the tables
check "top --csv" "$(rocpd top --csv -n 0 "$data" | tail -n +2 | tr -d '"\r' | cut -d , -f 2- | head -n 1 | cut -d , -f 1-2)" "$(sql "$data" "SELECT total_calls || ',' || total_ns FROM top_kernels ORDER BY total_ns DESC LIMIT 1")"
check "top -n 0 has all kernels, -n 3 three" "$(rocpd top --csv -n 0 "$data" | wc -l) $(rocpd top --csv -n3 "$data" | wc -l)" "$(($(sql "$data" 'SELECT count(*) FROM top_kernels') + 1)) 4"
check "copies" "$(rocpd query --csv "$data" 'SELECT count(*) FROM memory_copies' | tail -n 1 | tr -d '\r')" "$(rocpd copies --csv -n0 "$data" | tail -n +2 | awk -F , '{ n += $5 } END { print n + 0 }')"
check "the call tree is that of the table" "$(rocpd calls --csv -n 0 "$data" | tail -n +2 | sed 's/"[^"]*"/name/' | awk -F , '{ n += $4 } END { print n }')" "$(sql "$data" "SELECT sum(exclusive_ns) FROM calls WHERE level = 'process'")"
for by in thread process; do
  check "calls --timemory --by $by: trip counts are those of the table" "$(rocpd calls --timemory --by $by "$data" | awk -F'|' '/ trip_count / { n += $(NF - 1) } END { print n }')" \
    "$(sql "$data" "SELECT sum(calls) FROM calls WHERE level = '$by' AND show = 'gpu'")"
  check "... and so are times" "$(rocpd calls --timemory --by=$by "$data" | awk -F'|' '/ wall_clock / && $(NF - 10) + 0 == 0 { n += $(NF - 7) } END { printf "%d", n }')" \
    "$(sql "$data" "SELECT sum(inclusive_ns) FROM calls WHERE level = '$by' AND depth = 0")"
done
check "calls --timemory: GPU times are those of the kernels and copies, once" "$(rocpd calls --timemory "$data" | awk -F'|' '/ gpu_time / { n += $(NF - 7) } END { printf "%d", n }')" \
  "$(sql "$data" "SELECT (SELECT sum(duration) FROM kernels) + (SELECT sum(duration) FROM memory_copies)")"
check "... and no host time of the tree has them" "$(rocpd calls --json -n 0 "$data" | python3 -c 'import json, sys; print(sum(r["exclusive_ns"] or 0 for r in json.load(sys.stdin)))')" \
  "$(sql "$data" "SELECT sum(exclusive_ns) FROM calls WHERE level = 'process'")"
check "calls --timemory: the variance is the square of the deviation" "$(rocpd calls --timemory "$data" | awk -F'|' '/ wall_clock / && $(NF - 3) !~ "-" { n++; d = $(NF - 3) - $(NF - 2) ^ 2; if (d * d > (.2 * $(NF - 2) + 1) ^ 2) bad++ } END { print (n > 0), bad + 0 }')" "1 0"
/usr/bin/python3 "$root/tests/command/timemory.py" rocpd "$data" || { echo "not ok calls --timemory"; failed=1; }
check "causes of gaps sum to the idle time" "$(rocpd gaps --json -n 0 "$data" | /usr/bin/python3 -c 'import json, sys; print(sum(r["idle_ns"] for r in json.load(sys.stdin)["causes"]))')" "$(sql "$data" 'SELECT sum(duration_ns) FROM gaps')"
sum() { rocpd "$1" --json -n 0 "$data" | /usr/bin/python3 -c "import json, sys; print(sum(r['$2'] for r in json.load(sys.stdin)))"; }
check "the critical path is as long as the trace" "$(sum critical-path time_ns)" "$(sql "$data" 'SELECT max("end") - min(start) FROM (SELECT start, "end" FROM kernels UNION ALL SELECT start, "end" FROM regions UNION ALL SELECT start, "end" FROM memory_copies)')"
check "histogram counts each kernel once" "$(sum histogram calls) $(sum histogram time_ns)" "$(sql "$data" "SELECT count(*) || ' ' || sum(duration) FROM kernels")"
check "sequences" "$(sum sequences gap_ns)" "$(sql "$data" 'SELECT sum(gap_ns) FROM kernel_sequences')"
check "what-if, also for names with GLOB characters" "$(printf '%s\n' "HSA: pid:7 tid:9 dispatch queue:1 agent:5 signal:6 name:'f(int [4]*)' start:2000 stop:2600 id:0" "HSA: pid:7 tid:9 dispatch queue:1 agent:5 signal:6 name:'f(int 4)' start:3000 stop:3500 id:1" >p.txt
  rocpd what-if --csv --names full p.txt | tail -n +2 | xargs)" "f(int [4]*),1,600,600,0.4 f(int 4),1,500,500,0.333333333333333"
check "gaps counts each pause once for each cause" "$(rocpd gaps --json -n 0 "$data" | /usr/bin/python3 -c 'import json, sys; print(sum(r["gaps"] for r in json.load(sys.stdin)["causes"]))')" "$(sql "$data" 'SELECT sum(gaps) FROM idle_summary')"
check "busy" "$(rocpd busy --json -n 0 "$data" | /usr/bin/python3 -c 'import json, sys
for r in json.load(sys.stdin): print("%s %d %d %.6f %d" % (r["gpu"], r["busy_ns"], r["of_ns"], r["share"], r["idle_ns"]))')" \
  "$(sql "$data" "SELECT printf('%s %d %d %.6f %d', gpu, union_ns, ns, union_ns * 1.0 / ns, idle_ns) FROM gpu_time('device'),
  (SELECT max(\"end\") - min(start) AS ns FROM (SELECT start, \"end\" FROM kernels UNION ALL SELECT start, \"end\" FROM memory_copies)) WHERE type = 'GPU' ORDER BY 1")"
check "query: columns are not formatted" "$(rocpd query "$data" 'SELECT 5000 AS some_ns, 0.5 AS share')" "$(printf 'some_ns  share\n   5000    0.5')"
check "query -i and --query, as AMD's" "$(rocpd query -i two.rocz --query 'SELECT count(*) AS n FROM sources' --csv | tr -d '\r')" "$(printf 'n\n1')"
check "rocpd-query prints the same as query" "$(rocpd query -list two.rocz 'SELECT 5') $(echo 'SELECT 6;' | rocpd query two.rocz | tail -n 1)" "5 6"
check "a path alone prints its summary" "$(rocpd two.rocz)" "$(rocpd summary two.rocz)"
check "several paths with -i" "$(rocpd query -i "$data" two.rocz --csv --query 'SELECT count(*) FROM sources' | tail -n 1 | tr -d '\r')" 2
check "several paths" "$(rocpd query --csv "$data" two.rocz 'SELECT count(*) FROM sources' | tail -n 1 | tr -d '\r')" 2
check "a glob" "$(rocpd query --csv '*.ro?z' 'SELECT count(*) FROM sources' | tail -n 1 | tr -d '\r')" 1
for r in "$reports"/*.sql; do
  r=$(basename "$r" .sql)
  case $r in diff | rpt) continue ;; what-if) of=$TEST_TMP/little.rocz ;; *) of=$data ;; esac
  for f in csv json markdown html; do
    rocpd "$r" -n 0 --$f "$of" >"$f" 2>err || { echo "not ok rocpd $r --$f: $(cat err)"; failed=1; }
  done
  if /usr/bin/python3 -c 'import json; json.load(open("json"))' && [ ! -s err ]; then echo "ok rocpd $r in every format"; else echo "not ok rocpd $r: $(cat err json)"; failed=1; fi
  contains "rocpd $r --help" "$(rocpd "$r" --help)" "rocpd $r"
done
check "a text in HTML" "$(rocpd query --html "$data" "SELECT 'a<b>&\"c\"' AS x" | grep '<td>')" '<tr><td>a&lt;b&gt;&amp;&quot;c&quot;</td></tr>'
check "a part of the trace" "$(rocpd query --csv --window 10%,20% "$data" 'SELECT count(*) FROM kernels' | tail -n 1 | tr -d '\r')" "$(sql "$data" 'SELECT rocpd_window('"'10%', '20%'"')' 'SELECT count(*) FROM kernels' | tail -n 1)"
first=$(sql "$data" 'SELECT min(start) FROM sources')
check "... by time since its start" "$(rocpd query --csv --window 1ms,0.003s "$data" 'SELECT count(*) FROM kernels' | tail -n 1)" "$(sql "$data" "SELECT count(*) FROM kernels WHERE start >= $first + 1000000 AND \"end\" <= $first + 3000000")"
check "... by the time of day" "$(rocpd query --csv --window 22:30:00.0069,22:30:00.0085Z "$data" 'SELECT count(*) FROM kernels' | tail -n 1)" \
  "$(sql "$data" "SELECT count(*) FROM kernels WHERE rocpd_utc(start + 1700000000000000000) >= '2023-11-14 22:30:00.0069' AND rocpd_utc(\"end\" + 1700000000000000000) <= '2023-11-14 22:30:00.0085'")"
check "times count from the start of the trace, whatever the window" "$(rocpd gaps --json --window 10%,90% "$data" 2>/dev/null | /usr/bin/python3 -c 'import json, sys; print(json.load(sys.stdin)["gaps"][0]["from_ns"])')" \
  "$(sql "$data" "SELECT rocpd_window('10%', '90%')" "SELECT start - $first FROM gaps LIMIT 1" | tail -n 1)"
check "... or are unchanged with --absolute" "$(rocpd gaps --json --absolute "$data" 2>/dev/null | /usr/bin/python3 -c 'import json, sys; r = json.load(sys.stdin)["gaps"][0]; print(r["from"], r["to"])')" "$(sql "$data" "SELECT start || ' ' || \"end\" FROM gaps LIMIT 1")"
check "a range" "$(rocpd query --csv --range hipMemcpyAsync/2 "$data" 'SELECT count(*) FROM regions' 2>&1 | tail -n 1 | tr -d '\r')" "$(sql "$data" "SELECT rocpd_window('hipMemcpyAsync/2')" 'SELECT count(*) FROM regions' 2>&1 | tail -n 1 | sed 's/^.*: *stepping, /rocpd query: /; s/ ([0-9]*)$//')"
fails "no such range" 1 "nothere" rocpd top --range nothere two.rocz
check "the last run" "$(mkdir runs; printf '%s\n' 'HIP: pid:1 tid:1 hipA ret=0 @1000 +500' >runs/a.txt; printf '%s\n' 'HIP: pid:2 tid:1 hipB ret=0 @5000 +500' >runs/b.txt; printf '%s\n' 'HIP: pid:3 tid:1 hipC ret=0 @5400 +500' >runs/c.txt
  rocpd query --csv --last-run runs 'SELECT group_concat(name) FROM (SELECT name FROM regions ORDER BY 1)' | tail -n 1 | tr -d '"\r')" "hipB,hipC"
check "without a path, the last recording is shown" "$(mkdir recorded recorded/trace recorded/trace.2; cp two.rocz recorded/trace.2; cp "$data/a b.rocz" recorded/trace; touch -d '2020-01-01' recorded/trace; cd recorded; rocpd info --csv | grep -c 'trace.2/two.rocz')" 1
check "names" "$(printf '%s\n' "HSA: pid:7 tid:9 dispatch queue:1 agent:5 signal:6 name:'void ns::f<int>(int*)' start:2000 stop:2600 id:0" >n.txt; for n in short full; do rocpd top --csv --names $n n.txt | tail -n 1 | cut -d , -f 1 | tr -d '"'; done | xargs -d '\n')" "f<int> void ns::f<int>(int*)"
check "control characters in a trace's texts do not reach the terminal" "$(printf 'HSA: pid:7 tid:9 dispatch queue:1 agent:5 signal:6 name:'"'"'a\033[31mb'"'"' start:2000 stop:2600 id:0\n' >esc.txt; rocpd top esc.txt | tr -d '\n -~')" ""
check "an empty answer is valid, in JSON too" "$(rocpd ranges --json n.txt) $(rocpd ranges n.txt | head -n 1)" "[]   no rows"

contains "... and it says whether there could have been rows" "$(rocpd ranges n.txt)" "(markers: not known: no rows, and the file (rtg) does not say what was recorded)"

# ---- two traces
check "a trace is not slower than itself" "$(rocpd diff two.rocz two.rocz --fail-over 5% --csv | cut -d , -f 6 | sort -u | xargs); $?" "0 difference_ns; 0"
printf '%s\n' "HSA: pid:7 tid:9 dispatch queue:1 agent:5 signal:6 name:'void ns::f<int>(int*)' start:2000 stop:2660 id:0" >slow.txt
rocpd diff n.txt slow.txt --fail-over 5% >out 2>err; check "a trace that is 10 % slower fails" "$? $(grep -c 'more than 5 % slower' err) $(grep -c 'f<int>' out)" "3 1 1"
rocpd diff n.txt slow.txt --fail-over 15 >out 2>err; check "... but not if 15 % are allowed" "$? $(cat err)" "0 "
fails "diff of one trace" 2 "two traces" rocpd diff two.rocz
fails "diff with a missing trace" 1 "nothere: no such file" rocpd diff two.rocz nothere

# ---- on a terminal
terminal() { # COLUMNS COMMAND...
  columns=$1; shift
  PAGER=cat TERM=xterm script -qec "stty cols $columns; $*" /dev/null </dev/null | tr -d '\r'
}
if command -v script >/dev/null; then
  lines=$(terminal 70 rocpd top --names full two.rocz | sed 's/\x1b\[[0-9;]*[mK]//g')
  check "no line is longer than the terminal is wide" "$(echo "$lines" | awk 'length($0) > 70' | wc -l)" 0
  contains "... what does not fit is named" "$(terminal 50 rocpd top two.rocz)" "(too narrow for "
  lines=$(terminal 60 "rocpd query two.rocz \"SELECT column_name, meaning FROM rocpd_tables WHERE table_name = 'gaps' AND argument\"" | sed 's/\x1b\[[0-9;]*[mK]//g')
  check "... sentences in the last column wrap" "$(echo "$lines" | awk 'length($0) > 60 || /[.][.]/' | wc -l) $(echo "$lines" | grep -c '^             *[a-z]')" "0 2"
  contains "... names are cut in the middle" "$(terminal 40 rocpd top --names full "'*.txt'" | sed 's/\x1b\[[0-9;]*[mK]//g')" "void ns..>(int*)"
  contains "... with bars and colour" "$(terminal 200 rocpd top two.rocz)" "$(printf '\033[36m.')"
  lacks "... unless NO_COLOR says so" "$(terminal 200 NO_COLOR=1 rocpd top two.rocz)" "$(printf '\033[36m')"
fi
lacks "in a pipe there are no bars" "$(rocpd top "$data")" "#"
lacks "... and no colours" "$(rocpd summary "$data")" "$(printf '\033')"

# ---- errors
fails "a missing path" 1 "nothere: no such file or folder (in $TEST_TMP/work)" rocpd top nothere
fails "a missing path, for rocpd PATH" 1 "no/there: no such file or folder" rocpd no/there
fails "an empty folder" 1 "$TEST_TMP/work/empty: no trace in it" rocpd top empty
fails "an empty folder among others" 1 "$TEST_TMP/work/empty: no trace in it" rocpd top two.rocz empty
fails "a glob without matches" 1 "*.none" rocpd top '*.none'
fails "no path, and nothing recorded" 1 "there is no trace in $TEST_TMP/work/empty" sh -c 'cd empty && rocpd top'
fails "a file that is not a trace" 1 "json: " rocpd top json
fails "an unknown option" 2 "--cvs is not an option" rocpd top --cvs two.rocz
fails "an option without its value" 2 "--window expects a value" rocpd top two.rocz --window
fails "calls --by with an unknown key" 2 "--by expects thread, process or all" rocpd calls --timemory --by rank "$data"
fails "a report's name in capitals" 2 "did you mean gaps?" rocpd GAPS "$data"
fails "calls --by without --timemory" 2 "--by needs --timemory" rocpd calls --by thread "$data"
fails "--timemory with another report" 2 "--timemory is not an option" rocpd top --timemory "$data"
fails "an invalid limit" 2 "expects a number" rocpd top -n many two.rocz
fails "wrong SQL" 1 "no such table: nothere" rocpd query two.rocz 'SELECT * FROM nothere'
fails "no such command" 2 "no such command" rocpd nonsense
fails "help on an unknown name" 1 "no help on 'nonsense'" rocpd help nonsense
fails "help on a word that texts explain" 1 "no help on 'flame graph'; it is in " rocpd help "flame graph"
fails "trim without saying which part" 2 "rocpd trim: say which part: --window, --range, --size or --last-run" rocpd trim two.rocz -o x.rocz
fails "merge without an output" 2 "-o OUT is missing" rocpd merge two.rocz
if [ "$(id -u)" -eq 0 ] && command -v setpriv >/dev/null; then
  mkdir closed; cp two.rocz closed; chmod 0 closed/two.rocz; chmod 755 "$TEST_TMP" . closed
  fails "files without read permission" 1 "closed/two.rocz: Permission denied" setpriv --reuid=65534 --regid=65534 --clear-groups env PATH="$PATH" rocpd top closed
fi

# ---- written files
contains "merge" "$(rocpd merge "$data" two.rocz -o both.rocz --json)" '"sources":2'
check "... has both" "$(rocpd query --csv both.rocz 'SELECT count(*) FROM sources' | tail -n 1 | tr -d '\r')" 2
contains "trim" "$(rocpd trim "$data" --window 40%,60% -o part.rocz --json)" '"rows":'
contains "convert" "$(rocpd convert two.rocz -f pftrace -o x.pftrace --json)" '"events":'
contains "convert to CTF" "$(rocpd convert two.rocz -f ctf -o x.ctf && head -n 1 x.ctf/metadata && rocpd convert two.rocz -o x.ctf --overwrite)" 'CTF 1.8'
fails "convert to an existing CTF folder" 1 "would be replaced" rocpd convert two.rocz -o x.ctf
if command -v otf2-print >/dev/null; then
  check "convert to OTF2, as AMD's rocpd names it" "$(for i in 1 2; do rocpd convert -i two.rocz -f otf2 -d named -o o >/dev/null; done; otf2-print named/o_results.otf2 | grep -c ^ENTER)" \
    "$(rocpd convert two.rocz -o o.otf2 --json | sed 's/.*"events":\([0-9]*\).*/\1/')"
fi
check "convert to CSV" "$(rocpd convert two.rocz -f csv -o csvs >/dev/null; head -qn 1 csvs/out_kernel_trace.csv | cut -d , -f 1-3; tail -n +2 csvs/out_kernel_trace.csv | wc -l)" \
  "\"Kind\",\"Agent_Id\",\"Queue_Id\"
$(sql two.rocz 'SELECT count(*) FROM kernels')"
check "with a name and a folder, as in AMD's rocpd" "$(rocpd convert -i two.rocz -f csv -d named -o 'a "name"' >/dev/null; rocpd convert -i two.rocz -f csv -d named -o 'a "name"' >/dev/null; ls named | grep -c '^a "name"_.*csv')" \
  "$(ls csvs | wc -l)"
contains "convert to stacks" "$(rocpd convert two.rocz -f folded -o x.folded --json)" '"events":'
contains "convert to text" "$(rocpd convert two.rocz -f text -o x.txt --json)" '"events":'
fails "convert to the trace itself" 1 "would be replaced" rocpd convert "$data" -f json -o two.rocz

# ---- help
contains "help of a table" "$(rocpd help gaps)" "before_name"
contains "help of a command" "$(rocpd help record)" "usage: rocpd-record"
contains "help of all" "$(rocpd help)" "rocpd_window"
check "the version is the library's" "$(rocpd --version)" "rocpd $(sql two.rocz 'SELECT rocpd_version()')"

# ---- without the sqlite3 shell, awk, or anything else: it is a program
mkdir bare
for f in rocpd rocpd-query; do ln -s "$(command -v $f)" bare/$f; done
check "with nothing else in PATH" "$(PATH=$PWD/bare rocpd top two.rocz 2>&1)" "$(rocpd top two.rocz)"
check "... JSON and queries, too" "$(PATH=$PWD/bare rocpd top --json two.rocz 2>/dev/null) $(PATH=$PWD/bare rocpd query --csv two.rocz 'SELECT count(*) FROM kernels')" \
  "$(rocpd top --json two.rocz 2>/dev/null) $(rocpd query --csv two.rocz 'SELECT count(*) FROM kernels')"
fails "the sqlite3 shell alone is missing" 1 "the sqlite3 shell is not installed" env PATH="$PWD/bare" "$PWD/bare/rocpd" shell two.rocz
old=$BUILD/sqlite/3.26 # made by tests/load
if [ -e "$old/libsqlite3.so.0" ]; then
  for r in "$reports"/*.sql; do
    r=$(basename "$r" .sql)
    [ "$r" != diff ] || continue
    check "rocpd $r with SQLite 3.26" "$(LD_LIBRARY_PATH=$old rocpd "$r" "$data" 2>&1)" "$(rocpd "$r" "$data")"
  done
fi

# ---- rpt: the original's report, except that it leaves out the last record; our kernels have C++ names
cd "$root" || exit 1
rows() { sed -n 's/ *$//; /^Resource\|Total(%)/p; /^ .*%/p' | sed 's/Showing.*records//; s/_ZN12_GLOBAL__N_110hip_fill_nILj256EPjmjEEvT0_T1_T2_/void (anonymous namespace)::hip_fill_n<256u, unsigned int*, unsigned long, unsigned int>(unsigned int*, unsigned long, unsigned int)/'; }
rocpd rpt tests/data/rtg/case2b | grep -v "tail_kernel\|gap 100us-1000us" | rows >"$TEST_TMP/ours"
rows <tests/data/rtg/case2b.rpt | sed 's/Resource=GPU0/Resource=GPU 0/' >"$TEST_TMP/theirs" # GPUs are named as everywhere
check "rpt's report" "$(sed 's/  *[0-9.]*% busy//' "$TEST_TMP/ours")" "$(sed 's/  *[0-9.]*% busy//' "$TEST_TMP/theirs")"
check "... and how busy it was: the last record counts" "$(sed -n 's/.* \([0-9.]*% busy\)/\1/p' "$TEST_TMP/ours" | xargs)" "33.05% busy 54.38% busy"
contains "rpt --gaps" "$(rocpd rpt tests/data/rtg/case2b --gaps 25 600 7)" "        11.66%       24.3        2     12.1     11.4     12.9  gap 7us-25us"
lacks "rpt --no_gaps" "$(rocpd rpt --no_gaps tests/data/rtg/case2b)" gap
check "... has percentages of the busy time" "$(rocpd rpt --no_gaps tests/data/rtg/case2b | grep HostTo | cut -c 1-14)" "        88.40%"
lacks "rpt --ignore_barriers" "$(rocpd rpt --ignore_barriers tests/data/rtg/case2b)" depcnt
check "rpt --topn" "$(rocpd rpt --topn 1 tests/data/rtg/case2b | grep -c '^ .*%  ')" 2
check "rpt of any trace adds up: busy time and pauses of a GPU are its time" "$(rocpd rpt --topn -1 --ignore_barriers "$TEST_TMP/work/two.rocz" | awk '/^Resource=GPU 0/ { on = 1; next } /^Resource/ { on = 0 } on && /%/ { n += $2 } END { printf "%.0f\n", n / 10 }')" \
  "$(sql "$TEST_TMP/work/two.rocz" 'SELECT printf('"'%.0f'"', (max("end") - min(start)) / 1e4) FROM kernels WHERE agent_type_index = 0')"
exit $failed
