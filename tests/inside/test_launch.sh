#!/bin/sh
# Signal handlers that launch, jump away or end the thread at each instruction of a launch (launch.c).
. tests/inside/common.sh
for mode in nested jumps both ends cancel; do
  inside "$BUILD/inside/launch" $mode
  [ "$(said instructions)" -gt 40 ] || [ "$(uname -m)" != x86_64 ] && ok "$mode: $(stepped)" || not_ok "$mode: $(said instructions) instructions"
  is "$mode: each kernel once, with its times" "$(all_of dispatch) $(all_of open_dispatch)" "$(said launches) 0"
  is "$mode: numbers are given once" "$(sed -n 's/^dispatch .*dispatch_id=\([0-9]*\).*/\1/p' "$work/rows" | sort | uniq -d | wc -l)" 0
  lossless "$mode"
done
finish
