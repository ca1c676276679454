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
# Of a kernel that copies, the short form interrupts each third instruction
for mode in nested jumps both; do
  inside "$BUILD/inside/launch" $mode copies "$([ -n "${SOAK:-}" ] && echo 1 || echo 3)"
  is "$mode, a kernel that copies: each kernel and each copy once, with its times" "$(all_of dispatch) $(all_of open_dispatch) $(all_of copy) $(all_of open_copy)" "$(said launches) 0 $(said launches) 0"
  is "$mode, a kernel that copies: what is moved, by whom" "$(sed -n 's/^copy .* size_bytes=\([0-9]*\) .*dst_address=\([0-9]*\) src_address=\([0-9]*\) .*how=\([0-9]*\) .*/\1 \2 \3 \4/p' "$work/rows" | sort -u)" "64 8192 4096 2"
  is "$mode, a kernel that copies: each of its own dispatch" "$(sed -n 's/^copy .*dispatch_id=\([0-9]*\).*/\1/p' "$work/rows" | sort -u | wc -l)" "$(said launches)"
  lossless "$mode, a kernel that copies"
done
finish
