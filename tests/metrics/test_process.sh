# Metrics of the process: rows lie between what the kernel told the program before and after; all that may happen to a process and its files.
# Mostly waits.
. tests/metrics/common.sh

measured work
is "a program: ends well" "$? $(cat "$work/stderr")" "0 "
from=$(said from) to=$(said to)
sed -n 's/^value //p' "$work/stdout" >"$work/values.txt"
is "tracks that the program knows" "$(wc -l <"$work/values.txt")" 14
while IFS='|' read -r name before after; do
  case $name in *Peak*|*Threads*) least=1 ;; *) least=4 ;; esac
  is "$name: rows that are not from $before to $after" "$(sql "SELECT sum(value < $before - 1e-9 OR value > $after + 1e-9), count(*) >= $least FROM metrics WHERE track = '$name' AND timestamp BETWEEN $from AND $to")" "0|1"
done <"$work/values.txt"
at_least "it has used memory" "$(sql "SELECT max(value) FROM metrics WHERE track = 'CPU Peak Memory (S)'")" 67.1
at_least "it has read" "$(sql "SELECT max(value) FROM metrics WHERE track = 'CPU IO Read (S)'")" 41.9
is "owners" "$(sql "SELECT group_concat(DISTINCT owner) FROM metrics WHERE track LIKE 'CPU %' AND owner_id IS NULL AND agent_id IS NULL AND pid > 0")" process
is "a last row at the end" "$(sql "SELECT count(DISTINCT track) FROM metrics WHERE timestamp > $to AND track LIKE 'CPU %'")" 14
at_least "rounds" "$(counted 'metrics: rounds')" 12
is "capabilities" "$(sql "SELECT recorded, rows = (SELECT count(*) FROM metrics) FROM capabilities WHERE domain = 'metrics'")" "1|1"

COLLECT_METRICS_HZ=100 measured sleep 1000
at_least "100 times a second: rows of a track" "$(sql "SELECT count(*) FROM metrics WHERE track = 'CPU User Time (S)'")" 25
COLLECT_START=off measured sleep 300
is "COLLECT_START=off" "$(sql "SELECT count(*) FROM metrics")" 0
DOMAINS=none measured sleep 300
is "off: no file" "$(ls "$work/out" 2>/dev/null | wc -l)" 0
COLLECT_MODE=profile measured sleep 300
at_least "a profile has rows, too" "$(sql "SELECT count(*) FROM metrics WHERE track = 'CPU User Time (S)'")" 2

# Children: one that lives has its own rows, others have no file.
measured forks
is "children: ends well" "$? $(cat "$work/stderr")" "0 "
child=$(said child)
at_least "a child that lives: rows of a track" "$(sql "SELECT count(*) FROM metrics WHERE pid = $child AND track = 'CPU User Time (S)'")" 4
is "... its values are its own" "$(sql "SELECT count(*) FROM metrics WHERE pid = $child AND track = 'CPU User Time (S)' AND value > 1")" 0
is "files" "$(ls "$work/out" | wc -l)" 3 # the program's, the child's, and that of /bin/true, which ends before a round but has a last one

# Killed: what was read is there.
(cd "$work" && rm -rf out && exec env COLLECT_DOMAINS=none,metrics COLLECT_OUTPUT="$work/out" LD_PRELOAD="$lib" ./values sleep 100000) &
pid=$!
for i in $(seq 200); do
  rows=$(sql "SELECT count(*) FROM metrics WHERE track = 'CPU User Time (S)'"); case $rows in [3-9]|[1-9][0-9]*) break ;; esac; sleep 0.05
done
kill -KILL $pid; wait $pid 2>/dev/null
at_least "killed: rows" "$(sql "SELECT count(*) FROM metrics WHERE track = 'CPU User Time (S)'")" 3

# No descriptors: some tracks are missing, and health says so.
measured files 4
is "no descriptors: ends well" "$? $(cat "$work/stderr")" "0 "
child=$(said child)
at_least "no descriptors: files not opened" "$(counted 'metrics: files not opened')" 1
is "... which" "$(sql "SELECT count(*) > 0 FROM health WHERE name = 'metrics: files not opened' AND detail LIKE 'no descriptor or memory for /%'")" 1
at_least "... rows that need no file" "$(sql "SELECT count(*) FROM metrics WHERE pid = $child AND track = 'CPU User Time (S)'")" 3

# The program's descriptors are its own.
is "descriptors" "$(cd "$work" && env COLLECT_DOMAINS=none,metrics COLLECT_OUTPUT="$work/fd" LD_PRELOAD="$lib" ls /proc/self/fd | tr '\n' ' ')" "$(ls /proc/self/fd | tr '\n' ' ')"

# Full disks.
mkdir -p "$work/out"
if mount -t tmpfs -o size=50k none "$work/out" 2>/dev/null; then
  umount "$work/out"
  for size in 50k 1500k; do
    mount -t tmpfs -o size=$size none "$work/out"
    (cd "$work" && env COLLECT_DOMAINS=none,metrics COLLECT_METRICS_HZ=1000 COLLECT_OUTPUT="$work/out/o" LD_PRELOAD="$lib" timeout -s KILL 100 ./values sleep 1500 >"$work/stdout" 2>"$work/stderr")
    is "a disk of $size: the program ends well" "$?" 0
    sql "SELECT count(*) FROM metrics" | grep -q '^[0-9]*$' && ok "a disk of $size: the file can be read" || not_ok "a disk of $size: $(sql "SELECT count(*) FROM metrics")"
    umount "$work/out"
  done
fi

# rocpd record says how many values there are.
"$BUILD/rocpd" record --domains none,metrics -o "$work/said" -- "$work/values" sleep 300 >"$work/stdout" 2>"$work/stderr"
is "rocpd record" "$(sed 's/[0-9][0-9]* metric/N metric/' "$work/stderr" | cut -d\; -f1)" "rocpd record: N metric values of 1 process in $work/said"
finish
