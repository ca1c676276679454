#!/bin/sh
# No thread waits for one that was put off the processor in the middle of our work (stand.c).
. tests/inside/common.sh
[ "$(uname -m)" = x86_64 ] || { echo "skip: single-stepping is for x86_64"; exit 77; }
for what in copy far; do
  inside "$BUILD/inside/stand" $what
  [ "$(said instructions)" -gt 100 ] && ok "$what: $(said instructions) instructions" || not_ok "$what: $(said instructions) instructions"
  is "$what: nobody waits" "$(said waits)" 0
  device_checks $what
done
finish
