#!/bin/sh
# Traces of sums, as a recording in profile mode writes them: reports say of sums what they say of rows; what needs rows says so, and the rest is there.
. tests/command/common.sh
cd "$TEST_TMP" || exit 1
for i in a b; do
  "$BUILD/bench/tracegen" $i.rocz 4000 nested=200 threads=3 open=1 seed=$(printf %d "'$i") pid=$(printf %d "'$i") >/dev/null || exit 1
  "$BUILD/bench/add_up" $i.rocz sums_$i.rocz allocations || exit 1
done
python3() { /usr/bin/python3 "$@"; }
events=$(rocpd query --csv sums_a.rocz "SELECT sum(calls) AS n FROM aggregated WHERE rows_of <> 'memory_allocations'" | tail -1)
all=$(rocpd query --csv sums_a.rocz 'SELECT sum(calls) AS n FROM aggregated' | tail -1)
check "there are sums of allocations" $((all > events)) 1
of_sums="events of this trace are known as sums only (table aggregated)"

# ---- summary
rocpd summary sums_a.rocz >shown 2>err
check "summary of sums: exit code, nothing on stderr" "$? $(cat err)" "0 "
for s in GPUs:utilisation 'Why GPUs were idle:idle_summary'; do
  check "summary: ${s%:*} say why they have no rows" "$(sed -n "/^${s%:*}\$/,/^\$/p" shown)" "${s%:*}
  ${s#*:} needs the times of each event, but $events $of_sums"
done
rocpd summary --json sums_a.rocz >sums.json 2>err
check "summary --json: exit code" $? 0
contains "... says it on stderr" "$(cat err)" "rocpd summary: causes: idle_summary needs the times of each event"
rocpd summary --json a.rocz >rows.json 2>/dev/null
rocpd summary --json a.rocz b.rocz >both.json 2>/dev/null
rocpd summary --json a.rocz sums_b.rocz >mixed.json 2>/dev/null
check "summary: kernels, copies and calls are those of the rows" "$(/usr/bin/python3 -c '
import json
rows, sums, both, mixed = (json.load(open(f"{name}.json")) for name in ("rows", "sums", "both", "mixed"))
copies = lambda trace: [(c["direction"], c["n"], c["time_ns"], c["bytes"]) for c in trace["copies"]]
near = lambda x: [[v if not isinstance(v, float) else round(v, 6) for v in row.values()] for row in x]
for part, whole in ((sums, rows), (mixed, both)):
    print(near(part["kernels"]) == near(whole["kernels"]) and near(part["calls"]) == near(whole["calls"]) and copies(part) == copies(whole), len(part["kernels"]), len(part["gpus"]), len(part["causes"]))
print(all(c["bytes"] > 0 for c in rows["copies"]))' | xargs)" "True 10 0 0 True 10 0 0 True"
rocpd summary --csv sums_a.rocz >shown 2>err
check "summary --csv: exit code" $? 0
contains "... says it on stderr" "$(cat err)" "rocpd summary: GPUs: utilisation needs the times of each event"

fails "AMD's summary" 1 "AMD's summary needs the times of each event, but $all $of_sums" rocpd summary -i sums_a.rocz

# ---- reports
for report in gaps ranks iterations advice; do
  got=0; rocpd $report sums_a.rocz >shown 2>err || got=$?
  check "$report, without an answer in any section: exit code" $got 1
  contains "$report: says why" "$(cat err)" "needs the times of each event, but $events $of_sums"
done
check "idle_stacks of a profile: refused with the reason" "$(rocpd query --csv sums_a.rocz 'SELECT * FROM idle_stacks' 2>&1 | tail -1 | tr -d '\r')" "rocpd query: idle_stacks needs the times of each event, but $events $of_sums"
check "... and capabilities lead to it" "$(rocpd query --csv sums_a.rocz "SELECT count(*) AS n FROM capabilities, rocpd_tables WHERE domain = 'tables' AND reason LIKE '%SELECT table_name FROM rocpd_tables WHERE needs_rows' AND needs_rows AND table_name IN ('idle_stacks', 'gaps')" | tail -1 | tr -d '\r')" 2
for report in busy overlap launches ranges; do fails "$report" 1 "needs the times of each event, but $events $of_sums" rocpd $report sums_a.rocz; done
got=0; rocpd memory sums_a.rocz >shown 2>err || got=$?
check "memory, of sums of allocations: exit code" $got 1
contains "... says why" "$(cat err)" "memory_peak needs the times of each event, but $((all - events)) $of_sums"
for o in '' --no_gaps --ignore_barriers; do fails "rpt $o" 1 "needs the times of each event, but $events $of_sums" rocpd rpt $o sums_a.rocz; done
fails "rpt of rows and sums" 1 "$of_sums" rocpd rpt b.rocz sums_a.rocz
for o in '-n 0 --csv' '--timemory' '--timemory --by process'; do
  rocpd calls $o a.rocz 2>/dev/null | sed 's/ (rank [0-9]*)//' >rows.txt # sums have no rank here
  rocpd calls $o sums_a.rocz >sums.txt 2>err
  check "calls $o: exit code, nothing on stderr" "$? $(cat err)" "0 "
  [ "$o" = '-n 0 --csv' ] && for f in rows.txt sums.txt; do awk -F, -v OFS=, 'NR > 1 { for (i = 1; i <= NF; i++) if ($i ~ /^[0-9]*[.][0-9]/) $i = sprintf("%.6g", $i) } { print }' $f >$f.1 && mv $f.1 $f; done
  check "calls $o: of sums as of rows" "$(diff rows.txt sums.txt | head -5)" ""
done
check "... which are many, with kernels" "$(($(wc -l <rows.txt) > 20)) $(grep -c ' gpu_time ' sums.txt | awk '{ print ($1 > 4) }')" "1 1"

# ---- diff
for o in '' '--by region' '--by copy'; do
  for f in a:b sums_a:sums_b a:sums_b; do rocpd diff $o -n 0 --csv ${f%:*}.rocz ${f#*:}.rocz 2>err | cut -d, -f1-6 >diff.${f%:*}.${f#*:}; done
  check "diff $o: of sums as of rows" "$(cmp diff.a.b diff.sums_a.sums_b && cmp diff.a.b diff.a.sums_b)" ""
  check "... which are some" "$(($(wc -l <diff.a.b) > 3))" 1
done
fails "diff --fail-over" 3 "slower" sh -c 'rocpd diff --fail-over 1% sums_a.rocz sums_b.rocz >/dev/null'

# ---- exports
fails "convert of sums" 1 "nothing is written: the $all events of the trace are known as sums only (table aggregated), and this format shows none of them" rocpd convert sums_a.rocz -o x.json
rocpd convert b.rocz sums_a.rocz -o x.json >/dev/null 2>err
contains "convert of both says how many are left out" "$(cat err)" "$all events are left out: they are known as sums only (table aggregated)"
rocpd report sums_a.rocz -o page.html >/dev/null 2>err
check "report of sums: exit code" $? 0
contains "... says where they are" "$(cat err)" "$all events are known as sums only (table aggregated): the tables include them as far as they can, the time line does not"
check "report: tables have their rows, or say why not" "$(PYTHONPATH=$root/tests/export /usr/bin/python3 -c '
from report import Report
tables = {t["name"]: t for t in Report("page.html").directory["tables"]}
print([name for name in ("top", "calls", "calls_tree") if tables[name]["rows"] > 5], [name for name in ("gpu", "gaps", "copies", "launches") if "needs the times of each event" in (tables[name]["why"] or "")])')" \
  "['top', 'calls', 'calls_tree'] ['gpu', 'gaps', 'copies', 'launches']"
rocpd trim --window 10%,20% sums_a.rocz -o trimmed.rocz >/dev/null 2>err
contains "trim keeps all sums, and says so" "$(cat err)" "$all events are known as sums only (table aggregated): time and options do not choose among them, so all are in it"
check "... calls of the copy are those of all" "$(rocpd calls -n 0 --csv trimmed.rocz)" "$(rocpd calls -n 0 --csv sums_a.rocz)"
# ---- difference of two call trees
rocpd calls --diff a.rocz b.rocz --csv -n 0 >rows.txt 2>err
check "calls --diff: exit code, nothing on stderr" "$? $(cat err)" "0 "
rocpd calls --diff sums_a.rocz sums_b.rocz --csv -n 0 >sums.txt 2>err
check "calls --diff: of sums as of rows" "$? $(cat err) $(cmp rows.txt sums.txt)" "0  "
check "calls --diff: the places that differ most come first" "$(awk -F, 'NR > 1 { d = $6 < 0 ? -$6 : $6; if (NR > 2 && d > last) bad++; last = d; n++ } END { print (n > 10), bad + 0 }' rows.txt)" "1 0"
check "calls --diff: all differences are those of the table" "$(awk -F, 'NR > 1 { n += $6 } END { printf "%d", n }' rows.txt)" "$(rocpd query --csv a.rocz "SELECT sum(exclusive_delta_ns) AS n FROM call_diff('a.rocz', 'b.rocz')" | tail -1)"

fails "profile in a window that divides sums" 1 "calls: " rocpd calls --timemory --window 10%,20% sums_a.rocz
rocpd merge sums_a.rocz sums_b.rocz -o merged.rocz >/dev/null 2>&1
check "calls of a merged file" "$(rocpd calls -n 0 --csv merged.rocz)" "$(rocpd calls -n 0 --csv sums_a.rocz sums_b.rocz)"
exit $failed
