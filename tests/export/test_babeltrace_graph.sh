#!/bin/sh
# babeltrace2's component class source.rocpd.trace in graphs: hosts on their own clocks, losses, seeking, several traces; with much and with little memory.
set -u
if ! command -v babeltrace2 >/dev/null || ! /usr/bin/python3 -c 'import bt2' 2>/dev/null; then
  echo "skip: babeltrace2 and python3-bt2 are not installed (scripts/deps.sh installs them)"; exit 77
fi
if [ ! -e "$BUILD/babeltrace-plugin-rocpd.so" ]; then echo "skip: the plugin is not built: there are no headers of babeltrace2 (scripts/deps.sh installs them)"; exit 77; fi
export BABELTRACE_PLUGIN_PATH="$BUILD"
${CC:-cc} -shared -fPIC -w -o "$TEST_TMP/little_memory.so" tests/export/little_memory.c -ldl && mkdir "$TEST_TMP/much" "$TEST_TMP/little" || exit 1
failed=0
/usr/bin/python3 tests/export/babeltrace_graph.py "$BUILD/rocpd.so" "$TEST_TMP/much" || failed=1
LD_PRELOAD="${LD_PRELOAD:+$LD_PRELOAD:}$TEST_TMP/little_memory.so" /usr/bin/python3 tests/export/babeltrace_graph.py "$BUILD/rocpd.so" "$TEST_TMP/little" || failed=1
exit $failed
