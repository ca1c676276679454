#!/bin/sh
# While a program runs, another process queries its growing files: no row twice or
# missing, one statement sees one state, a later one never sees less; at the end all is there.
set -u
looks=${SOAK:+50} looks=${looks:-7}
launches=${SOAK:+400000} launches=${launches:-200000}
failed=0
check() { if [ "$2" = "$3" ]; then echo "ok $1"; else echo "not ok $1: $2, not $3"; failed=1; fi; }
cd "$TEST_TMP"
COLLECT_DOMAINS=+hip_compiler GPUSIM_KERNEL_NS=2000 LD_LIBRARY_PATH=$BUILD/gpusim LD_PRELOAD=${LD_PRELOAD:+$LD_PRELOAD:}$BUILD/libcollect.so timeout 100 "$BUILD/programs/known" launches $launches 2 >out 2>err &
program=$!
n=0
while ! ls trace/*.rocz >/dev/null 2>&1; do n=$((n + 1)); [ $n -gt 1200 ] && break; sleep 0.05; done

# One connection, many statements. Each line: r|regions|distinct ids|again|kernels|distinct dispatches|open calls
{
  echo ".load $BUILD/rocpd"
  i=0
  while [ $i -lt $looks ]; do
    i=$((i + 1))
    echo "SELECT 'r', (SELECT count(*) FROM regions), (SELECT count(DISTINCT id) FROM regions), (SELECT count(*) FROM regions WHERE start > 0), \
      (SELECT count(*) FROM kernels), (SELECT count(DISTINCT dispatch_id) FROM kernels), (SELECT count(*) FROM regions WHERE \"end\" IS NULL);"
    # kernels seen before are there still, with their times
    echo "SELECT 'k', count(*) FROM kernels k LEFT JOIN regions r ON r.stack_id = k.stack_id AND r.guid = k.guid WHERE r.id IS NULL OR k.start < r.start;"
    echo ".shell sleep 0.1"
  done
} | sqlite3 -batch trace.db >live 2>live.err
check "queries of a growing file succeed" "$(cat live.err)" ""
check "$looks looks" "$(grep -c '^r|' live)" $looks
check "no row twice, one state a statement" "$(awk -F'|' '/^r/ && ($2 != $3 || $2 != $4 || $5 != $6)' live | head -n 3)" ""
check "never fewer" "$(awk -F'|' '/^r/ {if ($2 < r || $5 < k) print; r = $2; k = $5}' live | head -n 3)" ""
check "kernels have their calls, and do not start before them" "$(awk -F'|' '/^k/ && $2 != 0' live | head -n 3)" ""
check "the file grew while it was read" "$(awk -F'|' '/^r/ {if (!n++) first = $2; last = $2} END {print (last > first)}' live)" 1
wait $program
check "the program ended well" $? 0
ls trace >files
check "the live file is gone" "$(grep -c live files)" 0
expected=$(sed -n 's/.*"total","name":"calls","count":\([0-9]*\).*/\1/p' out)
got=$(sqlite3 -batch -cmd ".load $BUILD/rocpd" trace.db "SELECT count(*) FROM regions WHERE name NOT GLOB '__hip*egister*'")
check "all calls at the end" "$got" "$expected"
check "complete" "$(sqlite3 -batch -cmd ".load $BUILD/rocpd" trace.db "SELECT complete FROM sources")" 1
exit $failed
