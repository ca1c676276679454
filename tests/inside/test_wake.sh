#!/bin/sh
# A signal handler jumps out of a wake-up of the writer at each instruction (wake.c): the next wake-up reaches the writer.
. tests/inside/common.sh
[ "$(uname -m)" = x86_64 ] || { echo "skip: single-stepping is for x86_64"; exit 77; }
for way in writer again ask; do
  inside "$BUILD/inside/wake" $way
  [ "$(said instructions)" -gt 20 ] && is "$way: wake-ups that were left, and after which the writer sleeps on" "$(said bad)" 0 || not_ok "$way: $(said instructions) instructions"
  is "$way: asked while it is awake, the writer does not sleep, once" "$(said awake)" 1
  grep '^# ' "$work/stdout" | head -n 5
done
finish
