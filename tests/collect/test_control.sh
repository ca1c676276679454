# The recording is started and stopped: COLLECT_START, COLLECT_PERIODS, rocpd ctl.
# Mostly waits.
. "$(dirname "$0")/common.sh"
. "$(dirname "$0")/listener.sh"
fake_setup

# ---- COLLECT_START
listener COLLECT_START=off
tell calls 10; tell get 1; dismiss; is "off: exit code" $? 3
rows; is "off: no calls" "$(calls)" 0
is "off: nothing is dropped" "$(dropped)" 0
is "off: the file says so" "$(states)" "1 "
is "off: the setting is in the file" "$(grep -c '^setting .*name=COLLECT_START value=off fallback=on$' "$work/rows")" 1
listener COLLECT_START=on; tell calls 10; dismiss; rows
is "on: calls" "$(calls)" 10
is "on: the file says so" "$(states)" "0 "
is "on: every setting is in the file" "$(grep -c '^setting ' "$work/rows")" "$(COLLECT_HELP=1 LD_PRELOAD=$(preload) /bin/true 2>&1 | grep -c '^[A-Z]')"
is "on: ... and every domain, recorded or not" "$(grep -c '^domain ' "$work/rows") $(grep -c '^domain .* name=hip recorded=1' "$work/rows") $(grep -c '^domain .* name=hsa recorded=0' "$work/rows")" \
  "$(COLLECT_HELP=1 LD_PRELOAD=$(preload) /bin/true 2>&1 | grep -c '^ ') 1 1"
listener COLLECT_START=2 # even a busy machine makes its first calls in that time
tell calls 10; await recording; tell calls 7; dismiss; rows
is "delayed: calls after the delay" "$(calls)" 7
is "delayed: the file says so" "$(states)" "1 0 "
listener COLLECT_START=0.5
tell sleep 700; tell calls 3; dismiss; rows
is "delayed: the time is the process's, not that of its first call" "$(calls)" 3
for bad in maybe -1 1x 99999999999999999999; do
  is "COLLECT_START=$bad is refused" "$(COLLECT_START=$bad LD_PRELOAD=$(preload) /bin/true 2>&1)" "libcollect: COLLECT_START='$bad' is not on, off or a number of seconds; using 'on'"
done

# ---- COLLECT_PERIODS
listener COLLECT_PERIODS=0:2:1
tell calls 10; await stopped; tell calls 5; dismiss; rows
is "a period from the beginning: calls" "$(calls)" 10
is "... the file says so" "$(states)" "0 2 "
listener COLLECT_PERIODS=0.5:0.5:0
for i in 1 2 3 4; do tell sleep 250; [ $((i % 2)) = 1 ] || continue; tell calls 1; tell sleep 250; done
tell sleep 750; dismiss; rows
# (A process that makes its first call late begins inside a period.)
case $(states | cut -c 1-8) in
  "2 0 2 0 "|"0 2 0 2 ") ok "periods for ever: the states alternate" ;;
  *) not_ok "periods for ever: the states alternate: $(states)" ;;
esac
listener COLLECT_PERIODS=0.7:0.7:2,0.7:0.7
tell calls 1; tell sleep 5200; tell calls 1; dismiss; rows
is "a list of periods: each is worked off" "$(states)" "2 0 2 0 2 0 2 "
is "... calls before and after are none" "$(calls)" 0
is "... at their times, to half a second on a busy machine" "$(awk '/^header/ { match($0, /start=[0-9]+/); s = substr($0, RSTART + 6, RLENGTH - 6) } /^recording/ { match($0, /time_ns=[0-9]+/); t = substr($0, RSTART + 8, RLENGTH - 8)
  if (n++) { late = (t - s) / 1e9 - 0.7 * (n - 1); bad += late < 0 || late > 0.5 } } END { print n, bad + 0 }' "$work/rows")" "7 0"
for bad in 1 1: 1:0 :1 1:1: 1:1:x 1:1:1:1 "1:1 1:1" 1:-1; do
  is "COLLECT_PERIODS='$bad' is refused" "$(COLLECT_PERIODS=$bad LD_PRELOAD=$(preload) /bin/true 2>&1 | sed 's/ in seconds.*//')" \
    "libcollect: COLLECT_PERIODS='$bad' is not a list delay:duration:repeat,..."
done

# ---- rocpd ctl
listener
until grep -q libcollect "/proc/$listener/maps"; do sleep 0.02; done # it has not executed the program yet
is "no traced call yet: ctl says so" "$(ctl status 2>&1)" "rocpd-ctl: process $listener records nothing: it has made no traced call yet"
tell calls 10
file=$(files)
is "status" "$(ctl status)" "recording to $file"
is "stop" "$(ctl stop)" "stopped, by COLLECT_START, a signal or rocpd ctl; $file"
tell calls 100
is "stop again" "$(ctl stop)" "stopped, by COLLECT_START, a signal or rocpd ctl; $file"
is "status of a stopped one" "$(ctl status)" "stopped, by COLLECT_START, a signal or rocpd ctl; $file"
is "start" "$(ctl start)" "recording to $file"
tell calls 20
before=$(stat -c %s "$file")
ctl flush >/dev/null; is "flush: exit code" $? 0
after=$(stat -c %s "$file")
[ "$after" -gt "$before" ] && ok "flush: the file grew" || not_ok "flush: the file has $after bytes, as before"
is "flush: the calls are in chunks" "$("$dump" "$file" | grep -c '^call ')" 30
dismiss; is "exit code" $? 3
rows; is "calls but those made while it was stopped" "$(calls)" 30
is "what was recorded when is in the file" "$(states)" "0 1 0 "
is "nothing is dropped" "$(dropped)" 0
health() { (cd "$work" && sqlite3 -cmd ".load $BUILD/rocpd" :memory: "SELECT value > 0, detail FROM health('$work/out') WHERE name = 'ns not recorded'"); }
[ -n "${SANITIZER:-}" ] || is "health: that it was stopped" "$(health)" "1|stopped 1 times"
is "the program has said nothing" "$(cat "$work/stderr")" ""
is "of a process that has ended" "$(ctl status 2>&1)" "rocpd-ctl: there is no process $listener"
is "of a process without the collector" "$("$BUILD/rocpd-ctl" $$ status 2>&1 | cut -d : -f 1,2)" "rocpd-ctl: process $$ records nothing" 

listener COLLECT_START=off; tell calls 10; ctl start >/dev/null; tell calls 5; dismiss; rows
is "off, then started: calls" "$(calls)" 5
listener COLLECT_START=3; tell calls 10; ctl stop >/dev/null; tell sleep 3500; tell calls 5; dismiss; rows
is "stopped before its delayed start: it stays so" "$(calls) $(states)" "0 1 "

# ---- what is in progress, forks, threads, kills
listener; tell calls 1; tell enter; ctl stop >/dev/null; tell calls 10; tell leave; tell calls 10; dismiss; rows
is "a call in progress when it stops is recorded to its end" "$(calls hipStreamAddCallback) $(calls hipSetDevice) $(open_calls)" "1 1 0"
listener; tell calls 1; ctl stop >/dev/null; tell enter; ctl start >/dev/null; tell calls 10; tell leave; tell calls 10; dismiss; rows
is "one that began while it was stopped is not" "$(calls hipStreamAddCallback) $(calls hipSetDevice) $(open_calls)" "0 21 0"
listener; tell calls 1; tell enter; ctl stop >/dev/null; tell calls 10; ctl start >/dev/null; tell leave; dismiss; rows
is "stopped and started inside of a call" "$(calls hipStreamAddCallback) $(calls hipSetDevice) $(dropped)" "1 1 0"
listener; tell calls 1; tell enter; ctl stop >/dev/null; tell kill; dismiss 2>/dev/null; rows
is "killed while it is stopped, in a call: it is open" "$(calls) $(grep -c '^open_call' "$work/rows") $(states)" "1 1 0 1 "
for how in fork clone; do
  listener; tell calls 5; ctl stop >/dev/null; tell $how 100; tell calls 100; ctl start >/dev/null; tell calls 7; dismiss; rows
  is "$how while it is stopped: files, calls" "$(file_count) $(calls)" "2 12"
  is "$how while it is stopped: the child's file says so" "$(grep -c '^recording .*stopped_by=1' "$work/rows") $(dropped)" "2 0"
  listener; tell calls 5; ctl stop >/dev/null; ctl start >/dev/null; tell $how 100; dismiss; rows
  is "$how after it went on: the child's calls" "$(calls)" 105
done
listener COLLECT_START=off; tell calls 5; ctl start >/dev/null; tell exec; dismiss; rows
is "exec: the new image is as its environment says" "$(calls) $(states)" "0 1 0 1 "
listener; tell calls 1; ctl stop >/dev/null; tell thread 10; ctl start >/dev/null; tell thread 20; dismiss; rows
is "threads that come while it is stopped" "$(calls) $(dropped)" "21 0"
COLLECT_START=off victim none; [ -e "$work/out" ] && not_ok "off, without a traced call: a folder" || ok "off, without a traced call: no folder"

# ---- another user's
if [ "$(id -u)" = 0 ] && command -v setpriv >/dev/null; then
  listener; tell calls 1
  chmod 755 "$work" "$work/out" 2>/dev/null
  setpriv --reuid=65534 --regid=65534 --clear-groups "$BUILD/rocpd-ctl" "$listener" stop >"$work/said" 2>&1
  is "another user may not: exit code" $? 1
  tell calls 9; dismiss; rows
  is "... and nothing is stopped" "$(calls)" 10
fi
finish
