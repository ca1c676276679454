#!/bin/sh
# capabilities of programs recorded with several settings on the software GPU, and of databases.
set -u
cd "$TEST_TMP" || exit 1
demo() {
  out=$1; shift
  env "$@" COLLECT_OUTPUT="$out" LD_LIBRARY_PATH="$BUILD/gpusim" LD_PRELOAD="${LD_PRELOAD:+$LD_PRELOAD:}$BUILD/libcollect.so" timeout 60 "$BUILD/programs/demo" >/dev/null || echo "not ok the program failed: $out"
}
demo plain A=1 &
demo less COLLECT_DOMAINS=hip,kernels COLLECT_ARGS=1 COLLECT_KERNEL_ARGS=1 &
demo never COLLECT_START=off &
wait
exec /usr/bin/python3 "$OLDPWD/tests/sql/capabilities.py" "$BUILD" "$TEST_TMP"
