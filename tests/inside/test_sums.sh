#!/bin/sh
# A sink that sums rows up beside the file, or in its place (sums.c): its sums equal those of the file's rows.
. tests/inside/common.sh
command -v python3 >/dev/null || { echo "python3 is missing"; exit 77; }
# compared WHAT: the sums equal those of the rows
compared() { is "$1: sums equal the rows'" "$(python3 tests/inside/sums.py <"$work/rows")" "6 keys, $(all_of call) calls, 300 kernels, $(all_of memory_allocations) rows"; }
for how in beside full short; do
  inside "$BUILD/inside/sums" $how
  compared $how
  is "$how: calls and rows recorded and dropped" "$(($(all_of call) + $(all_of memory_allocations) + $(dropped)))" "$(said made)"
  [ $how = beside ] || if [ "$(said drops)" -ge 1 ]; then ok "$how: what the others could not keep was taken back $(said drops) times"; else not_ok "$how: $(said drops) batches taken back"; fi
done
inside "$BUILD/inside/sums" alone
is "alone: no calls, no kernels in the file" "$(all_of call) $(all_of dispatch)" "0 0"
is "alone: the file has rows of other kinds" "$(all_of memory_allocations)" 2001
is "alone: all of them are in the sums" "$(python3 tests/inside/sums.py <"$work/rows" | tail -1)" "6 keys, $(($(said made) - 2001)) calls, 300 kernels, 2001 rows"
lossless alone
finish
