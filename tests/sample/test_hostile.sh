# Programs that a sampler by signals breaks (hostile.c): at 997 Hz they behave as without one, and what could not be sampled is counted. SOAK=1: many times.
. tests/sample/common.sh
build hostile
echo 'int through(int (*f)(int), int x) { return f(x) + 1; }' >"$work/unloads.c"
$CC -O1 -fPIC -shared -o "$work/unloads.so" "$work/unloads.c" || exit 1

# hostile CASE [TIMES]: it runs to its end, so many times. (Each time in a process of its own: threads that a case leaves behind would slow down those after it.)
hostile() {
  for turn in $(seq "${2:-1}"); do
    sampled hostile "$1"
    local rc=$?
    is "$1: exit code" "$rc" 0
    is "$1: output" "$(tail -1 "$work/stdout")" "ok $1"
    [ "$rc" = 0 ] || break
  done
  rows_hold "$1"
}
# by_state STATE: time in this state, of all but the main thread, in ms
by_state() { sql "SELECT coalesce(cast(sum(end - start) / 1e6 AS INT), 0) FROM stacks WHERE state = '$1' AND tid <> pid"; }

hostile small
at_least "small: the thread gets no signal" "$(counted 'samples: not signalled: small stack')" 1
is "small: rows without a stack" "$(sql "SELECT count(*) > 0 FROM stacks WHERE tid <> pid AND frame_id IS NULL AND state = 'running'")" 1
hostile near
at_least "near: the thread gets no signal" "$(counted 'samples: not signalled: near the end of the stack')" 1
at_least "near: CPU time of the thread, ms" "$(sql "SELECT sum(cpu_ns) / 1e6 FROM stacks WHERE tid <> pid")" 120
hostile masked
at_least "masked: the thread gets no signal" "$(counted 'samples: not signalled: the thread blocks signals')" 1
hostile masked_first
at_least "masked_first: share of the thread's CPU time with a stack" \
  "$(sql "SELECT round(1.0 * sum(cpu_ns) FILTER (WHERE frame_id IS NOT NULL) / sum(cpu_ns), 3) FROM stacks WHERE tid <> pid AND state IN ('running', 'kernel')")" 0.6
hostile masked_later
hostile handlers
hostile defaults
hostile sleeps
hostile altstack
hostile small_altstack
hostile execute_only
hostile raised_limit
hostile contexts
at_least "contexts: stacks from the main program on another stack are complete, or counted" \
  "$(($(counted 'samples: stacks walked') > 0))" 1
hostile jumps ${SOAK:+20}
hostile cancel ${SOAK:+20}
hostile many ${SOAK:+20}
at_least "many: threads that lived for some ms" "$(sql "SELECT count(DISTINCT tid) FROM stacks")" 2
hostile cloned
at_least "cloned: the thread is sampled, with its stack" "$(sql "SELECT count(*) FROM stacks WHERE tid <> pid AND state IN ('running', 'kernel', 'runnable') AND frame_id IS NOT NULL")" 1
hostile forks ${SOAK:+30}
hostile vforks ${SOAK:+30}
sampled hostile execs ${SOAK:+300}
is "execs: exit code, and output" "$? $(tail -1 "$work/stdout")" "0 ok execs"
rows_hold execs
hostile unloads ${SOAK:+30}
at_least "unloads: stacks through the library" "$(sql "SELECT count(*) FROM frames f JOIN modules m ON m.guid = f.guid AND m.id = f.module_id WHERE m.file_path LIKE '%/unloads.so'")" 1
hostile setxid ${SOAK:+30}
hostile strict
hostile no_tsc
if [ "$(id -u)" = 0 ]; then
  hostile privileges
  at_least "privileges: share of the CPU time with a stack" "$(sql "SELECT round(1.0 * sum(cpu_ns) FILTER (WHERE frame_id IS NOT NULL) / sum(cpu_ns), 3) FROM stacks WHERE tid <> pid")" 0.8
  at_least "privileges: a thread that sleeps is blocked, ms" "$(sql "SELECT max(ns) / 1e6 FROM (SELECT sum(end - start) AS ns FROM stacks WHERE state = 'blocked' AND tid <> pid GROUP BY tid)")" 300
  at_least "privileges: stacks that could not be read are counted" "$(counted 'samples: stacks not readable')" 1
fi

# A kill loses at most a second.
rm -rf "$work/out"
mkfifo "$work/fifo"
(cd "$work" && exec env COLLECT_DOMAINS=none,samples COLLECT_SAMPLE_HZ=997 COLLECT_OUTPUT="$work/out" LD_PRELOAD="$lib" ./hostile killed >"$work/fifo" 2>/dev/null) &
read -r line <"$work/fifo"
running() { sql "SELECT count(*) FROM stacks WHERE state = 'running'"; }
for _ in $(seq 300); do # its stack hardly changes, so its first row comes after a second
  [ "$(running)" = 0 ] || break
  sleep 0.2
done
kill -9 $!
wait $! 2>/dev/null
at_least "killed: rows" "$(running)" 1
at_least "killed: CPU time of its rows, ms" "$(sql "SELECT sum(cpu_ns) / 1e6 FROM stacks")" 1
is "killed: frames of all stacks" "$(sql "SELECT count(*) FROM stacks s WHERE frame_id IS NOT NULL AND NOT EXISTS (SELECT 1 FROM frames f WHERE f.guid = s.guid AND f.id = s.frame_id)")" 0
# (A thread is not signalled while it holds signals off for a moment, which on a busy machine may be longer: such a row has no stack.)
at_least "killed: share of the CPU time with a stack" \
  "$(sql "SELECT round(1.0 * coalesce(sum(cpu_ns) FILTER (WHERE frame_id IS NOT NULL), 0) / sum(cpu_ns), 3) FROM stacks WHERE state = 'running'")" 0.9
[ "$failed" = 0 ] || sql "SELECT '# killed:', start - (SELECT min(start) FROM stacks), end - start, weight, state, frame_id, cpu_ns, wait_ns FROM stacks WHERE frame_id IS NULL LIMIT 20"
finish
