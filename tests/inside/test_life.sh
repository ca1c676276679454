#!/bin/sh
# First calls and forks at their worst moments (life.c).
. tests/inside/common.sh
life() { inside "$BUILD/inside/life" "$1"; }
# rows_of child|parent: the rows of that process's file
rows_of() {
  awk -v child="$(said child)" -v of="$1" '/^header/ { split($2, a, "="); mine = (a[2] == child) == (of == "child") } mine' "$work/rows"
}
# results_of child|parent: what its calls returned, in order of their numbers
results_of() {
  rows_of "$1" | sed -n 's/^\(live_\)*call .*sequence=\([0-9]*\) .*result=\([0-9]*\)/\2 \3/p' | sort -n | awk '{ bad += $1 != NR; r = r $2 " " } END { print r (bad ? "numbered otherwise" : "") }'
}

life first
is "first: both threads' calls" "$(calls) $(dropped)" "2 0"

for how in inside inside_raw; do
  life $how
  is "$how: files" "$(file_count)" 2
  is "$how: the parent's calls" "$(results_of parent)" "1 2 3 1000 1 2 3 4 "
  is "$how: the child's" "$(results_of child)" "1 2 3 4 5 1 2 "
done

life streams
is "streams: rows of the child" "$(rows_of child | sed -n 's/^stream .* stream=\([0-9]*\) handle=\([0-9]*\) .*/\1/p' | tr '\n' ' ')" "1 2 3 "
is "streams: rows of the parent" "$(rows_of parent | sed -n 's/^stream .* stream=\([0-9]*\) handle=\([0-9]*\) .*/\1/p' | tr '\n' ' ')" "1 2 3 4 "
finish
