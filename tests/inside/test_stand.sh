#!/bin/sh
# No thread waits for another that loses the processor in the middle of our work (stand.c).
. tests/inside/common.sh
[ "$(uname -m)" = x86_64 ] || { echo "skip: single-stepping is for x86_64"; exit 77; }
for way in copy far own read arm end; do
  case $way in far | own | copy) stride=5 ;; *) stride=2 ;; esac # the longer ones
  inside "$BUILD/inside/stand" $way $([ -n "${SOAK:-}" ] && echo 1 || echo $stride)
  [ "$(said instructions)" -gt 100 ] && ok "$way: $(stepped)" || not_ok "$way: $(said instructions) instructions"
  is "$way: nobody waits" "$(said waits)" 0
  is "$way: all signals are given back" "$(said signals)" 0
  device_checks $way
done
finish
