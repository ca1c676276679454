#!/bin/sh
# Sampled stacks in the HTML report, in a browser.
set -u
here=$(dirname "$0")
command -v chromium >/dev/null || { echo "no chromium (scripts/deps.sh installs it)"; exit 77; }
. "$here/../load/node.sh"
node_ready puppeteer-core || exit 77
/usr/bin/python3 - "$BUILD/bench/select_trace" "$TEST_TMP" "$here" <<'END' || exit 1
import sys
tool, folder, here = sys.argv[1:]
sys.path.insert(0, here)
import sampled_traces
said = sampled_traces.Traced(tool, folder + '/hand.db', **sampled_traces.HAND).export('html', folder + '/hand.html')
print('ok' if isinstance(said, dict) and said['samples'] == 7 and not said['warnings'] else 'not ok', 'the report is written: %s' % said)
said = sampled_traces.Traced(tool, folder + '/odd.db', **sampled_traces.ODD).export('html', folder + '/odd.html')
print('ok' if isinstance(said, dict) else 'not ok', 'odd stacks are written: %s' % said)
END
exec timeout -s KILL 100 node "$here/html_samples.js" "$TEST_TMP" 2>&1
