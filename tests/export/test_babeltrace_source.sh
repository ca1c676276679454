#!/bin/sh
# babeltrace2's component class source.rocpd.trace: equal to CTF on disk for all kinds of source; seeking, discovery, errors.
set -u
if ! command -v babeltrace2 >/dev/null || ! /usr/bin/python3 -c 'import bt2' 2>/dev/null; then
  echo "skip: babeltrace2 and python3-bt2 are not installed (scripts/deps.sh installs them)"; exit 77
fi
if [ ! -e "$BUILD/babeltrace-plugin-rocpd.so" ]; then echo "skip: the plugin is not built: there are no headers of babeltrace2 (scripts/deps.sh installs them)"; exit 77; fi
export BABELTRACE_PLUGIN_PATH="$BUILD"
exec /usr/bin/python3 tests/export/babeltrace_source.py "$BUILD/rocpd.so" "$TEST_TMP" tests/data/heliosr_146104_results.db tests/data/rpd tests/data/rtg
