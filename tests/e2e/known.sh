# Sourced: `known NAME [VARIABLE=value ...] -- [arguments]` runs build/programs/known under the collector and
# compares the trace with what the program says of itself.
times="tiny=1230,nested=4560,templated=20000,launched_only=0"
failed=0
known() {
  what=$1; shift
  variables=
  while [ "$1" != -- ]; do variables="$variables $1"; shift; done
  shift
  dir=$TEST_TMP/$(echo "$what" | tr ' /' '__')
  mkdir -p "$dir"
  if ! env COLLECT_DOMAINS=+hip_compiler $variables LD_LIBRARY_PATH="$BUILD/gpusim" LD_PRELOAD="${LD_PRELOAD:+$LD_PRELOAD:}$BUILD/libcollect.so" COLLECT_OUTPUT="$dir/trace" \
      GPUSIM_KERNELS="$times" GPUSIM_KERNEL_NS=3000 timeout 120 "$BUILD/programs/known" "$@" >"$dir/out" 2>"$dir/err"; then
    echo "not ok $what: the program failed"; tail -n 5 "$dir/err"; failed=1; return
  fi
  /usr/bin/python3 tests/e2e/known.py "$BUILD/rocpd" "$dir/trace" "$dir/out" --times "$times" 3000 >"$dir/report" || failed=1
  sed -e "s|^ok |ok $what: |" -e "s|^not ok |not ok $what: |" "$dir/report"
  rm -rf "$dir"
}
