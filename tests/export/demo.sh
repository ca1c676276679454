# Sourced. record_demo [VARIABLE=value ...]: records a HIP program with markers on the software GPU to $TEST_TMP/trace; false: the program was not built.
record_demo() {
  [ -x "$BUILD/programs/demo" ] || return 1
  env COLLECT_OUTPUT="$TEST_TMP/trace" LD_LIBRARY_PATH="$BUILD/gpusim${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH}" LD_PRELOAD="$BUILD/libcollect.so" "$@" \
    timeout 60 "$BUILD/programs/demo" >"$TEST_TMP/demo.out" 2>&1 || { echo "not ok demo fails"; exit 1; }
}
