#!/bin/sh
# rocpd convert, merge and trim, installed to a private prefix: names of files, several formats in one run, options, and errors.
. tests/command/common.sh
export LC_ALL=C.UTF-8
mkdir "$TEST_TMP/work" "$TEST_TMP/tmp"
TMPDIR=$TEST_TMP/tmp; export TMPDIR
cd "$TEST_TMP/work" || exit 1
state() { ls -A "$TMPDIR" .; }
data="it's \"a\" trace"
mkdir "$data"
"$BUILD/bench/tracegen" "$data/a b.rocz" 5000 >/dev/null
"$BUILD/bench/tracegen" two.rocz 2000 >/dev/null
sql() { rocpd-query -list -noheader "$@"; }
value() { /usr/bin/python3 -c 'import json, sys; print(*(json.loads(line)[sys.argv[1]] for line in sys.stdin))' "$1"; } # of lines of JSON
part() { /usr/bin/python3 -c 'import json, sys; print(*(p[sys.argv[1]] for line in sys.stdin for p in json.loads(line)["parts"]))' "$1"; } # of its parts
wrote() { rocpd "$@" 2>&1 | sed -n 's/^rocpd [a-z]*: wrote \(.*\): [0-9]* events\{0,1\}, .*/\1/p'; } # COMMAND...: the files that its result lists

# ---- formats and names
functions=$(sql two.rocz "SELECT group_concat(name) FROM (SELECT DISTINCT substr(name, 14) AS name FROM pragma_function_list WHERE name LIKE 'rocpd\_export\_%' ESCAPE '\' ORDER BY 1)")
check "--formats lists the library's export functions" "$(rocpd convert --formats)" "$functions"
events=$(sql "$data" 'SELECT (SELECT count(*) FROM regions_and_samples) + (SELECT count(*) FROM kernels) + (SELECT count(*) FROM memory_copies) + (SELECT count(*) FROM memory_allocations) + (SELECT count(*) FROM scratch_memory)')
check "one format: OUT is the file" "$(rocpd convert "$data" -o "x'y.json" --json | value events) $(/usr/bin/python3 -c 'import json, sys; json.load(open(sys.argv[1]))' "x'y.json" && echo JSON)" "$events JSON"
check "several formats: each file is named after OUT" "$(rocpd convert "$data" -f json,PFTRACE,json -o run --json | value events) $(ls run*)" "$events $events run_results.json
run_results.pftrace"
check "with -i, files are named as by AMD's rocpd" "$(wrote convert -i "$data" -f pftrace) $(ls rocpd-output-data)" "./rocpd-output-data/out_results.pftrace out_results.pftrace"
rocpd convert -f perfetto -i "$data" two.rocz -d "a b" -o n --json >out; check "... and with -d and -o" "$(wrote convert -f perfetto -i "$data" two.rocz -d "a b" -o n) $(ls "a b") $(value path <out)" "a b/n_results.pftrace n_results.pftrace $PWD/a b/n_results.pftrace"
check "... and replaced, as there" "$(rocpd convert -f pftrace perfetto -i two.rocz -d "a b" -o n --automerge-limit 4 --perfetto-backend inprocess --perfetto-buffer-size 64 --annotate-pmc --json | value events)" "$(rocpd convert two.rocz -o b.json --json | value events)"
check "... with names from environment variables" "$(ROCPD_OUTPUT_NAME=e ROCPD_OUTPUT_PATH=env wrote convert -f db -i two.rocz)" "env/e_results.db"
check "... long options, and keys of names" "$(RANK=3 wrote convert -i two.rocz --output-format json --output-file '%rank%-%none%' --output-path 'k/%hostname%/%ppid%' | sed 's|/[0-9]*/3|/PID/3|')" "k/$(uname -n)/PID/3-%none%_results.json"
check "... which have no meaning without -i" "$(wrote convert two.rocz -o '%pid%.json')" "%pid%.json"
check "... merge, too" "$(ROCPD_OUTPUT_NAME=e ROCPD_OUTPUT_PATH=env wrote merge -i two.rocz)" "env/e.db"
check "... and prints AMD's message, too" "$(rocpd merge -i two.rocz -d m 2>/dev/null)" "Merge completed successfully! Output saved to: m/merged.db"
check "formats as words, then paths" "$(touch db; wrote convert -f JSON rocz chrome two.rocz -o words | xargs; rocpd convert -f json db two.rocz -o words --overwrite 2>&1 | grep -c . ; rm db)" "words_results.json words_results.rocz
1"
check "AMD's options without effect" "$(rocpd convert --export-backend pandas native -i two.rocz --export-backend auto -f json --perfetto-shmem-size-hint 64 --perfetto-buffer-fill-policy discard --no-annotate-kfd --json | value events)" "$(rocpd convert two.rocz -o b.json --overwrite --json | value events)"
check "several formats in one run write the same files as one at a time" "$(rocpd convert "$data" -f rocz,db -o all --json | value rows)" "$(rocpd merge "$data" -o one.rocz --json | value rows) $(rocpd merge "$data" -o one.db --json | value rows)"
check "CSV beside other formats with one name" "$(rocpd convert "$data" -f csv,json -o sub/n --json | value path) $(ls sub | grep -c "^n_.*_trace.csv$") $(ls sub/n_results.json)" "$PWD/sub $PWD/sub/n_results.json $(rocpd convert "$data" -f csv -d one -o n >/dev/null; ls one | grep -c _trace.csv$) sub/n_results.json"
check "merge as AMD's" "$(wrote merge -i two.rocz "$data" -d m) $(sql m/merged.db 'SELECT count(*) FROM kernels')" "m/merged.db $(($(sql two.rocz 'SELECT count(*) FROM kernels') + $(sql "$data" 'SELECT count(*) FROM kernels')))"

# ---- report
check "a report has a default name" "$(wrote report two.rocz) $(head -c 15 report.html) $(rocpd report two.rocz -o r2.html --window 10%,20% --json | value events) $(ls r2.html)" \
  "report.html <!doctype html> $(rocpd convert two.rocz -o w.json --window 10%,20% --json | value events) r2.html"
check "... and numbers follow if it exists" "$({ wrote report two.rocz; wrote report two.rocz; rm report.2.html; wrote report two.rocz; wrote report two.rocz -d numbered; wrote report two.rocz -d numbered; ls report* numbered; } | xargs)" \
  "report.2.html report.3.html report.2.html numbered/report.html numbered/report.2.html report.2.html report.3.html report.html numbered: report.2.html report.html"
fails "... a file that is named is not replaced" 1 "rocpd report: report.html exists and would be replaced: give another name, or --overwrite" rocpd report two.rocz -o report.html
check "... except with --overwrite" "$(wrote report two.rocz -o report.html --overwrite; wrote report two.rocz --overwrite)" "report.html
report.html"
opened() { n=0; until [ -s opened ] || [ $n -ge 600 ]; do sleep 0.05; n=$((n + 1)); done; cat opened; } # arguments of xdg-open, which runs in a separate process
mkdir bin; printf '#!/bin/sh\nprintf %%s "$1" >opening; mv opening opened\n' >bin/xdg-open; chmod +x bin/xdg-open
check "... opened" "$(PATH=$PWD/bin:$PATH rocpd report --open "$data" -o "a b.html" --json | value events; opened)" "$events
$PWD/a b.html"
check "... by its path, whatever the name" "$(for name in -x.html 'a#b%20c?.html' "$PWD/whole.html"; do rm -f opened; PATH=$PWD/bin:$PATH rocpd report --open "$data" -o "$name" >/dev/null; opened; echo; done)" "$PWD/-x.html
$PWD/a#b%20c?.html
$PWD/whole.html"
check "... if there is one file" "$(for options in '-o -' '-o p.html --split 2' '-o p.html --max-bytes 300K'; do rm -f opened; PATH=$PWD/bin:$PATH rocpd report --open "$data" $options 2>&1; echo $?; sleep 0.3; ls opened p* 2>/dev/null; done)" \
  "rocpd report: --open takes one file
2
rocpd report: --open takes one file
2
rocpd report: --open takes one file
2"
check "a name with a colon does not look like a URL" "$(wrote report "$data" -o a:b.html)" a:b.html

check "a report without tables" "$(rocpd report "$data" -o alone.html --no-tables --json | value events) $([ $(wc -c <alone.html) -lt $(wc -c <a:b.html) ] && echo smaller)" "$events smaller"
fails "another command's --no-tables" 2 "--no-tables is not an option" rocpd convert "$data" --no-tables -o no.json

# ---- report of two traces
check "a report of two traces has the events of both" "$(rocpd report "$data" --compare two.rocz -o compared.html --json | value events)" "$((events + $(rocpd convert two.rocz -o two.json --json | value events)))"
check "... a window is applied to each" "$(rocpd report "$data" --compare=two.rocz -o compared.html --overwrite --window 10%,20% --json | value events) $(rocpd report "$data" --compare=two.rocz -o compared.html --overwrite --start 10% --end 20% --json | value events)" \
  "$(part='{"start":"10%","end":"20%"}'; n=$(($(rocpd convert "$data" -o w.json --overwrite --options "$part" --json | value events) + $(rocpd convert two.rocz -o w.json --overwrite --options "$part" --json | value events))); echo $n $n)"
check "... a range, too, and an error if one lacks it" "$(rocpd report "$data" --compare two.rocz -o compared.html --overwrite --range "not'here \"" 2>&1 | sed 's/^[^:]*: [^:]*: //'; rocpd report "$data" --compare two.rocz --align "not'here" -o no.html 2>&1 | grep -c "option align: in the connection's trace: 'not'here'"; ls no.html 2>&1 | grep -c cannot)" \
  "option start: 'not'here \"': expected ns, 10ms, 12:30:05, 10% or the name of a marker; no region or sample has this message or name
1
1"
fails "--compare with a missing trace" 1 "nothere" rocpd report "$data" --compare nothere -o no.html
fails "... without one" 2 "--compare expects a value" rocpd report "$data" --compare
fails "... or with a split" 1 "option compare" rocpd report "$data" --compare two.rocz --split 2 -o no.html
fails "another command's --compare" 2 "--compare is not an option" rocpd convert "$data" --compare two.rocz -o no.json

# ---- options
name=$(sql "$data" 'SELECT name FROM kernels GROUP BY 1 ORDER BY count(*) DESC LIMIT 1')
count() { rocpd convert "$data" -o "o$((n += 1)).json" "$@" --overwrite --allow-empty --json | value kernels; }
n=0
check "--name, twice" "$(count --name "$name" --name 'no"ne')" "$(sql "$data" "SELECT count(*) FROM kernels WHERE name = '$(printf '%s' "$name" | sed "s/'/''/g")'")"
check "--categories" "$(rocpd convert "$data" -o c.json --categories 'KERNEL*,MEMORY_COPY' --json | value categories)" "$(sql "$data" "SELECT '{''KERNEL_DISPATCH'': ' || (SELECT count(*) FROM kernels) || ', ''MEMORY_COPY'': ' || (SELECT count(*) FROM memory_copies) || '}'")"
check "--min-duration" "$(count --min-duration 20000)" "$(sql "$data" 'SELECT count(*) FROM kernels WHERE duration >= 20000')"
check "--processes, --ranks of others" "$(count --processes 1,2) $(count --ranks=77) $(count --pid 1) $(count --rank 77)" "0 0 0 0"
check "--options passes JSON, beside other options" "$(count --options ' {"processes":[1]} ' --name '*') $(count --options '{}')" "0 $(sql "$data" 'SELECT count(*) FROM kernels')"
check "a window by AMD's options" "$(rocpd trim "$data" --start 40% --end 60% -o s.rocz --json | value rows)" "$(rocpd trim "$data" --window 40%,60% --inclusive true -o w.rocz --json | value rows)"
# Events that cross the bounds of a window are included, in each way to give a window.
crossing=$(rocpd convert two.rocz -f json -o opt.json --options '{"start":"10%","end":"20%"}' --json | value events)
check "a window as export options" "$(rocpd convert two.rocz -f json -o win.json --window 10%,20% --json | value events) $(rocpd report two.rocz -o win.html --window 10%,20% --json | value events)" "$crossing $crossing"
check "... which includes more than the events inside" "$([ "$(rocpd convert two.rocz -f json -o in.json --window 10%,20% --inclusive true --json | value events)" -lt "$crossing" ] && echo yes)" yes
rocpd trim two.rocz --window 10%,20% -o part.rocz >/dev/null
events='SELECT (SELECT count(*) FROM regions_and_samples) + (SELECT count(*) FROM kernels) + (SELECT count(*) FROM memory_copies) + (SELECT count(*) FROM memory_allocations)'
check "... of trim, too" "$(rocpd query --csv part.rocz "$events" | tail -n 1)" "$(rocpd query --csv two.rocz --window 10%,20% --inclusive false "$events" | tail -n 1)"
check "... with a fraction of a ns" "$(first=$(sql "$data" 'SELECT min(start) FROM kernels'); rocpd convert "$data" --start $first.25 --end 9000000000000000000.0 -o fraction.json --json | value events; rocpd convert "$data" --start $first --end 9000000000000000000 -o fraction.json --overwrite --json | value events)" "$(sql "$data" 'SELECT rocpd_window((SELECT min(start) FROM kernels), 9000000000000000000) IS NULL' 'SELECT (SELECT count(*) FROM regions_and_samples) + (SELECT count(*) FROM kernels) + (SELECT count(*) FROM memory_copies)' | sed 1d | sed p)"
check "display options that a format lacks cause a message" "$(rocpd convert "$data" -f db -o k.db --group-by-queue --kernel-rename --json 2>&1 >/dev/null)" "rocpd convert: db has no group_by: it is written without
rocpd convert: db has no kernel_names: it is written without"
check "... and apply to the formats that have them" "$(rocpd convert "$data" -o g.json --group-by-queue --names short --agent-index-value absolute --args --no-flows --json | value flows)" 0
check "--counters, --compress" "$(rocpd convert two.rocz -f perfetto,csv -o counted --counters --compress --json 2>&1 >sizes; value bytes <sizes | cut -d ' ' -f 1 | awk -v plain="$(rocpd convert two.rocz -o counted.pftrace --counters --json | value bytes)" '{ print ($1 < plain / 2) }')" "rocpd convert: csv has no counters: it is written without
rocpd convert: csv has no compress: it is written without
1"
check "rocpd-export is the same" "$(rocpd-export json "$data" e.json | sed 's/"path":"[^"]*"//; s/"seconds":[0-9.]*//')" "$(rocpd convert "$data" -o f.json --json | sed 's/"path":"[^"]*"//; s/"seconds":[0-9.]*//')"

# ---- messages
size() { stat -c %s "$1" | awk '{ printf "%.1f KiB", $1 / 1024 }'; }
rows=$(sql two.rocz 'SELECT sum(rows) FROM sources')
check "one line says what was written" "$(rocpd convert two.rocz -o said.json 2>&1)" "rocpd convert: wrote said.json: $rows events, $(size said.json)"
part=$(rocpd convert two.rocz -o part.json --window 10%,20% --json | value events)
check "... and how many events were left out" "$(rocpd trim two.rocz --window 10%,20% -o part.json --overwrite 2>&1)" "rocpd trim: wrote part.json: $part events, $(size part.json) ($((rows - part)) left out)"
check "... for each format, all of the same window" "$(rocpd convert two.rocz -f json,text,perfetto -o three --window 10%,20% 2>&1 | sed 's/.*: \([0-9]*\) events.*(\(.*\)).*/\1 \2/' | uniq)" "$part $((rows - part)) left out"
mkdir parts
check "... for parts, and for files in a folder" "$({ rocpd convert two.rocz --split 3 -o parts/cut.rocz; rocpd convert two.rocz --split process -o one.rocz; rocpd convert two.rocz -f csv --split 2 -o parts; rocpd convert two.rocz -f csv -o many; rocpd convert two.rocz -f csv,json -o few; } 2>&1 | sed 's/,[^,]*$//')" \
  "rocpd convert: wrote 3 parts, parts/cut-001.rocz to cut-003.rocz: $rows events
rocpd convert: wrote one-process-$(sql two.rocz 'SELECT pid FROM processes').rocz: $rows events
rocpd convert: wrote 2 parts in parts: $rows events
rocpd convert: wrote many/out_*.csv: $rows events
rocpd convert: wrote few_*.csv: $rows events
rocpd convert: wrote few_results.json: $rows events"
check "--json is JSON on stdout, and nothing else" "$(rocpd convert two.rocz -f json,text -o said --json 2>&1 | /usr/bin/python3 -c 'import json, sys; print(*(json.loads(line)["path"] for line in sys.stdin))')" "$PWD/said_results.json $PWD/said_results.txt"

# ---- stdout, pipes
rocpd convert two.rocz -o plain.txt >/dev/null
check "-o - writes only the file to stdout" "$(rocpd convert two.rocz -f text -o - --json 2>said | cmp - plain.txt && value events <said)" "$(rocpd convert two.rocz -o b.json --overwrite --json | value events)"
check "... in a pipe, after earlier output, as /dev/stdout, and with -i" "$({ echo before; rocpd convert -i two.rocz -f text -o /dev/stdout; } 2>/dev/null >joined; tail -c +8 joined | cmp - plain.txt && head -n 1 joined; ls -d rocpd-output-data/*stdout* - 2>&1 | grep -c 'No such')" "before
2"
check "... a closed pipe ends it quietly" "$({ rocpd convert "$data" -f json -o -; echo $? >code; } 2>err | head -n 1 | cut -c 1-9; cat code err)" '{"display
141'
mkfifo fifo; cat fifo >piped & rocpd convert two.rocz -f text -o fifo >/dev/null; wait
check "a FIFO" "$(cmp piped plain.txt && ls -l fifo | cut -c 1)" p
ln -s elsewhere.txt link; : >elsewhere.txt; rocpd convert two.rocz -f text -o link >/dev/null
check "a symbolic link stays one" "$(readlink link; cmp elsewhere.txt plain.txt)" elsewhere.txt
fails "an export without events is an error" 1 "rocpd convert: nothing is written: no event of the trace matches the options; --allow-empty writes the file anyway" rocpd convert two.rocz --name nothere -o none.json
fails "... and so is a window without events" 1 "rocpd trim: nothing is written: the trace has no event in this time; --allow-empty" rocpd trim two.rocz --window 1,2 -o none.rocz
fails "... or no part" 1 "nothing is written: no event" rocpd convert two.rocz --name nothere --split 3 -o none.json
check "... an existing file stays" "$(cp two.json stays.json; rocpd convert two.rocz --name nothere -o stays.json --overwrite 2>/dev/null; echo $?; cmp two.json stays.json)" 1
fails "... of rocpd-export, too" 1 'rocpd-export: rocpd_export_json: nothing is written: no event of the trace matches the options; the option {"allow_empty":true}' rocpd-export json two.rocz none.json '{"names":"nothere"}'
contains "... unless that is asked for" "$(rocpd convert two.rocz --name nothere -o none.json --allow-empty --json)" '"warnings":["no event is in it: of those that rocpd_export_json writes the trace has none that the options choose"]'
for f in rocz db; do contains "... or that there is none at that time ($f)" "$(rocpd trim two.rocz --window 1,2 -o none.$f --allow-empty --json)" "no event is in it: of those that rocpd_export_$f writes the trace has none in the time of rocpd_window()"; done
check "... no message if there are events" "$(rocpd convert two.rocz -f rocz,db,json,text,csv -o some --json | value warnings | xargs)" "[] [] [] [] []"

# ---- parts
if [ -n "${SOAK:-}" ]; then events=20000; else events=8000; fi
"$BUILD/bench/tracegen" large.rocz $events >/dev/null
whole=$(sql large.rocz 'SELECT min(start), max("end") FROM (SELECT start, "end" FROM kernels UNION ALL SELECT start, "end" FROM regions UNION ALL SELECT start, "end" FROM memory_copies)')
for f in rocz db; do
  most=$(($(rocpd convert large.rocz -f $f -o whole.$f --json | value bytes) / 3))
  [ $f != rocz ] || most=$((most * 2)) # a large part of a small file is not rows
  check "trim --size keeps the last part, full but no larger ($f)" "$(rocpd trim large.rocz --size $most -o last.$f --json | value bytes | awk -v most=$most '{ print ($1 <= most && $1 > most * 0.8) }') $(stat -c %s last.$f | awk -v most=$most '{ print ($1 <= most) }')" "1 1"
  check "... with --from-start the first ($f)" "$(rocpd trim large.rocz --size $most --from-start -o first.$f --json | value bytes | awk -v most=$most '{ print ($1 <= most && $1 > most * 0.8) }')" 1
done
times='SELECT min(start), max("end") FROM (SELECT start, "end" FROM kernels UNION ALL SELECT start, "end" FROM regions UNION ALL SELECT start, "end" FROM memory_copies)'
check "... which has the size that it reports" "$(sql last.rocz "$times" | cut -d '|' -f 2) $(sql first.rocz "$times" | cut -d '|' -f 1)" "${whole#*|} ${whole%|*}"
check "a trace that fits is kept whole" "$(rocpd trim large.rocz --size 1G -o fits.rocz --json | value rows)" "$(rocpd merge large.rocz -o merged.rocz --json | value rows)"
check "--split N: each event is in the part during which it begins" "$(rocpd convert large.rocz --split 5 -o part.json --json | part kernels)" "$(/usr/bin/python3 - "$whole" <<'END' | while read -r sql; do sql large.rocz "$sql"; done | xargs
import sys
first, last = map(int, sys.argv[1].split('|'))
cut = [first + (last - first) // 5 * k + (last - first) % 5 * k // 5 for k in range(6)]
for k in range(5): print(f'SELECT count(*) FROM kernels WHERE start >= {cut[k] if k else -2**63} AND start < {cut[k + 1] if k < 4 else 2**63 - 1}')
END
)"
check "... of a window: only the window's events" "$(rocpd convert large.rocz --window 10%,12% --split 3 -o inside.rocz --json | part path | wc -w) $(rocpd query --csv 'inside-*.rocz' 'SELECT count(*) FROM kernels' | tail -n 1)" "3 $(rocpd query --csv large.rocz --window 10%,12% --inclusive false 'SELECT count(*) FROM kernels' | tail -n 1)"
check "--max-bytes: no part is larger, and no event is missing" "$(rocpd convert large.rocz --max-bytes 40K -o small.rocz --json | part bytes | xargs -n 1 | awk '$1 > 40960 { n++ } END { print n + 0, (NR > 1) }') $(rocpd query --csv 'small-*.rocz' 'SELECT count(*) FROM kernels' | tail -n 1)" "0 1 $(sql large.rocz 'SELECT count(*) FROM kernels')"
check "... one file if the trace is small enough" "$(rocpd convert large.rocz --max-bytes 1G -o one.json --json | value path)" "$PWD/one.json"
check "a size applies to each format separately" "$(rocpd convert large.rocz --size 1M -f json,rocz -o sized --json | value bytes | awk '{ print ($1 <= 1048576), ($2 <= 1048576) }') $(sql sized_results.rocz 'SELECT count(*) FROM kernels')" "1 1 $(sql large.rocz 'SELECT count(*) FROM kernels')"
check "--split process: two formats, one of files in a folder" "$(rocpd convert two.rocz --split process -f csv,pftrace -o by >/dev/null; ls by*process* | sed 's/_.*trace.csv/_CSV/; /stats/d; /info/d' | sort -u | xargs)" "$(sql two.rocz "SELECT 'by-process-' || pid || '_CSV by_results-process-' || pid || '.pftrace' FROM processes")"
"$BUILD/bench/tracegen" other.rocz 1000 pid=77 >/dev/null
rocpd convert two.rocz other.rocz --split process -f rocz,db -o rows >/dev/null
for f in two other; do
  pid=$(sql $f.rocz 'SELECT pid FROM processes')
  for e in rocz db; do check "--split process: what $f.rocz has, as $e" "$(sql "rows_results-process-$pid.$e" 'SELECT count(*), min(pid), max(pid), sum(duration), (SELECT count(*) FROM processes) FROM kernels')" "$(sql $f.rocz 'SELECT count(*), min(pid), max(pid), sum(duration), 1 FROM kernels')"; done
done
check "--split rank" "$(rocpd convert two.rocz --split rank -o r.json --json | part path)" "$PWD/r-rank-$(sql two.rocz 'SELECT rank FROM sources').json"
check "no file of a trial part is left" "$(ls -A | grep -c rocpd-export) $(ls -A "$TMPDIR")" "0 "
"$BUILD/bench/tracegen" third.rocz 200000 >/dev/null
# (On a busy machine it can end before the signal arrives; then it is tried again.)
for try in 1 2 3 4 5 6; do
  rm -f cut.db
  rocpd trim third.rocz --size 5M -o cut.db >/dev/null 2>&1 & pid=$!
  n=0; while [ $n -lt 500 ] && ! ls -A | grep -q rocpd-export- && kill -0 $pid 2>/dev/null; do sleep 0.01; n=$((n + 1)); done
  sleep 0.0$((6 - try)); kill -TERM $pid 2>/dev/null; wait $pid; got=$?
  [ $got -eq 0 ] || break
done
check "... nor after a signal" "$got $(ls -A | grep -c 'rocpd-export\|cut') $(ls -A "$TMPDIR")" "143 0 "
rm third.rocz

# ---- errors
echo "HSA: pid:7 tid:9 dispatch queue:1 agent:5 signal:6 name:'f' start:2000 stop:2600 id:0" >p.txt
fails "an unknown format" 2 "nonsense is not a format that convert writes: $(echo "$functions" | sed 's/,/, /g')" rocpd convert two.rocz -f json,nonsense -o q
fails "a format with a quote" 2 "j'son is not a format" rocpd convert two.rocz -f "j'son" -o q
fails "no format" 2 "no format; give -f FORMAT" rocpd convert two.rocz -o q
fails "no OUT" 2 "-o OUT is missing" rocpd convert two.rocz -f json
fails "a selecting option that the format lacks" 1 'pictures of GPUs show all their work: they take only the option agents' rocpd convert two.rocz -o q.svg --options '{"picture":"gaps"}' --name x
fails "invalid numbers" 2 "--agents expects numbers, not '1,x'" rocpd convert two.rocz -o q.json --agents 1,x
fails "options that are not an object" 2 "expects a JSON object" rocpd convert two.rocz -o q.json --options 5
fails "wrong options" 1 "rocpd_export_json" rocpd convert two.rocz -o q.json --options '{"names":}'
fails "a size below that of the smallest part" 1 "no part of it fits into 10 bytes" rocpd trim two.rocz -o q.rocz --size 10
fails "a size below that of one moment" 1 "takes" rocpd convert two.rocz -o q.rocz --max-bytes 10
fails "an invalid size" 2 "--size expects a number" rocpd trim two.rocz -o q.rocz --size 1X
fails "stdout without a format" 2 "-: no format; give -f FORMAT" rocpd convert two.rocz -o -
fails "stdout in two formats" 2 "- is one file of one format" rocpd convert two.rocz -o - -f json,text
fails "stdout as a folder" 1 "give the name of a folder" rocpd convert two.rocz -o - -f csv
fails "stdout as a database" 1 "a database is written to a regular file only" rocpd convert two.rocz -o - -f db
fails "two starts" 2 "one of --start and --start-marker" rocpd convert two.rocz -o q.json --start 5 --start-marker step
fails "two ends" 2 "one of --end and --end-marker" rocpd convert two.rocz -o q.json --end 50% --end-marker step
fails "mail" 2 "--email-to is not supported" rocpd query -i two.rocz --query 'SELECT 1' --email-to a@b
fails "no number of parts" 2 "--split expects process" rocpd convert two.rocz -o q.json --split 0
fails "parts by rank without ranks" 1 "rank of some events is unknown" rocpd convert p.txt -o q.json --split rank
fails "parts in two ways" 2 "one of --split" rocpd convert two.rocz -o q.json --split 2 --max-bytes 5M
fails "an option without its value" 2 "--name expects a value" rocpd convert two.rocz -o q.json --name
fails "an option of another command" 2 "--nothing is not an option" rocpd convert two.rocz --nothing
fails "an option of convert elsewhere" 2 "--kernel-rename is not an option" rocpd top two.rocz --kernel-rename
fails "an existing file" 1 "would be replaced" rocpd convert two.rocz -f json,db -o run
rocpd convert two.rocz -f ctf -o there >/dev/null
fails "an existing folder" 1 "there exists and would be replaced: give another name, or --overwrite" rocpd convert two.rocz -f ctf -o there
fails "an existing file, by rocpd-export" 2 '{"overwrite":true}' rocpd-export rocz two.rocz b.json
check "nothing is left in TMPDIR" "$(ls -A "$TMPDIR")" ""
contains "help tells the options" "$(rocpd convert --help)" "--agent-index-value"
exit $failed
