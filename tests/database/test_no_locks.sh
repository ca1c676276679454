#!/bin/sh
# Databases on a file system without locks, where SQLite itself cannot read: plain
# ones, and those in WAL mode that nobody is using.
/usr/bin/python3 tests/helper/rocpd_gen.py "$TEST_TMP/plain.db" || exit 1
/usr/bin/python3 tests/helper/rocpd_gen.py "$TEST_TMP/wal.db" --wal || exit 1
for error in ENOSYS EOPNOTSUPP; do
  ${CC:-cc} -shared -fPIC -w -DNO_LOCKS=$error -o "$TEST_TMP/no_locks.so" tests/database/no_locks.c -ldl || exit 1
  for file in plain wal; do
    theirs=$(sqlite3 "$TEST_TMP/$file.db" 'SELECT count(*), sum(duration) FROM kernels')
    rm -f "$TEST_TMP/$file.db-shm"
    ours=$(LD_PRELOAD="${LD_PRELOAD:+$LD_PRELOAD:}$TEST_TMP/no_locks.so" sqlite3 -cmd ".load $BUILD/rocpd" '' \
      "SELECT count(*), sum(duration) FROM kernels('$TEST_TMP/$file.db')" 2>&1)
    [ "$ours" = "$theirs" ] && echo "ok $error: $file" || echo "not ok $error: $file: $ours, not $theirs"
  done
done
LD_PRELOAD="${LD_PRELOAD:+$LD_PRELOAD:}$TEST_TMP/no_locks.so" sqlite3 "$TEST_TMP/plain.db" 'SELECT count(*) FROM kernels' >/dev/null 2>&1 &&
  echo "not ok the test's locks fail" || echo "ok the test's locks fail"
