#!/bin/sh
# CTF of generated, real and hostile traces, read by babeltrace2.
set -u
if ! command -v babeltrace2 >/dev/null || ! /usr/bin/python3 -c 'import bt2' 2>/dev/null; then
  echo "skip: babeltrace2 and python3-bt2 are not installed (scripts/deps.sh installs them)"; exit 77
fi
failed=0
/usr/bin/python3 tests/export/ctf.py "$BUILD/rocpd.so" "$TEST_TMP" tests/data/heliosr_146104_results.db tests/data/rpd tests/data/rtg || failed=1

# babeltrace2 also writes the trace again, as its users do after filters.
"$BUILD/bench/tracegen" "$TEST_TMP/again.rocz" 3000 nested=200 graph=100 arguments=1 >/dev/null
sqlite3 -batch -bail -cmd ".load $BUILD/rocpd" :memory: "SELECT rocpd_attach('$TEST_TMP/again.rocz'); SELECT rocpd_export_ctf('$TEST_TMP/first')" >/dev/null || failed=1
babeltrace2 "$TEST_TMP/first" --component=sink.ctf.fs --params="path=\"$TEST_TMP/second\"" >/dev/null 2>"$TEST_TMP/said"
again=$?
for ctf in first second; do babeltrace2 --names=all "$TEST_TMP/$ctf" 2>/dev/null | sort >"$TEST_TMP/$ctf.txt"; done
if [ $again = 0 ] && [ "$(wc -l <"$TEST_TMP/first.txt")" -gt 3000 ] && cmp -s "$TEST_TMP/first.txt" "$TEST_TMP/second.txt"; then
  echo "ok babeltrace2 writes it again, and reads that as the first"
else
  echo "not ok babeltrace2 writes it again: exit code $again, $(cmp "$TEST_TMP/first.txt" "$TEST_TMP/second.txt" 2>&1; tail -n 1 "$TEST_TMP/said")"; failed=1
fi
exit $failed
