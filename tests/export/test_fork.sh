#!/bin/sh
# In a child that is forked while other threads export and open connections, no lock is held that it needs (fork_export.c).
set -u
if [ "${SANITIZER:-}" ]; then echo "ok skipped: ASan's own locks stay behind, without us too"; exit; fi
${CC:-gcc} -O1 -o "$TEST_TMP/fork_export" tests/export/fork_export.c -lsqlite3 -lpthread || exit 1
"$BUILD/bench/tracegen" "$TEST_TMP/one.rocz" 20000 >/dev/null || exit 1
forks=60
[ -n "${SOAK:-}" ] && forks=3000
mkdir "$TEST_TMP/out"
bad=$("$TEST_TMP/fork_export" "$BUILD/rocpd.so" "$TEST_TMP/one.rocz" "$TEST_TMP/out" $forks) || { echo "not ok it ends"; exit 1; }
[ "$bad" = 0 ] && echo "ok $forks children" || { echo "not ok $bad of $forks children"; exit 1; }
