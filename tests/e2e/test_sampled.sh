#!/bin/sh
# From a program whose threads are known, through sampled stacks, to hotspots, waits and flame graphs (sampled.py).
set -u
command -v gcc >/dev/null || { echo "no gcc"; exit 77; }
cd "$(dirname "$0")/../.." || exit 1
gcc -O1 -o "$TEST_TMP/sampled" tests/e2e/sampled.c -pthread || exit 1
COLLECT_DOMAINS=+samples COLLECT_SAMPLE_HZ=499 COLLECT_OUTPUT="$TEST_TMP/trace" LD_PRELOAD="${LD_PRELOAD:+$LD_PRELOAD:}$BUILD/libcollect.so" "$TEST_TMP/sampled" || { echo "not ok the program failed"; exit 1; }

# The same by rocpd record: it counts samples, leaves no other folder, and summary shows them.
check() { if [ "$2" ]; then echo "ok $1"; else echo "not ok $1"; cat "$TEST_TMP/said"; fi; }
COLLECT_DOMAINS=samples "$BUILD/rocpd" record -o "$TEST_TMP/recorded" "$TEST_TMP/sampled" >"$TEST_TMP/said" 2>&1
check "rocpd record counts samples" "$(grep -E "^rocpd record: [1-9][0-9]* samples of 1 process in $TEST_TMP/recorded; " "$TEST_TMP/said")"
check "... and writes one file" "$(ls "$TEST_TMP/recorded" | wc -l | grep -x ' *1')"
COLLECT_DOMAINS=samples COLLECT_SAMPLE_THREADS=nobody "$BUILD/rocpd" record -o "$TEST_TMP/nobody" "$TEST_TMP/sampled" >"$TEST_TMP/said" 2>&1
check "... none says which setting may be the reason" "$(grep -F "rocpd record: 0 samples of 1 process (COLLECT_SAMPLE_THREADS=nobody) in $TEST_TMP/nobody; " "$TEST_TMP/said")"
"$BUILD/rocpd" summary "$TEST_TMP/recorded" >"$TEST_TMP/said" 2>&1
check "summary has a section of them" "$(grep -A1 'What threads of the host did' "$TEST_TMP/said" | grep '^function')"
check "no function of the collector stands between the program's" \
  "$("$BUILD/rocpd" query "$TEST_TMP/recorded" "SELECT count(*) AS n FROM waits WHERE stack LIKE '% / collect\_%' ESCAPE '\' OR stack LIKE '%thread\_begin%' ESCAPE '\'" --csv | tail -n 1 | grep -x 0)"
# With samples alone, a flame graph and a report show them, and health says where they come from.
"$BUILD/rocpd" convert "$TEST_TMP/recorded" -o "$TEST_TMP/flame.folded" >"$TEST_TMP/said" 2>&1
check "folded stacks of samples need no option" "$(grep '^rocpd convert: the trace has no calls, kernels or copies: these are the sampled stacks' "$TEST_TMP/said")"
"$BUILD/rocpd" query "$TEST_TMP/recorded" "SELECT sum(self_ns) AS n FROM hotspots" --csv | tail -n 1 >"$TEST_TMP/self"
check "... with the time of hotspots" "$(awk '{ n += $NF } END { printf "%.0f\n", n }' "$TEST_TMP/flame.folded" | grep -xf "$TEST_TMP/self")"
"$BUILD/rocpd" report "$TEST_TMP/recorded" -o "$TEST_TMP/page.html" >"$TEST_TMP/said" 2>&1
check "a report of samples alone is written" "$(grep -o hotspots "$TEST_TMP/page.html" | head -n 1)"
"$BUILD/rocpd" health "$TEST_TMP/recorded" >"$TEST_TMP/said" 2>&1
check "health says where samples come from" "$(grep 'samples: source .* signal [0-9]' "$TEST_TMP/said")"
# The same as sums only.
COLLECT_MODE=profile COLLECT_DOMAINS=samples "$BUILD/rocpd" record -o "$TEST_TMP/summed" "$TEST_TMP/sampled" >"$TEST_TMP/said" 2>&1
check "profile: rocpd record counts samples" "$(grep -E "^rocpd record: [1-9][0-9]* samples of 1 process in $TEST_TMP/summed; " "$TEST_TMP/said")"
"$BUILD/rocpd" summary "$TEST_TMP/summed" >"$TEST_TMP/said" 2>&1
check "profile: summary has a section of them" "$(grep -A1 'What threads of the host did' "$TEST_TMP/said" | grep '^function')"
# Two recordings of samples alone are compared by function; one of sums, too.
for other in recorded summed; do
  "$BUILD/rocpd" diff "$TEST_TMP/recorded" "$TEST_TMP/$other" -n 0 --csv >"$TEST_TMP/said" 2>&1
  check "diff with $other: rows are those of hotspot_diff" "$(awk -F, 'NR == 1 { good = /^function,module,/ } { self += $6 } END { printf "%.0f\n", (good && NR > 3) * self }' "$TEST_TMP/said" |
    grep -xF "$("$BUILD/rocpd" query "$TEST_TMP/$other" "SELECT sum(self_ns) FROM hotspots" --csv | tail -n 1)")"
done
"$BUILD/rocpd" diff "$TEST_TMP/recorded" "$TEST_TMP/summed" --by kernel >"$TEST_TMP/said" 2>&1
check "... not if kernels are wanted" "$(grep 'no rows' "$TEST_TMP/said")"
# What was seen of a process before it is killed is there afterwards.
weight() { "$BUILD/rocpd" query --csv "$TEST_TMP/killed" "SELECT ifnull(sum(weight), 0) FROM aggregated WHERE rows_of = 'stacks'" 2>/dev/null | tail -1 | grep -x '[0-9]*'; }
COLLECT_MODE=profile COLLECT_DOMAINS=none,samples COLLECT_SAMPLE_HZ=499 COLLECT_OUTPUT="$TEST_TMP/killed" LD_PRELOAD="${LD_PRELOAD:+$LD_PRELOAD:}$BUILD/libcollect.so" /bin/sleep 600 &
child=$!
seen=0
for i in $(seq 300); do seen=$(weight) && [ "${seen:-0}" -gt 20 ] && break; sleep 0.1; done
kill -9 $child; wait $child 2>/dev/null
weight >"$TEST_TMP/said"
check "profile: a kill loses nothing that was seen" "$(awk -v seen="${seen:-0}" '$1 >= seen && seen > 20' "$TEST_TMP/said")"
# Of two processes only one has samples: an empty report does not say that none occurred.
mkdir "$TEST_TMP/mixed" && cp "$TEST_TMP"/trace/*.rocz "$TEST_TMP/mixed/"
COLLECT_SAMPLE_THREADS=nobody COLLECT_DOMAINS=none,samples COLLECT_OUTPUT="$TEST_TMP/mixed" LD_PRELOAD="$BUILD/libcollect.so" "$TEST_TMP/sampled" >/dev/null 2>&1
"$BUILD/rocpd" idle-stacks "$TEST_TMP/mixed" >"$TEST_TMP/said" 2>&1
check "idle-stacks without kernels: says that there are none" "$(grep 'kernels: not recorded' "$TEST_TMP/said")"
check "... and not that samples are missing" "$(grep -c 'samples:' "$TEST_TMP/said" | grep -x 0)"
# Without room, no sample is kept, and nobody says that there was none.
mkdir "$TEST_TMP/small"
if mount -t tmpfs -o size=300k none "$TEST_TMP/small" 2>/dev/null; then
  trap 'umount "$TEST_TMP/small"' EXIT
  COLLECT_DOMAINS=none,samples COLLECT_OUTPUT="$TEST_TMP/small/out" LD_PRELOAD="$BUILD/libcollect.so" "$TEST_TMP/sampled" >/dev/null 2>&1
  "$BUILD/rocpd" hotspots "$TEST_TMP/small/out" >"$TEST_TMP/said" 2>&1
  check "no room: hotspots says that samples were dropped" "$(grep 'samples dropped' "$TEST_TMP/said")"
  check "... and not that none occurred" "$(grep 'samples: recorded, but rows of the file were dropped' "$TEST_TMP/said")"
  umount "$TEST_TMP/small"
  trap - EXIT
fi
exec /usr/bin/python3 tests/e2e/sampled.py "$BUILD/rocpd" "$TEST_TMP/trace" "$TEST_TMP"
