# When samples are taken, and what becomes of them if there is no room: periods, the toggle signal, full disks, many threads.
. tests/sample/common.sh
build shares
build hostile
# pauses: pauses of at least 100 ms between rows of the main thread
pauses() { sql "SELECT count(*) FROM (SELECT start, lag(end) OVER (PARTITION BY guid ORDER BY start) AS before FROM stacks WHERE tid = pid) WHERE start > before + 1e8"; }

COLLECT_PERIODS=0.2:0.2:0 sampled shares 1 500
is "periods: ends well" $? 0
rows_hold periods
at_least "periods: pauses" "$(pauses)" 1
sampled shares 1 100
is "without periods there are none" "$(pauses)" 0
COLLECT_START=off sampled shares 1 100
is "COLLECT_START=off: no samples" "$(sql "SELECT count(*) FROM stacks")" 0

# Threads that were there before the recording, and one from before the collector: each is sampled from then on, with its stack.
$CC -O1 -g -w -shared -fPIC -DLIBRARY -o "$work/libearly.so" tests/sample/early.c -pthread && build early -L"$work" -learly -Wl,-rpath,"$work" || exit 1
# early NAME THREAD ...: these threads have CPU time, nearly all of it in their functions
early() {
  local name=$1; shift
  rows_hold "$name"
  for t; do
    at_least "$name: of the CPU time of the thread by '$t', in its function" \
      "$(sql "SELECT (SELECT total_running_ns FROM hotspots('thread') WHERE tid = $(said $t) AND function = 'in_$t') * 1.0 / sum(cpu_ns) FROM stacks WHERE tid = $(said $t)")" 0.8
  done
}
sampled early 100
is "from the beginning: ends well" $? 0
early "from the beginning" library thread
COLLECT_PERIODS=0.2:60:1 sampled early 400
is "from later on: ends well" $? 0
early "from later on" library thread
at_least "from later on: when the first row begins, ms" "$(sql "SELECT min(s.start - p.start) / 1e6 FROM stacks s JOIN processes p USING (guid)")" 195
# The thread by clone has slept before the recording begins. So its stack is not known until it is blocked again, and no signal is sent to it.
rm -rf "$work/out"
(cd "$work" && exec env COLLECT_START=off COLLECT_DOMAINS=none,samples COLLECT_SAMPLE_HZ=997 COLLECT_OUTPUT="$work/out" LD_PRELOAD="$lib" ./early 700 >"$work/stdout" 2>"$work/stderr") &
child=$!
for _ in $(seq 600); do ! grep -q ready "$work/stdout" 2>/dev/null || break; sleep 0.05; done
is "rocpd ctl start: exit code" "$("$BUILD/rocpd-ctl" $child start >"$work/ctl" 2>&1; echo $? $(grep -c '^recording to' "$work/ctl"))" "0 1"
wait $child
is "rocpd ctl start: ends well" $? 0
early "rocpd ctl start" library thread
is "rocpd ctl start: the thread by clone is there, too" "$(sql "SELECT count(*) > 0 FROM stacks WHERE tid = $(said clone) AND state = 'running'")" 1

# While HSA begins, no thread gets a signal: its search for devices fails if one interrupts it.
echo 'ROCR_1 { global: hsa_init; local: *; };' >"$work/held.map"
$CC -O1 -g -w -shared -fPIC -DLIBRARY -Wl,-soname,libhsa-runtime64.so.1 -Wl,--version-script="$work/held.map" -o "$work/libhsa-runtime64.so.1" tests/sample/held.c &&
  build held -L"$work" -l:libhsa-runtime64.so.1 -Wl,-rpath,"$work" || exit 1
sampled held
is "hsa_init: ends well, and is not interrupted" "$? $(said interrupted)" "0 0"
at_least "hsa_init: signals held off" "$(counted 'samples: signals held off')" 10
is "hsa_init: functions that ran when a sample was taken" "$(sql "SELECT group_concat(function, ' ') FROM (SELECT function FROM hotspots WHERE function GLOB 'in_*' AND total_running_ns > 0 ORDER BY 1)")" "in_after in_before"

# A library that the program loads is known at the next tick, not only a second later.
build loads
$CC -O1 -g -w -shared -fPIC -DLIBRARY -o "$work/libcomputes.so" tests/sample/loads.c || exit 1
sampled loads ./libcomputes.so 300
is "a library that is loaded: ends well" $? 0
rows_hold "a library that is loaded"
at_least "a library that is loaded: share of CPU time in it" "$(sql "SELECT 1.0 * sum(iif(function = 'computes', total_running_ns, 0)) / sum(running_ns) FROM hotspots")" 0.8
at_least "a library that is loaded: share of these with the program's stack" \
  "$(sql "SELECT 1.0 * sum(iif(function = 'main', total_samples, 0)) / sum(iif(function = 'computes', total_samples, 0)) FROM hotspots")" 0.9

# A domain that is off costs nothing: no thread, no file.
rm -rf "$work/out"
(cd "$work" && COLLECT_OUTPUT="$work/out" LD_PRELOAD="$lib" ./hostile sleeps >/dev/null 2>&1)
is "off: no file" "$(ls "$work/out" 2>/dev/null | wc -l)" 0

# Disks that are full: the program does not notice; what is there can be read.
mkdir -p "$work/out"
if mount -t tmpfs -o size=50k none "$work/out" 2>/dev/null; then
  umount "$work/out"
  for size in 50k 700k 1500k; do
    mount -t tmpfs -o size=$size none "$work/out"
    (cd "$work" && env COLLECT_DOMAINS=none,samples COLLECT_SAMPLE_HZ=997 COLLECT_OUTPUT="$work/out/o" LD_PRELOAD="$lib" timeout -s KILL 100 ./hostile many >"$work/stdout" 2>"$work/stderr")
    is "a disk of $size: the program ends well" "$? $(cat "$work/stdout")" "0 ok many"
    sql "SELECT count(*) FROM stacks" | grep -q '^[0-9]*$' && ok "a disk of $size: the file can be read" || not_ok "a disk of $size: $(sql "SELECT count(*) FROM stacks")"
    umount "$work/out"
  done
else
  echo "# no mount here: full disks are not tested"
fi
finish
