# Disks that are full, or fail: each call is a row or counted, the program is not held up, stderr and the file report it, and
# writing continues when there is room again.
. "$(dirname "$0")/common.sh"
hostile room
. "$root/tests/hostile/counted.sh"
# judge WHAT RC: also checks that missing calls are reported, on stderr once, and in the file
judge() {
  judge_calls "$@"
  is "$1: kinds of lines on stderr" "$(sed 's/.*: \(no room\|cannot write\).*/\1/' "$work/stderr" | sort | uniq -d)" ""
}
# swift WHAT: checks that 200,000 calls take little longer than recorded ones (without precautions it was a second, or a minute)
swift() { [ "$(told ms)" -lt $((300 * SLOWER)) ] && ok "$1: $(told ms) ms" || not_ok "$1: $(told ms) ms"; }

# ---- writes that fail: those of more than 1000 bytes
trace=$work/out
while read -r name error text; do
  traced room late error $error; rc=$?
  [ $rc = 77 ] && { echo "# $name: no filter here"; continue; }
  judge "$name" $rc; swift "$name"
  is "$name: stderr says it once" "$(grep -c "cannot write .*: $text;" "$work/stderr") $(wc -l <"$work/stderr")" "1 1"
  [ "$(fact 'write errors')" -gt 0 ] && [ "$(fact 'ns without room')" -gt 0 ] && ok "$name: health says it" || not_ok "$name: $(fact 'write errors') errors in $(fact 'ns without room') ns"
  [ "$(fact 'write errors')" -lt 40 ] && ok "$name: $(fact 'write errors') tries" || not_ok "$name: $(fact 'write errors') tries"
  is "$name: what is not written is in the live file" "$(fact complete) $(fact 'live file left')" "0 1"
done <<'END'
EIO 5 disk error
ENOSPC 28 the disk is full
EFBIG 27 the file has reached the size limit
EDQUOT 122 the user's quota is used up
END

# ---- small disks
mkdir -p "$work/small"
mount -t tmpfs -o size=50k none "$work/small" 2>/dev/null || { echo "# no mount here: full disks are not tested"; finish; }
umount "$work/small"
trace=$work/small/out OUTPUT=$work/small/out
for size in 50k 100k 300k 400k 500k 700k 1m 2m 4m 10m; do
  mount -t tmpfs -o size=$size none "$work/small"
  traced room early none 0 50000; judge "a disk of $size" $?; swift "a disk of $size"
  [ "$n" = "$(told made)" ] || [ "$(fact complete)" = 0 ] || [ "$counted" -gt 0 ] && ok "a disk of $size: complete is $(fact complete)" || not_ok "a disk of $size: complete, without $(($(told made) - n)) rows"
  umount "$work/small"
done

# ---- full for a while: another file takes all room; when it is removed, the rest is written
mount -t tmpfs -o size=4m none "$work/small"
traced room late fill "$work/small/filler" 400000 "$work/small/filler"; judge "full for a while" $?; swift "full for a while"
is "full for a while: complete, no live file" "$(fact complete) $(ls "$trace" | grep -c live)" "1 0"
[ "$(fact 'write errors')" -gt 0 ] && [ "$n" -gt 1000 ] && ok "full for a while: $(fact 'write errors') errors, $n rows" || not_ok "full for a while: $(fact 'write errors') errors, $n rows"
umount "$work/small"
finish
