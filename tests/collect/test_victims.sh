# The collector in programs that end, fork, jump, get signals, close descriptors: all
# calls are recorded, and the program notices nothing.
. "$(dirname "$0")/common.sh"
fake_setup

victim none; is "a program without traced calls: exit code" $? 3
[ ! -e "$work/out" ] && ok "... leaves no folder" || not_ok "... leaves a folder"

for how in exit return pthread_exit; do
  victim end $how; rc=$?
  [ $how = pthread_exit ] && want=0 || want=3
  is "$how: exit code" $rc $want
  rows; is "$how: calls" "$(calls)" 10
  is "$how: footer" "$(grep -c '^end footer size' "$work/rows")" 1
  is "$how: live file removed" "$(ls "$work/out" | grep -c live)" 0
done
for how in _exit quick_exit exec; do
  victim end $how; is "$how: exit code" $? 3
  rows; is "$how: calls" "$(calls)" 10
done
for how in abort kill term segv; do
  (victim end $how) 2>/dev/null; rc=$?
  case $how in abort) want=134 ;; kill) want=137 ;; term) want=143 ;; segv) want=139 ;; esac
  is "$how: exit code" $rc $want
  rows; is "$how: calls" "$(calls)" 10
done
for how in exit _exit abort; do
  (victim end_in_thread $how) 2>/dev/null
  rows; is "$how in a thread: calls" "$(calls)" 10
done
victim thread_forever; is "a thread that never ends: exit code" $? 3
rows; is "a thread that never ends: calls" "$(calls)" 10

victim errno; rows
is "errno is kept" "$(cat "$work/stdout")" ""
is "errno: calls" "$(calls)" 6

victim nested 50; rows; check_expected nested
victim signal 300; rows; check_expected "signal handlers"
victim blocked; is "a signal that is held off is delivered nowhere" "$(cat "$work/stdout")" 0
victim longjmp 20; rows; check_expected "longjmp out of a call"
victim siglongjmp 200; rows; check_expected "siglongjmp from handlers"

for how in 0 1; do
  victim fork $how; rows
  is "fork $how: files" "$(file_count)" 2
  is "fork $how: calls of both" "$(calls)" 50
  is "fork $how: nothing dropped" "$(dropped)" 0
  victim fork_inside $how; rows
  is "fork $how inside a call: files" "$(file_count)" 2
  # The child's return from the call is no row, since the call began in the parent. For the
  # child, calls inside it are outermost calls, and are rows.
  is "fork $how inside a call: the parent's" "$(calls hipStreamAddCallback)" 1
  is "fork $how inside a call: calls" "$(calls hipSetDevice)" 45
done
for how in "0 exit" "1 exit" "0 kill"; do
  # shellcheck disable=SC2086
  COLLECT_ARGS=1 victim fork_late $how; rows; check_expected "fork $how, late"
  is "fork $how, late: files" "$(file_count)" 2
  # The child's file, which began last, has its own strings only.
  child=$(for f in $(files); do echo "$("$dump" "$f" | sed -n 's/^header .* start=\([0-9]*\) .*/\1/p') $f"; done | sort -n | tail -n 1 | cut -d ' ' -f 2)
  "$dump" "$child" >"$work/child"
  is "fork $how, late: the child's functions have names" "$(sed -n 's/^function.* name=//p' "$work/child" | sort | tr '\n' ' ')" "hipModuleLoad hipSetDevice "
  is "fork $how, late: they are numbered from 0" "$(awk '/^function/ { print $3 }' "$work/child" | tr '\n' ' ')" "0 1 "
  is "fork $how, late: few strings are the child's" "$("$dump" -s "$child" | awk '/^string / { sub("rows=", "", $2); n += $2 } END { print (n < 300) }')" 1
done
for how in 0 1; do
  victim fork_idle $how; is "fork $how, a child without calls: files" "$(file_count)" 1
  rows; is "... its parent's calls" "$(calls)" 20
  is "... a footer" "$(grep -c '^end footer size' "$work/rows")" 1
done
victim vfork; rows; is "vfork and exec: calls" "$(calls)" 20
is "vfork and exec: files" "$(file_count)" 1

victim short_threads 250; rows; check_expected "2000 short threads"
is "short threads: nothing dropped" "$(dropped)" 0
victim threads 20000; rows; check_expected "8 threads"
COLLECT_ARGS=1 victim threads 5000; rows; check_expected "8 threads with arguments"
is "8 threads with arguments: arguments" "$(grep -c '^argument' "$work/rows")" 200000

victim clock 300; rows
grep '^call' "$work/rows" | sed 's/.*duration=\([0-9-]*\) start=\([0-9]*\) .*/\2 \1/' | paste -d ' ' - "$work/stdout" >"$work/times"
is "times by the kernel's clock, to 1 us" "$(awk '{ if ($1 < $3 - 1000 || $1 + $2 > $4 + 1000 || $2 < 0) bad++ } END { print NR, bad + 0 }' "$work/times")" "300 0"
for _ in 1 2 3; do
  victim exit_busy; is "exit while other threads call: exit code" $? 3
  rows; is "exit while other threads call: a footer" "$(grep -c '^end footer size' "$work/rows")" 1
done

$CC -O1 -shared -fPIC -w -o "$work/libopens.so" "$root/tests/collect/opens.c" -ldl || exit 1
rm -rf "$work/out" "$work/opening"
(cd "$work" && timeout 60 env OPENING="$work/opening" COLLECT_OUTPUT="$work/out" LD_LIBRARY_PATH="$work/fake" ASAN_OPTIONS=detect_leaks=0 LD_PRELOAD="$(preload):$work/libopens.so" ./victim exit_opening "$work/opening" >"$work/stdout" 2>"$work/stderr")
is "exit while another thread makes the file: exit code" $? 3
rows; is "exit while another thread makes the file: it is finished" "$(grep -c '^end footer size' "$work/rows") $(ls "$work/out" | grep -c live)" "1 0"

victim close_all; is "closed descriptors: exit code" $? 3
is "descriptors are the program's own" "$(cat "$work/stdout" "$work/stderr")" ""
rows; is "closed descriptors: calls" "$(calls)" 100500

# The writer runs before the program's threads if the user has that right; their nice values do not change.
nice=0; [ "$(nice -n -19 nice 2>/dev/null)" = -19 ] && nice=-19
victim writer; is "the writer has a table of descriptors of its own, and its turn first" "$(cat "$work/stdout")" "1 0 $nice 0"

victim wrap; rows; check_expected "2^32 calls"
is "numbers go on beyond 32 bits" "$(grep -c "sequence=42949673" "$work/rows")" 80

COLLECT_ARGS=1 victim strings 30; rows; check_expected "string arguments"
victim streams; rows
is "a reused stream handle is a new stream" "$(grep '^stream' "$work/rows" | sed 's/.*stream=\([0-9]*\) .*/\1/' | tr '\n' ' ')" "1 2 3 "
# Runtimes that are loaded late, with RTLD_LOCAL, or not at all.
$CC -O1 -w -o "$work/loader" "$here/loader.c" -ldl
echo 'int hipSetDevice(int); void work(void) { for (int i = 0; i < 10; i++) hipSetDevice(i); }' >"$work/plugin.c"
$CC -O1 -fPIC -shared -w -o "$work/plugin.so" "$work/plugin.c" -L"$work/fake" -lamdhip64
load() {
  rm -rf "$work/out"
  (cd "$work" && env COLLECT_OUTPUT="$work/out" LD_LIBRARY_PATH="$work/fake" ASAN_OPTIONS=detect_leaks=0 LD_PRELOAD="$(preload)" ./loader "$@" >"$work/stdout" 2>"$work/stderr")
}
load ./plugin.so; is "a runtime under RTLD_LOCAL, loaded and unloaded: exit code" $? 3
rows; is "a runtime under RTLD_LOCAL: calls" "$(calls)" 30
load absent; is "no runtime: exit code" $? 3
is "no runtime: no functions" "$(sed 's|[^ ]*/||g' "$work/stdout")" "(nil) (nil) loader: undefined symbol: hipSetDevice"
is "no runtime: no file" "$(file_count)" 0

# If the kernel's clock is not the TSC, every call takes the slow path, by BOOTTIME.
clocksource=/sys/devices/system/clocksource/clocksource0/current_clocksource
echo hpet >"$work/hpet"
if unshare -m mount --bind "$work/hpet" $clocksource 2>/dev/null; then
  cat >"$work/without_tsc" <<END
mount --bind "$work/hpet" $clocksource
cd "$work"
COLLECT_OUTPUT="$work/out" LD_LIBRARY_PATH="$work/fake" ASAN_OPTIONS=detect_leaks=0:handle_segv=0 LD_PRELOAD="$(preload)" ./victim "\$@" >"$work/stdout" 2>"$work/stderr"
END
  without_tsc() { rm -rf "$work/out"; unshare -m sh "$work/without_tsc" "$@"; }
  without_tsc clock 50; is "without TSC: exit code" $? 3
  rows
  is "without TSC: the header says so" "$(grep -c '^header .* tsc_hz=0 ' "$work/rows")" 1
  grep '^call' "$work/rows" | sed 's/.*duration=\([0-9-]*\) start=\([0-9]*\) .*/\2 \1/' | paste -d ' ' - "$work/stdout" >"$work/times"
  is "without TSC: times" "$(awk '{ if ($1 < $3 - 1000 || $1 + $2 > $4 + 1000 || $2 < 0) bad++ } END { print NR, bad + 0 }' "$work/times")" "50 0"
  without_tsc nested 30; rows; check_expected "without TSC, nested"
  without_tsc longjmp 20; rows; check_expected "without TSC, longjmp"
  without_tsc threads 5000; rows; check_expected "without TSC, 8 threads"
else
  echo "# not root: the way without TSC is not tested"
fi
finish
