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

# A library that the program loads is known at the next tick, not only a second later.
build loads
$CC -O1 -g -w -shared -fPIC -DLIBRARY -o "$work/libcomputes.so" tests/sample/loads.c || exit 1
sampled loads ./libcomputes.so 300
is "a library that is loaded: ends well" $? 0
rows_hold "a library that is loaded"
at_least "a library that is loaded: share of samples in it" "$(sql "SELECT 1.0 * sum(iif(function = 'computes', total_samples, 0)) / sum(samples) FROM hotspots")" 0.8
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
