# Files of dead processes: health names them, and rocpd-record removes those that nobody needs.
. "$(dirname "$0")/common.sh"
fake_setup
if [ -n "${SANITIZER:-}" ]; then LD=$(preload); LD=${LD%:*}; else LD=; fi
ask() { LD_PRELOAD=$LD ASAN_OPTIONS=detect_leaks=0 sqlite3 -cmd ".load $BUILD/rocpd" '' "$@" 2>&1; }
left() { ls "$work/out" | sed 's/.*[0-9]\.//' | sort | tr '\n' ' '; }
tidy() { (cd "$work" && env -u COLLECT_OUTPUT LD_PRELOAD= "$BUILD/rocpd-record" -q -o "$work/out" true); }

victim end kill
file=$(files)
is "health names the live file of a dead process" "$(ask "SELECT value, detail FROM health('$work/out') WHERE name = 'live file left'")" "1|$file.live: of a process that is dead, with what is in no chunk"
tidy; is "one with rows of its own stays" "$(left)" "rocz rocz.live "
is "... and its rows" "$(ask "SELECT count(*) FROM regions('$work/out')")" 10
: >"$file.next"; tidy; is "a second file is removed" "$(left)" "rocz rocz.live "
printf '\001' | dd of="$file.live" bs=1 seek=52 conv=notrunc 2>/dev/null
[ -n "${SANITIZER:-}" ] || { tidy; is "a live file whose rows are all in chunks is removed" "$(left)" "rocz "; } # rocpd-record asks rocpd.so, which needs the runtime
victim end kill; rm "$(files)"; tidy; is "a live file without its .rocz is removed" "$(left)" ""

# The file of a forked child states its parent.
victim fork 0
is "each child's parent is there" "$(ask "SELECT count(*) > 0, count(*) = sum(parent IN (SELECT guid FROM sources('$work/out'))) FROM sources('$work/out') WHERE parent IS NOT NULL")" "1|1"
is "... and is the process that it says" "$(ask "SELECT count(*) FROM sources('$work/out') c JOIN sources('$work/out') p ON p.guid = c.parent WHERE c.ppid <> p.pid")" 0

# Files of living processes, of other machines, and with other names stay.
victim end exit
is "nothing is left, nothing is named" "$(left)$(ask "SELECT count(*) FROM health('$work/out') WHERE name = 'live file left'")" "rocz 0"
host=$(uname -n)
for name in "$host-$$-1.rocz.next" "$host-$$-1.rocz.live" "other$host-999999999-1.rocz.next" "$host-x-1.rocz.next" "$host-999999999-1.rocz.nexts" "$host-999999999-1.next"; do : >"$work/out/$name"; done
tidy; is "what is alive or not ours stays" "$(ls "$work/out" | wc -l)" 7
: >"$work/out/$host-999999999-1.rocz.next"; (cd "$work" && LD_PRELOAD= "$BUILD/rocpd-record" -q -o "$work/%h/../out" true)
is "a folder that is a pattern is left alone" "$(ls "$work/out" | wc -l)" 8
finish
