# Threads with known shares (truth.c: CPU in functions, sleeping, blocked on a lock, waiting for the GPU, waiting for a CPU, also in step with the kernel's
# tick) get them at 99 Hz by both sources: within 5 % in 5 s, and with SOAK=1 within 2 % in 60 s, on 1 to 8 threads. What the kernel counts is held to that on
# any machine; what is known by samples, to four standard errors of these samples, if that is more (truth.py). Mostly waits.
. tests/sample/common.sh
build truth
[ ! -e "$BUILD/gpusim/libhsakmt.so.1" ] || { LD_LIBRARY_PATH=$BUILD/gpusim${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH}; export LD_LIBRARY_PATH; }
GPUSIM_KERNEL_NS=20000000; export GPUSIM_KERNEL_NS

# Rows of stacks: "TID START END STATE WEIGHT CPU WAIT FUNCTION", with the innermost of the program's functions with a name like this that the stack is in
rows="WITH RECURSIVE f AS MATERIALIZED (SELECT guid, id, parent_frame_id AS parent, CASE WHEN function GLOB 'in_*' THEN function END AS function FROM frames),
  inside AS (SELECT guid, id, function FROM f WHERE parent IS NULL
    UNION ALL SELECT f.guid, f.id, coalesce(f.function, i.function) FROM inside i CROSS JOIN f ON f.guid = i.guid AND f.parent = i.id)
  SELECT s.tid, s.start, s.end, s.state, s.weight, s.cpu_ns, s.wait_ns, coalesce(i.function, '-') FROM stacks s
    LEFT JOIN inside i ON i.guid = s.guid AND i.id = s.frame_id"

# truth SOURCE TOLERANCE MOST SECONDS PERCENT KIND:THREADS ...: if samples are too few to tell, or a share is wrong, it tries for twice the time, once. Chance is
# less likely to be wrong then, and a fault is wrong again.
truth() {
  local source=$1 tolerance=$2 most=$3 seconds=$4; shift 4
  for turn in 1 2; do
    COLLECT_SAMPLE_SOURCE=$source HZ=99 LIMIT=300 sampled truth "$seconds" "$@"
    is "$source, $*: ends well" $? 0
    sql "SELECT tid, function, total_running_ns, total_runnable_ns, total_blocked_ns FROM hotspots('thread') WHERE module = 'truth'" >"$work/got"
    sql "$rows" >"$work/rows"
    python3 tests/sample/truth.py "$tolerance" "$most" "$work/stdout" "$work/got" "$work/rows" $together >"$work/said"
    grep -q -e '^# too few' -e '^not ok' "$work/said" || break
    [ $turn = 2 ] || sed 's/^/# tried again: /' "$work/said"
    seconds=$((2 * seconds))
  done
  sed -E "s/^((not )?ok) /\1 $source, $*: /" "$work/said" >"$work/compared"
  cat "$work/compared"
  grep -q '^ok' "$work/compared" && ! grep -q '^not ok' "$work/compared" || failed=1
  is "$source, $*: samples dropped" "$(counted 'samples dropped')" 0
  rows_hold "$source, $*"
}

together=
for source in signal perf; do
  if [ -z "${SOAK:-}" ]; then
    # (By perf_event, a wait for a CPU is where the last sample was, and 5 s have few of these: so waits are right as a whole only.)
    [ $source = signal ] || together=together
    truth $source 0.05 0.15 5 30 mixed:2 step4:1 step10:1 woken:1 $([ $source = perf ] || echo queue:1)
  else
    for n in 1 2 4 8; do truth $source 0.02 0.04 60 60 mixed:$n; done
    truth $source 0.02 0.04 60 60 step4:1 step10:1 queue:1 woken:1
    # (By perf_event, a wait for a CPU is where the last sample was. Of threads that wait in step with the tick it is right as a whole only.)
    [ $source = signal ] || together=together
    truth $source 0.02 0.04 60 60 step4:4 step10:4
  fi
done
finish
