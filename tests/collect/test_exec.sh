# exec: the file of a process with one thread is closed first, as at exit. One that fails loses nothing.
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
is "... calls, from the live file" "$(all)" 5
finish
