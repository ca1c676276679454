# Shares of time: samples say what threads did, as their own CPU clocks say it (shares.c). On a busy machine, too: CPU time is compared with CPU time.
. tests/sample/common.sh
build shares

# shares THREADS MS TOLERANCE
shares() {
  sampled shares "$1" "$2"
  is "$1 threads: ends well" $? 0
  rows_hold "$1 threads"
  inside_functions shares >"$work/sql"
  sql ".read $work/sql" "SELECT 'got', i.name, 1.0 * sum(s.cpu_ns) / (SELECT sum(cpu_ns) FROM stacks WHERE tid IN (SELECT tid FROM stacks x JOIN inside y ON y.id = x.frame_id AND y.name = 'in_a'))
      FROM stacks s JOIN inside i ON i.guid = s.guid AND i.id = s.frame_id WHERE s.state <> 'blocked' GROUP BY 2" \
    "SELECT 'blocked', i.name, sum(s.end - s.start) FROM stacks s JOIN inside i ON i.guid = s.guid AND i.id = s.frame_id WHERE s.state = 'blocked' GROUP BY 2" \
    "SELECT 'cpu', tid, sum(cpu_ns) FROM stacks GROUP BY 2" >"$work/got"
  for f in in_a in_b in_c in_d; do
    near "$1 threads: share of $f" "$(sed -n "s/^got $f //p" "$work/got")" \
      "$(said cpu | awk -v f=$f '{ all += $3 } $2 == f { of += $3 } END { printf "%.4f", of / all }')" "$3"
  done
  # Only what a thread does before it is found, and after it was seen last, is missing: a tick or two.
  said thread | while read -r tid ns; do
    near "CPU time of a thread, ms" "$(awk -v t="$tid" '$1 == "cpu" && $2 == t { print $3 / 1e6 }' "$work/got")" "$(awk -v n="$ns" 'BEGIN { print n / 1e6 }')" 60
  done >"$work/near"
  cat "$work/near"
  ! grep -q '^not ok' "$work/near" || failed=1
  # A sleep lasts at least as long as it should. What it takes longer is waiting for a CPU, or blocked.
  at_least "$1 threads: blocked in the sleep, share of the time asked for" \
    "$(awk '$1 == "blocked" && $2 == "in_sleep" { print $3 / 4e6 }' "$work/got" | awk -v n="$(said sleeps | awk '{ s += $1 } END { print s }')" '{ print $1 / n }')" 0.85
  at_least "$1 threads: not more than it took" "$(awk -v all="$(said slept | awk '{ s += $1 } END { print s }')" '$1 == "blocked" && $2 == "in_sleep" { print all / $3 }' "$work/got")" 0.93
  at_least "$1 threads: blocked in the lock, ms" "$(awk '$1 == "blocked" && $2 == "in_lock" { print $3 / 1e6 }' "$work/got")" "$(said waited | awk '{ print $1 / 1e6 * 0.5 }')"
  is "$1 threads: samples without a stack, or dropped" "$(counted 'samples without a stack') $(counted 'samples dropped')" "0 0"
}
shares 1 2000 0.05
shares 4 700 0.05
# Which threads: the holder of the lock is number 1, the one that works number 2. All have the program's name.
number() { sql "SELECT count(DISTINCT tid), count(DISTINCT CASE WHEN tid = pid THEN tid END) FROM stacks"; }
for choice in "0:1 1" "2:1 0" "0,1-2:3 1" "shar*:3 1" "nobody:0 0"; do
  COLLECT_SAMPLE_THREADS=${choice%%:*} sampled shares 1 50
  is "COLLECT_SAMPLE_THREADS=${choice%%:*}: threads, and the main one" "$(number)" "${choice#*:}"
done
is "system calls of blocked threads have numbers" "$(sql "SELECT count(*) FROM stacks WHERE state = 'blocked' AND syscall IS NULL AND weight > 3")" 0
finish
