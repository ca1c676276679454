# Files of limited size: the first rows, or the newest, whenever the process is killed.
# Mostly waits.
. "$(dirname "$0")/common.sh"
hostile limit
MB=1048576
if [ -n "${SANITIZER:-}" ]; then LD=$(preload); LD=${LD%:*}; else LD=; fi
ask() { LD_PRELOAD=$LD ASAN_OPTIONS=detect_leaks=0 sqlite3 -cmd ".load $BUILD/rocpd" '' "$@"; }
# rows_of FOLDER: the number of calls, and the first and last of their numbers
rows_of() { ask "SELECT count(*), min(id & 1099511627775), max(id & 1099511627775) FROM regions('$1') WHERE name = 'hipSetDevice'" 2>&1; }
# rows_and_facts: the same of $work/out, then the facts `calls dropped` and `damaged`
rows_and_facts() {
  ask "SELECT count(*), min(id & 1099511627775), max(id & 1099511627775), (SELECT coalesce(sum(value), 0) FROM health('$work/out') WHERE name = 'calls dropped'),
    (SELECT coalesce(sum(value), 0) FROM health('$work/out') WHERE name = 'damaged') FROM regions('$work/out') WHERE name = 'hipSetDevice'" 2>&1
}
fact() { ask "SELECT coalesce(sum(value), 0) FROM health('$work/out') WHERE name = '$1'"; }
# told N: the N-th number of the shared file
told() { od -An -t u8 -j $((8 * $1)) -N 8 "$work/done" | tr -d ' '; }
bytes() { cat "$work"/out/*.rocz "$work"/out/*.next 2>/dev/null | wc -c; }
export COLLECT_ARGS=1
# limited ARGUMENTS: runs the program, whose count begins at 0
limited() { rm -f "$work/done"; traced limit done "$@"; }

COLLECT_MAX_MB=2 limited 1; is "first: exit code" $? 3
is "first: nothing is on stderr" "$(cat "$work/stderr")" ""
[ "$(bytes)" -le $((2 * MB)) ] && [ "$(bytes)" -gt $((3 * MB / 2)) ] && ok "first: $(bytes) bytes" || not_ok "first: $(bytes) bytes of 2 MB"
IFS='|' read -r n low high <<END
$(rows_of "$work/out")
END
is "first: the first call is there" "$low" 1
[ "$n" -gt 20000 ] && [ "$(told 0)" -gt $((n + 10000)) ] && ok "first: $n of $(told 0) calls" || not_ok "first: $n of $(told 0) calls"
is "first: the rows have no gap" $((high - low + 1 - n - $(fact 'calls dropped'))) 0
is "first: health says so" "$(fact 'stopped by size limit') $(fact complete) $(fact 'rows lost')" "1 1 0"
is "first: nothing else is left" "$(ls "$work/out" | wc -l)" 1

COLLECT_MAX_MB=2 COLLECT_KEEP=newest limited 2; is "newest: exit code" $? 3
[ "$(bytes)" -le $((2 * MB)) ] && [ "$(bytes)" -gt $((MB / 2)) ] && ok "newest: $(bytes) bytes" || not_ok "newest: $(bytes) bytes of 2 MB"
IFS='|' read -r n low high <<END
$(rows_of "$work/out")
END
[ $((high + $(fact 'calls dropped'))) -ge "$(told 0)" ] && ok "newest: the last call, $high, is there" || not_ok "newest: $high is the last of $(told 0) calls"
[ "$low" -gt 100000 ] && ok "newest: the first is $low" || not_ok "newest: the first is $low of $n"
is "newest: the rows have no gap" $((high - low + 1 - n)) 0
# Calls, and their arguments, which are rows as well.
[ "$(fact 'rows let go')" -ge $((low - 1)) ] && ok "newest: $(fact 'rows let go') rows let go" || not_ok "newest: $(fact 'rows let go') rows let go before $low"
is "newest: complete" "$(fact complete) $(fact 'rows over size limit') $(fact 'rows lost') $(fact 'write errors')" "1 0 0 0"
is "newest: nothing else is left" "$(ls "$work/out" | wc -l)" 1
is "newest: each call has its argument" "$(ask "SELECT count(*) FROM region_args('$work/out')" "SELECT count(*) FROM regions('$work/out') WHERE name = 'hipSetDevice'" | uniq | wc -l)" 1
is "newest: it can be archived" "$(ask "SELECT rocpd_attach('$work/out')" "SELECT rocpd_export_rocz('$work/archive.rocz') IS NOT NULL" | tail -1) $(rows_of "$work/archive.rocz")" "1 $n|$low|$high"

# Killed at any time: all calls that were counted are in the files, up to the last one, and nothing is damaged.
kills=${KILLS:-6}
[ -n "${SOAK:-}" ] && kills=200
bad=0 whole=0
for i in $(seq $kills); do
  rm -rf "$work/out" "$work/done"
  (cd "$work" && exec env COLLECT_MAX_MB=1 COLLECT_KEEP=newest COLLECT_OUTPUT="$work/out" LD_LIBRARY_PATH="$work/fake" LD_PRELOAD="$(preload)" \
    ASAN_OPTIONS=detect_leaks=0 ./limit done 60 >/dev/null 2>"$work/stderr") &
  pid=$!
  # After a number of calls, not a time: a busy machine makes fewer calls in a time.
  calls=$(awk -v s=$i -v t="$(date +%N)" 'BEGIN { srand(s * 1000 + t); print int(20000 + 380000 * rand()) }')
  for wait in $(seq 6000); do
    [ -f "$work/done" ] && [ "$(told 0)" -ge "$calls" ] && break
    sleep 0.01
  done
  kill -9 $pid; wait $pid 2>/dev/null
  IFS='|' read -r n low high dropped damaged <<END
$(rows_and_facts)
END
  if [ $((${high:-0} + ${dropped:-0})) -lt "$(told 0)" ] || [ $((high - low + 1 - n)) -gt "$dropped" ] || [ "$damaged" != 0 ] || [ "$(bytes)" -gt $MB ]; then
    bad=$((bad + 1)); echo "# $n rows from $low to $high of $(told 0), $dropped dropped, damaged $damaged, $(bytes) bytes"
  fi
  [ "${low:-1}" -gt 1 ] && whole=$((whole + 1))
done 2>/dev/null
is "killed $kills times: the newest rows are there" $bad 0
[ $whole -ge $((kills / 4)) ] && ok "... of $whole the first were let go" || not_ok "... only of $whole the first were let go"

# Read while it runs: each statement sees all calls that had returned before it.
rm -rf "$work/out" "$work/done"
(cd "$work" && exec env COLLECT_MAX_MB=1 COLLECT_KEEP=newest COLLECT_OUTPUT="$work/out" LD_LIBRARY_PATH="$work/fake" LD_PRELOAD="$(preload)" \
  ASAN_OPTIONS=detect_leaks=0 ./limit done 60 >/dev/null 2>&1) &
pid=$!
for wait in $(seq 6000); do [ -f "$work/done" ] && [ "$(told 0)" -gt 1000 ] && break; sleep 0.01; done
mkfifo "$work/in"
LD_PRELOAD=$LD ASAN_OPTIONS=detect_leaks=0 sqlite3 -cmd ".load $BUILD/rocpd" '' <"$work/in" >"$work/answers" 2>&1 &
reader=$!
exec 3>"$work/in"
echo "SELECT rocpd_attach('$work/out');" >&3
for i in $(seq 40); do
  seen=$(told 0)
  echo ".print before $seen" >&3
  echo "SELECT 'saw', count(*), min(id & 1099511627775), max(id & 1099511627775) FROM regions WHERE name = 'hipSetDevice';" >&3
  for wait in $(seq 500); do [ "$(told 0)" -ge $((seen + 8000)) ] && break; sleep 0.01; done # whatever its pace is
done
exec 3>&-
wait $reader
kill -9 $pid; wait $pid 2>/dev/null
awk -F'[ |]' '$1 == "before" { b = $2 } $1 == "saw" { n++; if ($4 < b) late++; if ($3 > 1) moved++ } !/^(before|saw|[0-9]+$)/ { print "# " $0; other++ }
  END { print n + 0, late + 0, other + 0, (moved > 5) }' "$work/answers" >"$work/sum"
is "a reader beside it: statements, late ones, errors, with the first rows let go" "$(tail -1 "$work/sum")" "40 0 0 1"
[ "$(tail -1 "$work/sum")" = "40 0 0 1" ] || grep '^#' "$work/sum" | head -5

# Names that were in chunks before old rows were dropped (a flush writes them) are copied to each next file.
rm -rf "$work/out" "$work/done"
(cd "$work" && exec env COLLECT_MAX_MB=1 COLLECT_KEEP=newest COLLECT_OUTPUT="$work/out" LD_LIBRARY_PATH="$work/fake" LD_PRELOAD="$(preload)" \
  ASAN_OPTIONS=detect_leaks=0 ./limit done 60 >/dev/null 2>&1) &
pid=$!
for wait in $(seq 6000); do [ -f "$work/done" ] && [ "$(told 0)" -gt 1000 ] && break; sleep 0.01; done
LD_PRELOAD= "$BUILD/rocpd-ctl" "$pid" flush >"$work/ctl" 2>&1; is "a flush before rows are let go" $? 0
for wait in $(seq 6000); do [ "$(told 0)" -gt 600000 ] && break; sleep 0.01; done
kill -9 $pid; wait $pid 2>/dev/null
rm -f "$work"/out/*.live
IFS='|' read -r n low high <<END
$(rows_of "$work/out")
END
[ "$n" -gt 1000 ] && [ "$low" -gt 1000 ] && ok "... $n rows from $low on have their names without the live file" || not_ok "... names: $n from $low on"

# A forked child has a limit and a file of its own.
COLLECT_MAX_MB=1 COLLECT_KEEP=newest limited 1 fork; is "fork: exit code" $? 3
is "fork: two files, nothing else" "$(ls "$work/out" | grep -c 'rocz$') $(ls "$work/out" | wc -l)" "2 2"
is "fork: complete" "$(fact complete)" 2
is "fork: the parent's" "$(ask "SELECT min(c) FROM (SELECT count(*) c FROM regions('$work/out') WHERE name = 'hipSetDevice' GROUP BY guid)")" 1
[ "$(ask "SELECT max(id & 1099511627775) FROM regions('$work/out')")" -ge "$(told 1)" ] && ok "fork: the child's last call is there" || not_ok "fork: the child's last call"

# No room for the second file, or the folder is gone: the program goes on, within the limit.
mkdir -p "$work/small"
if mount -t tmpfs -o size=1600k none "$work/small" 2>/dev/null; then
  OUTPUT=$work/small/out COLLECT_MAX_MB=4 COLLECT_KEEP=newest limited 1; is "a full disk: exit code" $? 3
  ask "SELECT count(*) FROM regions('$work/small/out')" >"$work/n" 2>&1
  [ "$(cat "$work/n")" -gt 1000 ] && ok "a full disk: $(cat "$work/n") rows" || not_ok "a full disk: $(cat "$work/n")"
  umount "$work/small"
fi
rm -rf "$work/out"
(for wait in $(seq 6000); do ls "$work"/out/*.rocz && break; sleep 0.01; done; rm -rf "$work/out") >/dev/null 2>&1 &
COLLECT_MAX_MB=1 COLLECT_KEEP=newest limited 1; is "the folder is removed: exit code" $? 3
wait
finish
