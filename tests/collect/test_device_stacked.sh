#!/bin/sh
# A second HSA tool, loaded after the collector and before it: both keep working.
# If a tool below us changes packets after us, we cannot time them, and count them instead.
set -u
. tests/collect/device.sh
${CC:-cc} -std=gnu11 -O2 -Wall -shared -fPIC -fvisibility=hidden -Icollector/hsa -o "$TEST_TMP/tool.so" tests/collect/stacked_tool.c || exit 1
export TOOL_OUT="$TEST_TMP/counts"

# counted NAME MODE: what the tool saw of the program
counted() {
  packets=$(sed -n 's/.*packets=\([0-9]*\) timed=\([0-9]*\).*/\1 \2/p' "$TOOL_OUT" 2>/dev/null)
  doorbells=$(sed -n 's/.*doorbells=\([0-9]*\).*/\1/p' "$TOOL_OUT" 2>/dev/null)
  case $2 in
    count) good=$([ "${doorbells:-0}" -gt 0 ] && echo 1) ;;
    pass) good=$([ "$packets" = "$dispatches 0" ] && echo 1) ;;
    *) good=$([ "$packets" = "$dispatches $dispatches" ] && echo 1) ;;
  esac
  if [ -n "$good" ]; then echo "ok $1: the tool worked"; else echo "not ok $1: the tool saw $(cat "$TOOL_OUT")"; failed=1; fi
  rm -f "$TOOL_OUT"
}
for mode in count pass intercept; do
  tools="$TEST_TMP/tool.so"
  device "before the tool, $mode" known TOOL_MODE=$mode -- threads=4
  counted "before the tool, $mode" $mode
  tools="$TEST_TMP/tool.so $BUILD/libcollect.so"
  [ $mode = count ] && untimed= || untimed=": --untimed"
  device "after the tool, $mode" known TOOL_MODE=$mode -- threads=4 $untimed
  counted "after the tool, $mode" $mode
done
exit $failed
