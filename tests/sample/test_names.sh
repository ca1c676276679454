# Threads that are sampled have a row in `threads`, with their names, whether they make traced calls or not; and capabilities says where samples come from.
. tests/sample/common.sh
fake_setup
build named -L"$work/fake" -lamdhip64
named() {
  rm -rf "$work/out"
  (cd "$work" && timeout -s KILL 60 env COLLECT_DOMAINS=hip,samples COLLECT_SAMPLE_HZ=99 COLLECT_CHECK=1 COLLECT_OUTPUT="$work/out" LD_LIBRARY_PATH="$work/fake" LD_PRELOAD="$lib" ./named "$@" >"$work/stdout" 2>"$work/stderr")
}
name_of() { sql "SELECT group_concat(name, ',') FROM threads WHERE tid = $(sed -n "s/^thread $1 //p" "$work/stdout")"; }
named
is "the program" "$? $(cat "$work/stderr")" "0 "
for name in computes idle late then_calls at_once; do is "the thread $name has one row" "$(name_of $name)" $name; done
is "the main thread, too" "$(sql "SELECT count(*), min(name) FROM threads WHERE tid = pid")" "1 named"
is "each thread with samples has one" "$(sql "SELECT count(*) FROM (SELECT DISTINCT guid, tid FROM stacks) s WHERE 1 <> (SELECT count(*) FROM threads t WHERE t.guid = s.guid AND t.tid = s.tid)")" 0
is "it begins with the first sample" "$(sql "SELECT count(*) FROM threads t WHERE name NOT IN ('at_once', 'then_calls') AND start > (SELECT min(start) FROM stacks s WHERE s.tid = t.tid)")" 0
is "a thread that has ended has an end" "$(sql "SELECT name FROM threads WHERE end IS NOT NULL AND name IN ('computes', 'named')")" computes
is "calls are those of their threads" "$(sql "SELECT group_concat(name, ',') FROM (SELECT t.name FROM regions r JOIN threads t ON t.guid = r.guid AND t.tid = r.tid WHERE r.name = 'hipSetDevice' ORDER BY 1)")" at_once,then_calls
is "capabilities: source" "$(sql "SELECT recorded, reason FROM capabilities WHERE domain = 'samples'" | sed 's/signal [0-9]*/signal N/')" "1 by signal N (COLLECT_SAMPLE_EVENT is not set)"
COLLECT_SAMPLE_SOURCE=signal named
is "... as chosen" "$(sql "SELECT reason FROM capabilities WHERE domain = 'samples'" | sed 's/signal [0-9]*/signal N/')" "by signal N (COLLECT_SAMPLE_SOURCE=signal)"
named kill
for name in computes idle then_calls at_once; do is "killed: $name" "$(name_of $name)" $name; done
finish
