# SIGKILL at a random instant: every call that had returned is in the file or in the
# live file beside it, and a call that hung is visible.
. "$(dirname "$0")/common.sh"
fake_setup

victim_start() { # in the background; $! is its pid
  rm -rf "$work/out"
  LD_LIBRARY_PATH="$work/fake" LD_PRELOAD=$(preload) COLLECT_OUTPUT=$work/out ASAN_OPTIONS=detect_leaks=0:handle_segv=0:handle_abort=0 "$work/victim" "$@" >"$work/stdout" 2>&1 &
}

# Rounds with different work between the calls: a flood, and a pace at which nothing
# is dropped.
rounds=60
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
  returned=$(od -An -N8 -tu8 "$work/returned" 2>/dev/null | tr -d ' ')
  returned=${returned:-0}
  # Killed between the making of the file and its header: no call has returned yet, and an
  # empty file is none to a reader.
  find "$work/out" -name '*.rocz' -size 0 -delete 2>/dev/null
  if [ -z "$(files)" ]; then
    [ "$returned" = 0 ] || { wrong=$((wrong + 1)); echo "# round $i: no file, $returned calls had returned"; }
    i=$((i + 1)); continue
  fi
  rows_counted
  killed_in_call=$((killed_in_call + open))
  # The count is written after the call returns: one more may be recorded.
  more=$((kept + lost - returned))
  if [ $more -lt 0 ] || [ $more -gt 1 ] || [ "$open" -gt 1 ]; then
    wrong=$((wrong + 1)); echo "# round $i: $returned had returned, $kept recorded, $lost dropped, $open open"
  fi
  i=$((i + 1))
done
is "killed $rounds times: wrong counts" $wrong 0
echo "# $killed_in_call of them inside a traced call"

victim_start hang
pid=$!
for _ in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20; do grep -q hanging "$work/stdout" && break; sleep 0.05; done
sleep 0.1
kill -9 $pid; wait $pid 2>/dev/null
rows
is "a call that hangs: calls that returned" "$(calls)" 7
is "a call that hangs is visible" "$(open_calls)" 1
f=$(grep '^open_call' "$work/rows" | sed 's/.*function=\([0-9]*\).*/\1/')
is "... with its function" "$(grep "^function .*function=$f " "$work/rows" | sed 's/.*name=//')" hipStreamSynchronize
finish
