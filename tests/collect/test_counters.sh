# GPU counters (COLLECT_COUNTERS), on the software GPU with a stand-in for hsa-amd-aqlprofile whose counters have
# known values (tests/gpusim/counter.h): those of each kernel are exact, whoever runs beside it, and stand
# in the tables as rocprofv3's do. Whatever is wrong, the program runs as without us.
. "$(dirname "$0")/common.sh"
mkdir -p "$work/aql"
$CC -O1 -fPIC -shared -Wall -Itests/gpusim -Wl,-soname,libhsa-amd-aqlprofile64.so.1 -o "$work/aql/libhsa-amd-aqlprofile64.so" tests/collect/fake_aqlprofile.c -lhsa-runtime64 || exit 1
if [ -n "${SANITIZER:-}" ]; then LD=$(preload); LD=${LD%:*}; else LD=; fi
aql=$work/aql counters=SQ_WAVES,GRBM_COUNT,TCC_HIT out=$work/out
ulimit -c 0

# gpu VARIABLE=value ... -- program: under the collector; its stderr is in $work/stderr
gpu() {
  rm -rf "$work/out"
  variables=
  while [ "$1" != -- ]; do variables="$variables $1"; shift; done
  shift
  env COLLECT_COUNTERS="$counters" COLLECT_OUTPUT="$out" LD_LIBRARY_PATH="$BUILD/gpusim:$aql" LD_PRELOAD="$(preload)" GPUSIM_KERNEL_NS=3000 $variables \
    timeout -s KILL 200 "$@" >"$work/stdout" 2>"$work/stderr"
}
ask() { LD_PRELOAD=$LD ASAN_OPTIONS=detect_leaks=0 sqlite3 -cmd ".load $BUILD/rocpd" :memory: "SELECT rocpd_attach('$work/out')" "$1" 2>&1 | tail -n +2 | tr '\n' ' '; }

# What each kernel must have, by its grid and time: rows of counters_collection that differ
expected="(SELECT guid, dispatch_id AS d, \"end\" - start AS t, ((grid_x + workgroup_x - 1) / workgroup_x) * ((grid_y + workgroup_y - 1) / workgroup_y) *
  ((grid_z + workgroup_z - 1) / workgroup_z) * ((workgroup_x * workgroup_y * workgroup_z + 63) / 64) AS w FROM kernels)"
wrong="SELECT count(*) FROM counters_collection c JOIN $expected k ON k.guid = c.guid AND k.d = c.dispatch_id
  WHERE c.value IS NOT CASE c.counter_name WHEN 'SQ_WAVES' THEN w WHEN 'GRBM_COUNT' THEN t / 10 WHEN 'TCC_HIT' THEN 4 * 17 * w + 6 END"
# exact WHAT KERNELS: checks that there are at least so many, each with its three exact counters once, and nothing is lost. Cooperative
# launches have no counters: they use a queue of which an agent has only one.
exact() {
  n=$(ask "SELECT count(*) FROM kernels WHERE NOT EXISTS (SELECT 1 FROM regions r WHERE r.guid = kernels.guid AND r.id = kernels.stack_id AND r.name LIKE '%Cooperative%')")
  [ "$n" -ge "$2" ] && is "$1: each kernel has each counter once" "$(ask "SELECT count(*), count(DISTINCT guid || ' ' || dispatch_id), min(n), max(n) FROM (SELECT guid, dispatch_id, count(DISTINCT counter_name) AS n FROM counters_collection GROUP BY 1, 2)")" "${n% }|${n% }|3|3 " ||
    is "$1: kernels" "$n" "$2 or more"
  is "$1: values that are not what the kernel makes" "$(ask "$wrong")" "0 "
  is "$1: dropped, untimed or unlinked" "$(ask "SELECT sum(value) FROM health WHERE name IN ('calls dropped', 'dispatches dropped', 'dispatches untimed', 'arguments dropped', 'rows lost', 'info rows dropped')")" "0 "
}
# why WHAT KERNELS REASON ...: checks the reasons in health for kernels that were not counted; all others must be exact
why() {
  what=$1 least=$2; shift 2
  is "$what: why kernels are not counted" "$(ask "SELECT group_concat(name, ', ') FROM (SELECT DISTINCT substr(name, 22) AS name FROM health WHERE name LIKE 'kernels not counted%' AND value ORDER BY name)")" "$* "
  is "$what: so many, and the others are" "$(ask "SELECT sum(value) >= $least, sum(value) + (SELECT count(DISTINCT dispatch_id) FROM counters_collection) - (SELECT count(*) FROM kernels) FROM health WHERE name LIKE 'kernels not counted%'") $(ask "$wrong")" "1|0  0 "
}

# ---- values
gpu -- "$BUILD/programs/known" launches 500 8; is "500 kernels of 8 threads" $? 0
exact "8 threads" 500
# The same by plain counting: what the program says that it launched
python3 - "$work/stdout" >"$work/waves" <<'P'
import json, sys
n = 0
for line in open(sys.argv[1]):
    if line.startswith("{") and (e := json.loads(line))["kind"] == "dispatch":
        groups = 1
        for grid, group in zip(e["grid"], e["workgroup"]):
            groups *= -(-grid // group)
        n += e["count"] * groups * -(-(e["workgroup"][0] * e["workgroup"][1] * e["workgroup"][2]) // 64)
print("%d.0" % n, end=" ")
P
is "all waves, as the program counts them" "$(ask "SELECT sum(value) FROM counters_collection WHERE counter_name = 'SQ_WAVES'")" "$(cat "$work/waves")"
is "one row for each instance: shader engines, cache channels" "$(ask "SELECT i.name, count(*) / count(DISTINCT e.event_id), max(e.shader_engine), max(e.instance), max(e.xcc) FROM rocpd_pmc_event e JOIN rocpd_info_pmc i ON i.id = e.pmc_id GROUP BY 1 ORDER BY 1")" \
  "GRBM_COUNT|1|0|0|0 SQ_WAVES|8|7|0|0 TCC_HIT|4|0|3|0 "
is "what the counters are" "$(ask "SELECT i.name, i.block, i.event_code, p.agent_abs_index = a.absolute_index, p.pid = (SELECT pid FROM processes) FROM pmc_info p JOIN rocpd_info_pmc i USING (id) JOIN rocpd_info_agent a ON a.id = i.agent_id AND a.type = 'GPU' ORDER BY 1")" \
  "GRBM_COUNT|GRBM|0|1|1 SQ_WAVES|SQ|4|1|1 TCC_HIT|TCC|17|1|1 "
is "pmc_events: the kernel of each value" "$(ask "SELECT count(*) FROM pmc_events p LEFT JOIN kernels k USING (dispatch_id) WHERE p.name IS NOT k.name OR p.start IS NOT k.start OR p.category IS NOT 'KERNEL_DISPATCH'")" "0 "
n=$(ask "SELECT count(*) FROM kernels")
gpu -- "$BUILD/programs/known" threads=3 streams=2 graphs=2 rounds=1; is "graphs, copies, fills and events, which the program checks" $? 0
exact "graphs" 300
why "cooperative launches" 1 queue
gpu GPUSIM_GPUS=3 -- "$BUILD/programs/known" threads=3 gpus=3 rounds=1; is "3 GPUs" $? 0
exact "3 GPUs" 100
is "3 GPUs: counters of each" "$(ask "SELECT count(*), count(DISTINCT agent_abs_index) FROM pmc_info")" "9|3 "
gpu GPUSIM_OVERLAP=1 AMD_DIRECT_DISPATCH=0 -- "$BUILD/programs/known" threads=3 rounds=1; is "kernels that would overlap, another thread submits" $? 0
exact "overlap" 100

# ---- queues, used by a program of plain HSA, without HIP
if [ -n "${SOAK:-}" ]; then few=; else few=few; fi
gpu GPUSIM_OVERLAP=1 -- "$BUILD/programs/hsa_queues" $few loops batch cas store rearm foreign shared overlap moved shutdown; is "queues used in every way" $? 0
exact "queues used in every way" 7700
gpu -- "$BUILD/programs/hsa_queues" unfinished; is "a program ends while a kernel runs" $? 0
gpu COLLECT_DOMAINS=+barriers,+hip_events GPUSIM_KERNELS=first=40000000 -- "$BUILD/programs/events" 20; is "events" $? 0
is "events: when the GPU came to them, and who waited; what each barrier waited for" "$(ask "SELECT name, count(*), count(DISTINCT start), count(source_queue_id) FROM hip_events GROUP BY 1 ORDER BY 1") $(ask "SELECT count(*) > 40, sum((signal <> 0) = (start IS NOT NULL)) = count(*), count(DISTINCT queue_id || ' ' || packet) = count(*) FROM barriers")" \
  "hipEventRecord|20|20|0 hipStreamWaitEvent|20|20|20  1|1|1 "

# ---- a kernel that has waited too long is not held up any longer, since kernels may wait for each other
beside="SELECT count(*) > 0 FROM kernels a JOIN kernels b ON a.dispatch_id < b.dispatch_id AND b.start < a.\"end\""
gpu COLLECT_COUNTERS_WAIT_MS=1 GPUSIM_KERNEL_NS=4000000 -- "$BUILD/programs/known" threads=2 graphs=0 rounds=1; is "other queues wait too long" $? 0
why "other queues wait too long" 5 beside others, queue
is "other queues wait too long: then they run beside it" "$(ask "$beside AND b.queue_id <> a.queue_id")" "1 "
gpu COLLECT_COUNTERS_WAIT_MS=1 GPUSIM_OVERLAP=1 GPUSIM_KERNEL_NS=20000000 -- "$BUILD/programs/hsa_queues" overlap; is "the same queue waits too long" $? 0
why "the same queue waits too long" 900 beside others
is "the same queue waits too long: its kernels run beside each other" "$(ask "$beside AND b.queue_id = a.queue_id")" "1 "

gpu GPUSIM_KERNEL_NS=2000000000 -- "$BUILD/programs/hsa_queues" loading; is "code is loaded while a kernel runs" $? 0
why "code is loaded while a kernel runs" 1 beside others

# ---- which counters
counters=SQ_WAVES,GRBM_COUNT,TCC_HIT
gpu COLLECT_KERNELS_FILTER=tiny -- "$BUILD/programs/known" threads=2 graphs=0 rounds=1; is "a filter by name" $? 0
is "a filter by name: kernels that have counters" "$(ask "SELECT DISTINCT kernel_name LIKE '%tiny%' FROM counters_collection") $(ask "$wrong")" "1  0 "
waits="$BUILD/programs/waited stream _exit"
counters=SQ:4,TCC:4,SQ:4; gpu -- $waits # two blocks have an event of this number; one is named twice
is "BLOCK:EVENT" "$(ask "SELECT DISTINCT counter_name, block FROM counters_collection ORDER BY 1") $(ask "SELECT count(*) FROM counters_collection c JOIN $expected k ON k.d = c.dispatch_id WHERE c.counter_name = 'SQ:4' AND c.value IS NOT w")" "SQ:4|SQ TCC:4|TCC  0 "
counters=TCC_HIT_sum; gpu -- $waits
is "NAME_sum" "$(ask "SELECT DISTINCT counter_name, value FROM counters_collection")" "TCC_HIT_sum|74.0 "
# Values that the program reports are in the same table as those of kernels.
printf '#include "collect.h"\n__attribute__((constructor)) static void state(void) { collect_counter("mine", 2.5); }\n' |
  $CC -x c -O1 -fPIC -shared -Icollector/include -o "$work/mine.so" - || exit 1
gpu LD_PRELOAD="$(preload):$work/mine.so" -- $waits
is "a program's own values beside them" "$(ask "SELECT counter_name, count(DISTINCT dispatch_id), sum(counter_value), count(DISTINCT rowid), count(start) FROM pmc_events WHERE dispatch_id OR pid = (SELECT pid FROM processes WHERE command LIKE '%waited%') GROUP BY 1")" "TCC_HIT_sum|10|740.0|40|40 mine|0|2.5|1|1 "
is "... and in the base table" "$(ask "SELECT count(*), count(pmc_id) FROM rocpd_pmc_event WHERE guid = (SELECT guid FROM rocpd_pmc_event WHERE pmc_id) GROUP BY pmc_id IS NULL ORDER BY 1")" "1|0 40|40 "
n=$(ask "SELECT (SELECT count(*) FROM pmc_events), (SELECT count(*) FROM rocpd_pmc_event)")
for way in rocz db; do
  ask "SELECT rocpd_export_$way('$work/copy.$way')" >/dev/null
  is "... exported as $way" "$(LD_PRELOAD=$LD ASAN_OPTIONS=detect_leaks=0 sqlite3 -cmd ".load $BUILD/rocpd" :memory: "SELECT rocpd_attach('$work/copy.$way')" "SELECT (SELECT count(*) FROM pmc_events), (SELECT count(*) FROM rocpd_pmc_event)" | tail -n 1) " "$n"
done
# The rows that describe counters stay in the file when other rows make room for newer ones.
counters=SQ:1,SQ:2,SQ:3,SQ:4,SQ:5,SQ:6,SQ:7,SQ:8
gpu COLLECT_MAX_MB=1 COLLECT_KEEP=newest GPUSIM_KERNEL_NS=1000 -- "$BUILD/programs/hsa_queues" cas loops overlap batch store
is "the newest rows are kept, and all names" "$(ask "SELECT count(*) > 100000, count(counter_name) = count(*), count(DISTINCT counter_name) FROM pmc_events") $(ask "SELECT value > 0 FROM health WHERE name = 'rows let go'")" "1|1|8  1 "
counters="pmc: SQ_WAVES  GRBM_COUNT,;TCC_HIT;;" out=$work/out/%n
gpu -- $waits
mv "$work/out" "$work/first"; out=$work/first/%n; sh -c '"$@"; exit' sh true; (gpu -- $waits); mv "$work/first" "$work/out"
is "sets: the first run counts the first, the second the second" "$(ask "SELECT group_concat(DISTINCT counter_name) FROM counters_collection('$work/out/1')") $(ask "SELECT group_concat(DISTINCT counter_name) FROM counters_collection('$work/out/2')")" "SQ_WAVES,GRBM_COUNT  TCC_HIT "
out=$work/out; gpu -- $waits
is "sets without a number" "$(grep sets "$work/stderr")" "libcollect: COLLECT_COUNTERS has 2 sets, and each run counts one of them, by its number: add %n to COLLECT_OUTPUT (trace/%n) to number the runs; this run counts the first set"

# ---- counters that cannot be counted are reported once, and the program runs
# said WHAT COUNTERS LINE: checks the line on stderr
said() {
  counters=$2; gpu GPUSIM_GPUS=2 -- $waits
  is "$1: the program's exit code" $? 0
  is "$1: stderr" "$(sort -u "$work/stderr")" "$3"
  is "$1: kernels are recorded, without counters" "$(ask "SELECT count(*) > 5 FROM kernels") $(ask "SELECT count(*) FROM rocpd_pmc_event")" "1  0 "
  [ "$1" = bad ] || why "$1" 5 no counters
}
said "no such counter" SQ_WAVE "libcollect: COLLECT_COUNTERS: gfx90a has no counter SQ_WAVE; the nearest is SQ_WAVES (or give it as BLOCK:EVENT). No counters are recorded"
said "no such block" XX:3 "libcollect: COLLECT_COUNTERS: XX:3: gfx90a has no block XX. No counters are recorded"
said "no such event" SQ:9999 "libcollect: COLLECT_COUNTERS: SQ:9999: block SQ of gfx90a has no event 9999. No counters are recorded"
said "too many" GRBM_COUNT,GRBM_GUI_ACTIVE,GRBM:5 "libcollect: COLLECT_COUNTERS: block GRBM of gfx90a counts 2 events at a time: put GRBM:5 and the block's further counters into another set, behind a ;. No counters are recorded"
said "bad" SQ_WAVES: "libcollect: COLLECT_COUNTERS='SQ_WAVES:' is not a list of counter names or BLOCK:EVENT (commas between them, ; between sets); using ''"
mkdir -p "$work/wrong"
aql=$work/wrong
$CC -O1 -fPIC -shared -DTCC_INSTANCES=4000000000u -Itests/gpusim -Wl,-soname,libhsa-amd-aqlprofile64.so.1 -o "$aql/libhsa-amd-aqlprofile64.so" tests/collect/fake_aqlprofile.c -lhsa-runtime64 || exit 1
said "a library that says nonsense" TCC_HIT "libcollect: COLLECT_COUNTERS: TCC_HIT: gfx90a has no block TCC. No counters are recorded"
echo 'int nothing;' | $CC -x c -fPIC -shared -Wl,-soname,libhsa-amd-aqlprofile64.so.1 -o "$aql/libhsa-amd-aqlprofile64.so" - || exit 1
said "another library of that name" SQ_WAVES "libcollect: COLLECT_COUNTERS: libhsa-amd-aqlprofile64.so.1 lacks required functions. No counters are recorded"
aql=/nowhere
said "no library" SQ_WAVES "libcollect: COLLECT_COUNTERS: libhsa-amd-aqlprofile64.so.1 cannot be loaded (install ROCm's package hsa-amd-aqlprofile, or add its folder to LD_LIBRARY_PATH). No counters are recorded"
aql=$work/aql
mv "$aql/libhsa-amd-aqlprofile64.so" "$aql/libhsa-amd-aqlprofile64.so.1"
counters=SQ_WAVES,GRBM_COUNT,TCC_HIT
gpu -- $waits; exact "a library with a version in its name only" 5
gpu COLLECT_QUEUES=intercept -- $waits
is "intercepted queues" "$? $(cat "$work/stderr")" "0 libcollect: COLLECT_COUNTERS: kernels of a queue are not counted: the queue belongs to a tool, or is intercepted (COLLECT_QUEUES)"
why "intercepted queues" 5 queue

# ---- the end: kernels that were waited for have their counters, however the process ends
runs=${SOAK:+10}; runs=${runs:-2}
for end in _exit kill exec; do
  i=0 lost=0
  while [ $i -lt $runs ]; do
    (gpu -- "$BUILD/programs/waited" stream $end; :) 2>/dev/null
    want=$(sed -n 's/^kernels \([0-9]*\) .*/\1/p' "$work/stdout")
    [ "$(ask "SELECT count(*) >= ${want:-1000000} FROM counters_collection WHERE counter_name = 'SQ_WAVES' AND value IS NOT NULL")" = "1 " ] || lost=$((lost + 1))
    i=$((i + 1))
  done
  is "waited, then $end: runs of $runs in which a kernel has no value" $lost 0
done
i=0 wrong_ends=0 counted=0
while [ $i -lt $runs ]; do
  gpu GPUSIM_KERNEL_NS=300000 -- "$BUILD/programs/leaves" 40 || wrong_ends=$((wrong_ends + 1))
  counted=$((counted + $(ask "SELECT count(DISTINCT dispatch_id) FROM counters_collection")))
  i=$((i + 1))
done
is "exit while kernels run: runs of $runs that end otherwise, kernels counted" "$wrong_ends $counted" "0 $((40 * runs))"
for end in fork raw_fork exit quick_exit; do
  gpu COLLECT_COUNTERS= -- "$BUILD/programs/exit_paths" $end; rc=$?; cp "$work/stdout" "$work/plain"
  gpu -- "$BUILD/programs/exit_paths" $end
  is "$end: exit code and output" "$? $(cat "$work/stdout")" "$rc $(cat "$work/plain")"
  is "$end: wrong values" "$(ask "$wrong")" "0 "
done
gpu COLLECT_START=off -- $waits
is "recording is off" "$? $(ls "$work/out" 2>/dev/null | grep -c rocz$) $(ask "SELECT count(*) FROM rocpd_pmc_event")" "0 1 0 "
counters=; gpu -- $waits
is "without COLLECT_COUNTERS" "$(ask "SELECT count(*) FROM rocpd_pmc_event") $(ask "SELECT count(*) FROM threads WHERE name LIKE 'collect%'")" "0  0 "
finish
