# COLLECT_CHECK finds broken rings, reports and counts them; COLLECT_VERBOSE prints what happens.
. tests/inside/common.sh
# found WHAT TEXT: compares what COLLECT_CHECK prints
found() {
  COLLECT_CHECK=1 inside "$BUILD/inside/checks" "$1"
  [ "$(counted checks_failed)" -gt 0 ] && ok "$1: counted" || not_ok "$1: counted"
  is "$1: what is said" "$(sed -n 's/^libcollect: test, lane 0, .*: //p' "$work/stderr" | sort -u)" "$2"
}
found overfull "the ring holds more than fits"
found ahead "tail is beyond pos"
found back "tail went back"
found kind "the segment is not of the ring's kind"
found record "a record with an x"
COLLECT_CHECK=1 inside "$BUILD/inside/checks" nothing
is "nothing: nothing is said or counted" "$(counted checks_failed) $(wc -c <"$work/stderr")" "0 0"
inside "$BUILD/inside/checks" back
is "not asked for: nothing is said or counted" "$(counted checks_failed) $(wc -c <"$work/stderr")" "0 0"

COLLECT_VERBOSE=1 inside "$BUILD/inside/checks" nothing
for line in "records to $work/out/.*.rocz" "calls: a new segment of [0-9]* bytes for lane 1" "calls: [0-9]* rows in [0-9]* us" "the file is closed"; do
  grep -q "^libcollect: .*$line" "$work/stderr" && ok "verbose: $line" || not_ok "verbose: $line"
done
is "verbose: the rows of all drains" "$(sed -n 's/^libcollect: .*calls: \([0-9]*\) rows in .*/\1/p' "$work/stderr" | awk '{ n += $1 } END { print n }')" 1000
is "verbose: not on stdout" "$(cat "$work/stdout")" ""
finish
