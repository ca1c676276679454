#!/bin/sh
# The GPU's clock is not the system's: it runs fast or slow, and jumps.
# Mostly waits.
set -u
. tests/collect/device.sh
# Times stay right over seconds. (The length of a tick is taken as nominal, which costs
# at most 80 millionths of the quarter second that a point of the clock is used for.)
for ppm in 80 -80 600; do
  trace=$TEST_TMP/truth$ppm
  device "clock off by $ppm ppm" paced GPUSIM_CLOCK_PPM=$ppm GPUSIM_TRACE="$trace" -- 60 20 : --length 12 --truth "$trace" 25000
done
# The clock falls back: what then seems to start before its launch is moved, and counted. Often: when the
# clock is read again before the next launch, there is nothing to move. (A tick then seems longer than it is.)
steps=; for ms in 500 640 780 920 1060 1200 1340 1480 1620 1760 1900 2040 2180; do steps=$steps${steps:+,}${ms}000000=-40000000; done
device "clock jumps" paced GPUSIM_CLOCK_STEPS=$steps -- 36 80 : --length 1200 --adjusted
exit $failed
