#!/bin/sh
# The collector's threads under ThreadSanitizer (tests/inside): no race is reported, and
# everything is recorded.
. tests/race/common.sh
for args in 0 1; do
  export COLLECT_ARGS=$args
  inside "$race/inside/race"
  no_races "race, arguments $args"
  is "race, arguments $args: calls recorded and dropped" $(($(calls) + $(dropped))) "$(said calls)"
  inside "$race/inside/device"
  no_races "device, arguments $args"
  device_checks "device, arguments $args"
done
finish
