# _exit and quick_exit close the file, as exit does: whatever a handler has interrupted, and never in the name of another process.
. "$(dirname "$0")/common.sh"
fake_setup
$CC -O1 -g -w -D_GNU_SOURCE -o "$work/leave_user" "$root/tests/collect/leave_user.c" -L"$work/fake" -lamdhip64 -ldl -pthread || exit 1
echo '#include <signal.h>
__attribute__((constructor)) static void begin(void) { raise(SIGSEGV); }' >"$work/raises.c"
$CC -fPIC -shared -w -o "$work/raises.so" "$work/raises.c" || exit 1
run() { # run WAY [ARGUMENT]
  rm -rf "$work/out"
  (cd "$work" && timeout -s KILL 60 env COLLECT_OUTPUT="$work/out" LD_LIBRARY_PATH="$work/fake" ASAN_OPTIONS=detect_leaks=0:handle_segv=0:use_sigaltstack=0 LD_PRELOAD="$(preload)" ./leave_user "$@" >"$work/stdout" 2>"$work/stderr")
  echo "$? $(sed '/^made/d' "$work/stdout" "$work/stderr")"
}
made() { sed -n 's/^made //p' "$work/stdout"; }
all() { sql "SELECT count(*) FROM regions WHERE name = 'hipSetDevice' AND end IS NOT NULL"; }
closed() { echo "$(ls "$work/out" | grep -c live) live, $(sql "SELECT count(*), sum(complete), sum(recovered) FROM sources")"; }
for way in _exit _Exit quick_exit thread segv small_stack in_call cancelled; do
  is "$way: the program" "$(run $way)" "3 "
  is "$way: the file is closed" "$(closed)" "0 live, 1 1 0"
  is "$way: calls" "$(all)" "$(made)"
done
is "in a call: it did not end" "$(run in_call)$(sql "SELECT name FROM regions WHERE end IS NULL")" "3 hipStreamAddCallback"
for mode in profile both; do
  is "$mode: the program" "$(COLLECT_MODE=$mode run _exit)" "3 "
  is "$mode: the file is closed" "$(closed)" "0 live, 1 1 0"
  is "$mode: calls" "$(sql "SELECT sum(calls) FROM calls WHERE name = 'hipSetDevice'")" 5
done
for way in busy children; do
  is "$way: the program" "$(run $way)" "3 "
  is "$way: one file, closed" "$(closed)" "0 live, 1 1 0"
  more=$(($(all) - $(made))) # other threads made calls until the end
  [ $more -ge 0 ] && ok "$way: all calls until then" || not_ok "$way: $more calls"
done
is "two threads leave: the program" "$(run together)" "3 "
is "... the file is closed" "$(closed)" "0 live, 1 1 0"
is "a forked child that records: the program" "$(run recording_child)" "3 "
is "... both files are closed" "$(closed)" "0 live, 2 2 0"
is "... calls" "$(all)" "$(made)"
wrong=
for _ in 1 2 3 4 5 6 7 8; do
  got="$(run malloc), $(closed), $(all)"
  [ "$got" = "3 , 0 live, 1 1 0, $(made)" ] || wrong="$wrong $got;"
done
is "malloc is interrupted: the file is closed" "$wrong" ""
# What cannot be done in time is not done.
got=$(run stuck)
if grep -q ptrace "$work/stdout"; then echo "skip a writer that is stuck: no ptrace here"; else
  is "the writer is stuck: the program" "$got" "3 "
  is "... readers take the rest from the live file" "$(closed)" "1 live, 1 1 1"
  is "... calls" "$(all)" "$(made)"
fi
for domains in hip samples; do
  is "the loader is interrupted, $domains: the program" "$(COLLECT_DOMAINS=$domains run loader ./raises.so)" "3 "
  is "... nothing is missing" "$(sql "SELECT complete FROM sources")" 1
  [ $domains = samples ] || is "... calls" "$(all)" "$(made)"
done
finish
