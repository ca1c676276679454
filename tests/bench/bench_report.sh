#!/bin/sh
# A report in Chromium: how large it is, when its time line is first drawn, how long frames take while it is zoomed and moved, the answer for an area, and the
# page's memory. Environment: EVENTS (5000000), FRAMES (300) of each movement, ROUNDS (3). Without a graphics card, as it is run here, Chromium draws by the processor.
set -u
[ "$(command -v chromium)" ] || { echo "chromium is not here"; exit 0; }
. tests/load/node.sh
node_ready puppeteer-core >/dev/null || { echo "puppeteer-core is not here"; exit 0; }
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
"$BUILD/bench/tracegen" "$work/trace.rocz" "${EVENTS:-5000000}" nested=300 >/dev/null || exit 1
/usr/bin/sqlite3 :memory: ".load $BUILD/rocpd" "SELECT rocpd_attach('$work/trace.rocz')" "SELECT rocpd_export_html('$work/report.html')" >/dev/null || exit 1
printf '%s events, %s MB\n' "${EVENTS:-5000000}" "$(stat -c %s "$work/report.html" | awk '{ printf "%.1f", $1 / 1e6 }')"
node tests/bench/bench_report.js "$work/report.html" "${FRAMES:-300}" "${ROUNDS:-3}"
