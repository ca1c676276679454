#!/bin/sh
# OTF2 exports to full disks, to files that may not grow, to folders that are removed, and without memory. libotf2 may damage the heap then, so it is checked.
set -u
failed=0
command -v otf2-print >/dev/null || { echo "needs otf2-tools"; exit 77; }
"$BUILD/bench/tracegen" "$TEST_TMP/one.rocz" 130000 threads=1 queues=1 agents=1 >/dev/null || exit 1
${CC:-cc} -shared -fPIC -w -o "$TEST_TMP/fail_write.so" tests/export/fail_write.c -ldl || exit 1
run() {
  MALLOC_CHECK_=3 MALLOC_PERTURB_=165 LD_PRELOAD="${LD_PRELOAD:+$LD_PRELOAD:}$TEST_TMP/fail_write.so${CHECKED_HEAP:+:$CHECKED_HEAP}" \
    /usr/bin/python3 tests/export/otf2_failures.py "$BUILD/rocpd.so" "$TEST_TMP" "$TEST_TMP/one.rocz" "$@"
}
# glibc has a separate library that checks the heap.
CHECKED_HEAP=$(ls /lib/*/libc_malloc_debug.so.0 2>/dev/null | head -1)
[ -n "${LD_PRELOAD:-}" ] && CHECKED_HEAP= # a sanitizer checks the heap itself
run || failed=1
if [ -n "${SANITIZER:-}" ]; then
  echo "ok the sanitizer has a malloc() of its own: the library's failures are not tried"
else
  "$BUILD/bench/tracegen" "$TEST_TMP/small.rocz" 3000 threads=2 >/dev/null && ${CC:-cc} -shared -fPIC -w -o "$TEST_TMP/fail_malloc.so" tests/export/fail_malloc.c -ldl || exit 1
  LD_PRELOAD="$TEST_TMP/fail_malloc.so" /usr/bin/python3 tests/export/otf2_memory.py "$BUILD/rocpd.so" "$TEST_TMP" "$TEST_TMP/small.rocz" || failed=1
fi
if unshare -m true 2>/dev/null; then in="unshare -m"; elif unshare -rm true 2>/dev/null; then in="unshare -rm"; else in=; fi
if [ -n "$in" ]; then
  export TEST_TMP CHECKED_HEAP BUILD
  $in sh -c 'MALLOC_CHECK_=3 MALLOC_PERTURB_=165 LD_PRELOAD="${LD_PRELOAD:+$LD_PRELOAD:}$TEST_TMP/fail_write.so${CHECKED_HEAP:+:$CHECKED_HEAP}" \
    exec /usr/bin/python3 tests/export/otf2_failures.py "$BUILD/rocpd.so" "$TEST_TMP" "$TEST_TMP/one.rocz" disk' || failed=1
else
  echo "ok no file systems of our own here: full disks are not tried"
fi
exit $failed
