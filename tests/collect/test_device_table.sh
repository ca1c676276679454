#!/bin/sh
# HSA's table: the layout, and its arrival through librocprofiler-register.
set -u
failed=0
"$BUILD/programs/hsa_layout" || failed=1
${CC:-cc} -shared -fPIC -Wl,-soname,librocprofiler-register.so.0 -o "$TEST_TMP/librocprofiler-register.so.0" tests/collect/fake_register.c || exit 1
for major in "" 4; do
  LD_PRELOAD="$BUILD/libcollect.so $TEST_TMP/librocprofiler-register.so.0" COLLECT_OUTPUT="$TEST_TMP/trace$major" \
    LD_LIBRARY_PATH="$BUILD/gpusim" "$BUILD/programs/hsa_register" $major || failed=1
done
for bytes in 552 560 576 584 608 intercept; do # ROCm 6.0, 6.1, 6.2, 6.3, 7.0
  LD_PRELOAD="$BUILD/libcollect.so $TEST_TMP/librocprofiler-register.so.0" COLLECT_OUTPUT="$TEST_TMP/trace.$bytes" COLLECT_DOMAINS=all COLLECT_QUEUES=$([ $bytes = intercept ] && echo intercept || echo virtual) \
    LD_LIBRARY_PATH="$BUILD/gpusim" "$BUILD/programs/hsa_register" 3 $bytes >"$TEST_TMP/said" || failed=1
  sed "s/^\(ok\|not ok\) /\1 $bytes: /" "$TEST_TMP/said"
done
copy=$("$BUILD/bench/rocz_dump" "$TEST_TMP"/trace/*.rocz | grep '^copy ')
case $copy in
  *"duration=12340 "*"size_bytes=64 "*) echo "ok the copy is in the trace" ;;
  *) echo "not ok the copy is in the trace: $copy"; failed=1 ;;
esac
if [ -e "$TEST_TMP/trace4" ]; then echo "not ok a process that is not traced has no trace"; failed=1; else echo "ok a process that is not traced has no trace"; fi

# What the program finds in HSA_TOOLS_LIB after hsa_init is what it was given.
env LD_LIBRARY_PATH="$BUILD/gpusim" LD_PRELOAD="$BUILD/libcollect.so" COLLECT_OUTPUT="$TEST_TMP/tools" HSA_TOOLS_LIB="/no/such/tool.so '/a b/c.so'" \
  "$BUILD/programs/tools_lib" || failed=1
env LD_LIBRARY_PATH="$BUILD/gpusim" LD_PRELOAD="$BUILD/libcollect.so" COLLECT_OUTPUT="$TEST_TMP/tools" "$BUILD/programs/tools_lib" || failed=1
exit $failed
