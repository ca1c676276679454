#!/bin/sh
# babeltrace2's component class source.rocpd.trace without memory: every allocation fails once.
set -u
if ! command -v babeltrace2 >/dev/null || ! /usr/bin/python3 -c 'import bt2' 2>/dev/null; then
  echo "skip: babeltrace2 and python3-bt2 are not installed (scripts/deps.sh installs them)"; exit 77
fi
if [ ! -e "$BUILD/babeltrace-plugin-rocpd.so" ]; then echo "skip: the plugin is not built: there are no headers of babeltrace2 (scripts/deps.sh installs them)"; exit 77; fi
export BABELTRACE_PLUGIN_PATH="$BUILD"
${CC:-cc} -shared -fPIC -w -o "$TEST_TMP/fail_allocation.so" tests/export/fail_allocation.c -lsqlite3 || exit 1
LD_PRELOAD="${LD_PRELOAD:+$LD_PRELOAD:}$TEST_TMP/fail_allocation.so" /usr/bin/python3 tests/export/babeltrace_oom.py "$TEST_TMP" "$TEST_TMP/fail_allocation.so"
