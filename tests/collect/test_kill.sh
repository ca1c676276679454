# SIGKILL at a random instant: every call that had returned is in the file or in the
# live file beside it, and a call that hung is visible.
. "$(dirname "$0")/common.sh"
fake_setup

victim_start() { # in the background; $! is its pid
  rm -rf "$work/out"
  LD_LIBRARY_PATH="$work/fake" LD_PRELOAD=$(preload) COLLECT_OUTPUT=$work/out ASAN_OPTIONS=detect_leaks=0:handle_segv=0:handle_abort=0 "$work/victim" "$@" >"$work/stdout" 2>&1 &
}

returned_count() { returned=$(od -An -N8 -tu8 "$work/returned" 2>/dev/null | tr -d ' '); returned=${returned:-0}; }
# look ROUND: checks that each call that had returned is recorded. The count is written after the call returns, so one more may be recorded.
look() {
  more=$((kept + lost - returned))
  if [ $more -lt 0 ] || [ $more -gt 1 ] || [ "$open" -gt 1 ]; then
    wrong=$((wrong + 1)); echo "# $1: $returned had returned, $kept recorded, $lost dropped, $open open"
  fi
}

# The rounds do different amounts of work between calls: none, and enough that nothing
# is dropped.
rounds=24
[ -n "${SOAK:-}" ] && rounds=400
wrong=0
killed_in_call=0
i=0
while [ $i -lt $rounds ]; do
  case $((i % 4)) in 0) work_loops= ;; 1) work_loops=300 ;; 2) work_loops=3000 ;; 3) work_loops=30000 ;; esac
  rm -f "$work/returned"
  # shellcheck disable=SC2086
  COLLECT_ARGS=$((i % 2)) victim_start flood "$work/returned" $work_loops
  pid=$!
  # 0 to 60 ms; the flood is cut short, its file grows fast
  sleep "0.0$((($(od -An -N2 -tu2 /dev/urandom) % 50) + 10))"
  kill -9 $pid 2>/dev/null
  wait $pid 2>/dev/null
  returned_count
  # Killed after the file was created and before its header was written: no call has returned yet,
  # and readers ignore an empty file.
  find "$work/out" -name '*.rocz' -size 0 -delete 2>/dev/null
  if [ -z "$(files)" ]; then
    [ "$returned" = 0 ] || { wrong=$((wrong + 1)); echo "# round $i: no file, $returned calls had returned"; }
    i=$((i + 1)); continue
  fi
  rows_counted
  killed_in_call=$((killed_in_call + open))
  look "round $i"
  i=$((i + 1))
done
is "killed $rounds times: wrong counts" $wrong 0
echo "# $killed_in_call of them inside a traced call"

# Before a write to the file, in the middle of it and after it: what was written has left the live file only then, and a call's arguments are there before it.
$CC -O1 -shared -fPIC -w -o "$work/libkills.so" "$root/tests/collect/kills.c" || exit 1
wrong=0 apart=0 looked=0 late=0
for at in 2 3 4 5 6 7 8 9; do
  for quarters in 0 2 4; do
    rm -rf "$work/out" "$work/returned"
    LD_LIBRARY_PATH=$work/fake LD_PRELOAD="$(preload):$work/libkills.so" COLLECT_OUTPUT=$work/out COLLECT_ARGS=1 KILL_AT=$at KILL_QUARTERS=$quarters ASAN_OPTIONS=detect_leaks=0 \
      timeout 5 "$work/victim" flood "$work/returned" 300 >"$work/stdout" 2>&1 &
    wait $! 2>/dev/null
    [ $? = 137 ] || late=$((late + 1))
    returned_count
    rows_counted
    look "write $at, $quarters quarters"
    looked=$((looked + (returned > 0)))
    read_as=$(sql 'SELECT count("end"), (SELECT count(*) FROM regions WHERE "end" AND id NOT IN (SELECT id FROM region_args)) FROM regions')
    [ "$read_as" = "$kept 0" ] || { apart=$((apart + 1)); echo "# write $at, $quarters quarters: $kept calls, of which SQL has, and has without their argument: $read_as"; }
  done
done
is "killed at a write to the file: wrong counts, not killed" "$wrong $late" "0 0"
is "... as the tables have them, with their arguments" $apart 0
[ $looked -gt 10 ] && ok "... calls had returned" || not_ok "in $looked rounds calls had returned"

victim_start hang
pid=$!
until grep -q hanging "$work/stdout" && grep -q '^State:.S' "/proc/$pid/status" || ! kill -0 $pid; do sleep 0.02; done # it hangs in the call
kill -9 $pid; wait $pid 2>/dev/null
rows
is "a call that hangs: calls that returned" "$(calls)" 7
is "a call that hangs is visible" "$(open_calls)" 1
f=$(grep '^open_call' "$work/rows" | sed 's/.*function=\([0-9]*\).*/\1/')
is "... with its function" "$(grep "^function .*function=$f " "$work/rows" | sed 's/.*name=//')" hipStreamSynchronize
finish
