# GPUs from recorded and made files of amdgpu: cards.py says which, and what their values must be.
. tests/metrics/common.sh
COLLECT_SYSROOT=$work/tree; export COLLECT_SYSROOT
/usr/bin/python3 tests/metrics/cards.py "$work/tree" | LC_ALL=C sort >"$work/expected" || exit 1
at_least "values that are expected" "$(wc -l <"$work/expected")" 190
measured sleep 400
is "ends well" "$? $(cat "$work/stderr")" "0 "
sql "SELECT DISTINCT track || '|' || printf('%.6g', value) || ' ' || unit FROM metrics WHERE track GLOB 'GPU*'" | LC_ALL=C sort >"$work/got"
is "values" "$(diff "$work/expected" "$work/got" | head -n 20)" ""
last=$(find "$work/tree/sys/class/drm" -name runtime_status -exec grep -l suspended {} + | sed 's/.*card\([0-9]*\).*/\1/')
is "none of a GPU that sleeps" "$(sql "SELECT count(*) FROM metrics WHERE track GLOB 'GPU*[[]$last[]] (S)' AND track NOT GLOB 'GPU [[]*'")" 0
is "owner, while the program uses none" "$(sql "SELECT group_concat(DISTINCT owner) FROM metrics WHERE track LIKE 'GPU%' AND agent_id IS NULL")" host
is "health: one line of those that are not understood" "$(sql "SELECT count(*), min(detail) FROM health WHERE name = 'metrics: gpu_metrics not understood' AND value >= 11")" \
  "1|/sys/class/drm/card23/device/gpu_metrics: revision 1.9, 120 bytes"

# Random bytes, and what is random behind a head that is right: the program does not notice.
for i in 0 1 2 3; do
  head -c $((i * 1000 + 3)) /dev/urandom >"$work/tree/sys/class/drm/card$i/device/gpu_metrics"
done
{ head -c 4 "$work/tree/sys/class/drm/card8/device/gpu_metrics"; head -c 76 /dev/urandom; } >"$work/random" && mv "$work/random" "$work/tree/sys/class/drm/card8/device/gpu_metrics"
measured sleep 300
is "random bytes: ends well" "$? $(cat "$work/stderr")" "0 "
is "... text files are read instead" "$(track 'GPU GFX Busy [0] (S)') $(track 'GPU Current Power [3] (S)')" "0 % 32 W"

# Throttling: of 100 looks of the firmware it throttled in 25 for PPT, in 100 for the socket's temperature; and one status that changes.
card=$work/tree/sys/class/drm/card5/device/gpu_metrics
# totals COUNT PROCHOT PPT SOCKET VR HBM: a gpu_metrics 1.6 with these, written in place, since the collector has the file open
totals() { /usr/bin/python3 -c '
import os, struct, sys
b = bytearray(b"\xff" * 1664); b[:4] = struct.pack("<HBB", 1664, 1, 6); b[32:56] = struct.pack("<6I", *map(int, sys.argv[2:]))
os.pwrite(os.open(sys.argv[1], os.O_RDWR | os.O_CREAT, 0o600), b, 0)' "$card" "$@"; }
# wait_for QUERY: until it answers 1
wait_for() { for i in $(seq 400); do [ "$(sql "SELECT $1")" != 1 ] || return 0; sleep 0.05; done; return 1; }
rm -rf "$work/out"
totals 1000 7 50 900 0 0
(cd "$work" && exec env COLLECT_DOMAINS=none,metrics COLLECT_METRICS_HZ=20 COLLECT_CHECK=1 COLLECT_OUTPUT="$work/out" LD_PRELOAD="$(preload)" ./values sleep 100000) &
pid=$!
wait_for "count(*) > 2 FROM metrics WHERE track = 'GPU PCIe Link Width [9] (S)'"
totals 1100 7 75 1000 0 0
wait_for "count(*) > 0 FROM metrics WHERE track = 'GPU Throttle PPT [5] (S)'"
kill $pid; wait $pid 2>/dev/null
is "throttled for a part of the time" "$(track 'GPU Throttle PPT [5] (S)'), $(track 'GPU Throttle Socket Temperature [5] (S)'), $(track 'GPU Throttle PROCHOT [5] (S)')" "25 %, 100 %, 0 %"

# A GPU that goes to sleep and comes back; another one that is taken out.
mkdir -p "$work/tree/sys/class/drm/card1/device/power"
state=$work/tree/sys/class/drm/card1/device/power/runtime_status
rm -rf "$work/out"
echo suspended >"$state"
(cd "$work" && exec env COLLECT_DOMAINS=none,metrics COLLECT_METRICS_HZ=50 COLLECT_CHECK=1 COLLECT_OUTPUT="$work/out" LD_PRELOAD="$(preload)" ./values sleep 100000) &
pid=$!
wait_for "count(*) > 2 FROM metrics WHERE track = 'GPU GFX Busy [0] (S)'"
is "asleep: no row" "$(sql "SELECT count(*) FROM metrics WHERE track LIKE 'GPU%[[]1]%'" | head -1) $(sql "SELECT count(*) FROM metrics WHERE track = 'GPU GFX Busy [1] (S)'")" "0 0"
echo active >"$state"
wait_for "count(*) > 2 FROM metrics WHERE track = 'GPU GFX Busy [1] (S)'" && ok "awake: rows" || not_ok "awake: no rows"
rm -r "$work/tree/sys/class/drm/card2"
before=$(sql "SELECT max(timestamp) FROM metrics")
wait_for "max(timestamp) > $before + 5e8 FROM metrics" && ok "a card is taken out: the others are read" || not_ok "a card is taken out: no rows"
kill $pid; wait $pid 2>/dev/null
finish
