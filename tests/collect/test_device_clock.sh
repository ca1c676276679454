#!/bin/sh
# The GPU's clock is not the system's: it runs fast or slow, and jumps.
set -u
. tests/collect/device.sh
# Times stay right over seconds. (The length of a tick is taken as nominal, which costs
# at most 80 millionths of the quarter second that a point of the clock is used for.)
for ppm in 80 -80 600; do
  trace=$TEST_TMP/truth$ppm
  device "clock off by $ppm ppm" paced GPUSIM_CLOCK_PPM=$ppm GPUSIM_TRACE="$trace" -- 60 20 : --length 12 --truth "$trace" 25000
done
# The clock falls back: what then seems to start before its launch is moved, and counted.
device "clock jumps" paced GPUSIM_CLOCK_STEPS=800000000=-40000000 -- 24 80 : --length 200 --adjusted
exit $failed
