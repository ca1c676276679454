# exec: the file is closed first, as at exit. One that fails loses nothing, whatever other threads do.
. "$(dirname "$0")/common.sh"
fake_setup
$CC -O1 -g -w -D_GNU_SOURCE -o "$work/exec_user" "$root/tests/collect/exec_user.c" -L"$work/fake" -lamdhip64 -pthread || exit 1
run() { # run WAY [ARGUMENT]
  rm -rf "$work/out"
  (cd "$work" && timeout -s KILL 60 env COLLECT_OUTPUT="$work/out" LD_LIBRARY_PATH="$work/fake" ASAN_OPTIONS=detect_leaks=0 LD_PRELOAD="$(preload)" ./exec_user "$@" >"$work/stdout" 2>"$work/stderr")
  echo "$? $(cat "$work/stdout" "$work/stderr")"
}
all() { sql "SELECT count(*) FROM regions WHERE name = 'hipSetDevice'"; }
closed() { echo "$(ls "$work/out" | grep -c live) live, $(sql "SELECT count(*), sum(complete) FROM sources")"; }
for mode in timeline profile; do
  export COLLECT_MODE=$mode
  for way in execve execv execvp execvpe execl execlp execle fexecve execveat empty_path handler closed; do
    is "$mode, $way: the program is executed" "$(run $way)" "0 "
    is "$mode, $way: the file is closed" "$(closed)" "0 live, 1 1"
    is "$mode, $way: calls" "$(sql "SELECT sum(calls) FROM calls WHERE name = 'hipSetDevice'")" 5
  done
done
unset COLLECT_MODE
for way in vfork fork absent denied pointer; do
  is "$way: the program" "$(run $way)" "3 "
  is "$way: one file, closed at the end" "$(closed)" "0 live, 1 1"
  is "$way: calls" "$(all)" 8
done
printf 'no program' >"$work/bad"; chmod +x "$work/bad"
is "exec fails: the program" "$(run bad "$work/bad")" "3 "
is "... each time another file begins" "$(closed)" "0 live, 3 3"
is "... calls" "$(all)" 12
is "... a file names the one before" "$(sql "SELECT count(*) FROM sources c JOIN sources p ON p.guid = c.parent AND p.pid = c.pid")" 2
is "with another thread: the program is executed" "$(run thread)" "0 "
is "... the file is closed" "$(closed)" "0 live, 1 1"
is "... calls" "$(all)" 5

# Threads that record all the time.
$CC -O1 -g -w -D_GNU_SOURCE -o "$work/exec_user" "$root/tests/collect/exec_threads.c" -L"$work/fake" -lamdhip64 -pthread || exit 1
made() { sed -n 's/^made //p' "$work/stdout"; }
threads() { run "$@" | sed 's/ made .*//; s/ $//'; }
counted() { sql "SELECT (SELECT count(*) FROM regions WHERE name = 'hipSetDevice' AND end IS NOT NULL) + (SELECT coalesce(sum(value), 0) FROM health WHERE name IN ('calls dropped', 'calls untracked'))"; }
for mode in timeline profile both; do
  is "$mode, a call hangs: the program is executed" "$(COLLECT_MODE=$mode run hangs)" "0 "
  is "... nothing is missing" "$(closed)" "1 live, 1 1"
  [ $mode = both ] || is "... calls" "$(sql "SELECT sum(calls) FROM calls WHERE name = 'hipSetDevice'")" 5
  [ "$(du -k "$(files).live" | cut -f 1)" -le 64 ] && ok "... the live file is small" || not_ok "... the live file: $(du -k "$(files).live")"
  [ $mode = profile ] || is "... the call is in progress" "$(sql "SELECT name FROM regions WHERE end IS NULL")" hipStreamSynchronize
done
for way in "fails $work/bad" spawns jump; do
  # shellcheck disable=SC2086
  is "${way%% *}: the program" "$(threads $way)" 3
  is "... one file, closed at the end" "$(closed)" "0 live, 1 1"
  is "... calls" "$(counted)" "$(made)"
done
is "two threads execute: the program is executed" "$(threads two)" 0
is "... nothing is missing" "$(sql "SELECT count(*), sum(complete) FROM sources")" "1 1"
# After exec has failed, rows of segments that have no file any more do not wait for ten seconds.
rm -rf "$work/out"
COLLECT_OUTPUT="$work/out" LD_LIBRARY_PATH="$work/fake" ASAN_OPTIONS=detect_leaks=0 LD_PRELOAD="$(preload)" "$work/exec_user" goes_on >"$work/stdout" 2>"$work/stderr" &
pid=$!
for _ in $(seq 600); do [ -n "$(made)" ] && break; sleep 0.1; done
for _ in $(seq 16); do [ "$(counted)" = "$(made)" ] && break; sleep 0.3; done
kill -KILL $pid; wait $pid 2>/dev/null
is "killed after exec has failed: the file is not closed" "$(sql "SELECT complete FROM sources")" 0
is "... calls" "$(counted)" "$(made)"
images=20
[ -n "${SOAK:-}" ] && images=200
truncate -s 65536 "$work/counts"
is "images that execute each other: the last one" "$(threads chain "$work/counts" $images)" 3
is "... nothing is missing" "$(sql "SELECT count(*), sum(complete) FROM sources")" "$images $images"
n=$(counted) bounds=$(made)
[ "$n" -ge "${bounds% *}" ] && [ "$n" -le "${bounds#* }" ] && ok "... calls" || not_ok "... calls: $n, made $bounds"
finish
