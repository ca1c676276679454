#!/bin/sh
# Launches, copies, queues, kernels and streams at the same time, on the stand-in for HSA
# (device.c); tests/tsan runs the same under ThreadSanitizer.
. tests/inside/common.sh
for args in 0 1; do
  export COLLECT_ARGS=$args
  inside "$BUILD/inside/device" 600
  device_checks "arguments $args"
done
finish
