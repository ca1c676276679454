# Programs without room: no space for a ring, no descriptors, little memory; or whose trace folder is renamed, or cannot
# be reached. Calls that cannot be recorded cost next to nothing, and are counted.
. "$(dirname "$0")/common.sh"
hostile room
. "$root/tests/hostile/counted.sh"
trace=$work/out
# cheap WHAT: a call costs what two clock readings cost at most (10 ns of our own; 8000 before); the machine may be busy
cheap() { [ "$(awk -v ns="$(told ns)" -v s=$SLOWER 'BEGIN { print ns < 60 * s }')" = 1 ] && ok "$1: $(told ns) ns a call" || not_ok "$1: $(told ns) ns a call"; }

# ---- no space
traced room early fsize 8192; judge_calls "no space for a ring" $?; cheap "no space for a ring"
is "no space for a ring: no row" "$n" 0
traced room late fsize 8192; judge_calls "no space for more rings" $?; cheap "no space for more rings"
[ "$n" -ge 1000 ] && ok "no space for more rings: the first are there" || not_ok "no space for more rings: $n rows"
mkdir -p "$work/small"
if mount -t tmpfs -o size=8k none "$work/small" 2>/dev/null; then
  trace=$work/small/out OUTPUT=$work/small/out
  traced room early none 0; judge_calls "a disk of 8 kB" $?; cheap "a disk of 8 kB"
  trace=$work/out; unset OUTPUT
  umount "$work/small"
else
  echo "# no mount here: the disk of 8 kB is not tested"
fi

# ---- the program cannot reach the files, but the writer can: nothing is lost
mkdir -p "$work/empty"
for way in "rename $work/moved" "chroot $work/empty" "chdir $work/empty" "unshare 0" "user 0" "nofile 3"; do
  name="then ${way%% *}"
  rm -rf "$work/moved"
  traced room late $way; rc=$?
  [ $rc = 77 ] && { echo "# $name: not for this user"; continue; }
  trace=$work/out; [ -d "$work/moved" ] && trace=$work/moved
  judge_calls "$name" $rc
  is "$name: rows, complete" "$n $(fact complete)" "$(told made) 1"
  is "$name: on stderr" "$(cat "$work/stderr")" ""
done
rm -rf "$work/moved"
COLLECT_ARGS=1 COLLECT_MAX_MB=1 COLLECT_KEEP=newest traced room late rename "$work/moved" 600000; is "renamed, newest rows: exit code" $? 3
trace=$work/moved
is "renamed, newest rows: complete, one file" "$(fact complete) $(ls "$trace" | wc -l)" "1 1"
[ "$(fact 'rows let go')" -gt 0 ] && ok "renamed, newest rows: $(fact 'rows let go') rows let go" || not_ok "renamed, newest rows: none is let go"
trace=$work/out

# ---- no file at all
traced room early nofile 3; rc=$?
is "no descriptor: exit code" $rc 3; cheap "no descriptor"
is "no descriptor: a line on stderr" "$(grep -c 'nothing is recorded' "$work/stderr") $(wc -l <"$work/stderr")" "1 1"

# ---- little memory: at each step of the start another allocation fails
for kb in 0 256 512 768 1024 1280 1536 1792 2048 2560 3072 4096; do
  traced room early data $kb 20000; judge_calls "memory for $kb kB more" $?
  is "memory for $kb kB more: rows without names" "$(ask "SELECT count(*) FROM regions('$trace') WHERE name IS NULL OR name = ''")" "$(fact 'names dropped')"
done
for kb in 3072 4096 6144 8192 16384; do
  traced room early as $kb 20000; rc=$?
  if grep -q 'nothing is recorded' "$work/stderr"; then is "addresses for $kb kB more: exit code" $rc 3; else judge_calls "addresses for $kb kB more" $rc; fi
done
finish
