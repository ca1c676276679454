#!/bin/sh
# collect.h: reports of programs, compiled in all ways, with and without the library.
. "$(dirname "$0")/common.sh"
fake_setup
cd "$root" || exit 1
user() { rm -rf "$work/out"; COLLECT_CHECK=1 COLLECT_OUTPUT=$work/out LD_LIBRARY_PATH=$work/fake ASAN_OPTIONS=detect_leaks=0 LD_PRELOAD="$(preload)" timeout -s QUIT 60 "$@" >"$work/stdout" 2>"$work/stderr"; }
query() { sqlite3 -cmd ".load $BUILD/rocpd" :memory: "SELECT rocpd_attach('$work/out')" "$1" 2>&1 | tail -n +2 | tr '\n' ' '; }
n=0
for way in "$CC -std=c99 -D_GNU_SOURCE -O0" "$CC -O2 -Wall -Wextra -Werror" "$CC -O2 -no-pie -fno-pie" "$CC -O0 -no-pie -fno-pie" "${CXX:-g++} -x c++ -O2 -Wall -Wextra -Werror -pedantic" "clang -O2" "clang -O2 -no-pie -fno-pie"; do
  command -v ${way%% *} >/dev/null || continue
  n=$((n + 1))
  $way -Icollector/include -o "$work/user$n" tests/collect/user_header.c -L"$work/fake" -lamdhip64 2>"$work/errors" || { not_ok "$way: $(cat "$work/errors")"; continue; }
  LD_LIBRARY_PATH=$work/fake "$work/user$n" work; is "$way: without the library" $? 0
  user "$work/user$n" work; is "$way: with it" "$? $(wc -l <"$work/stderr")" "0 0"
  is "$way: ranges, marks, progress" "$(query "SELECT group_concat(name || ':' || operation, ', ') FROM (SELECT * FROM markers ORDER BY start, name)")" \
    "epoch:collect_range, step:collect_range, checkpoint:collect_mark, step done:collect_progress "
done
is "counters" "$(query "SELECT group_concat(counter_name || '=' || counter_value, ', ') FROM (SELECT * FROM pmc_events ORDER BY start)")" "loss=0.25, loss=-1.5 "
is "calls in a range" "$(query "SELECT m.name FROM regions r JOIN markers m ON m.guid = r.guid AND m.stack_id = r.parent_stack_id WHERE r.name = 'hipSetDevice'")" "step "
is "nothing is lost" "$(query "SELECT sum(value) FROM health WHERE name IN ('calls dropped', 'checks failed', 'calls untracked')")" "0 "
user "$work/user1" stop
is "stop and start: ranges are paired" "$(query "SELECT group_concat(name || CASE WHEN \"end\" IS NULL THEN ' open' ELSE '' END, ', ') FROM (SELECT * FROM markers ORDER BY start)")" "across, seen "
is "... and calls" "$(query "SELECT count(*) FROM regions WHERE name = 'hipSetDevice'; SELECT count(*) FROM pmc_events")" "2 0 "
(user "$work/user1" first) 2>/dev/null
is "a counter is the first thing, and then it is killed" "$(query "SELECT counter_name, counter_value FROM pmc_events")" "loss|0.5 "
COLLECT_DOMAINS=-user user "$work/user1" work
is "without the domain" "$(query "SELECT count(*), (SELECT count(*) FROM pmc_events) FROM regions_and_samples")" "1|0 "
LD_LIBRARY_PATH=$work/fake "$work/user2" cost >"$work/stdout"
if awk '{ exit !($1 < 2) }' "$work/stdout"; then ok "without the library a mark costs $(cat "$work/stdout") ns"; else not_ok "without the library a mark costs $(cat "$work/stdout") ns"; fi
finish
