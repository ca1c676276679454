# Sourced: `device NAME PROGRAM [VARIABLE=value ...] -- [arguments] [: device.py's options]` runs a test program
# under the collector on the software GPU and compares the trace with what it says.
times="tiny=1230,nested=4560,templated=20000,launched_only=0"
failed=0 tools=
device() {
  what=$1; program=$2; shift 2
  variables= arguments= options=
  while [ "$1" != -- ]; do variables="$variables $1"; shift; done
  shift
  while [ $# -gt 0 ] && [ "$1" != : ]; do arguments="$arguments $1"; shift; done
  [ $# -gt 0 ] && { shift; options="$*"; }
  dir=$TEST_TMP/$(echo "$what" | tr ' /' '__')
  rm -rf "$dir"; mkdir -p "$dir"
  env $variables ${tools:+"HSA_TOOLS_LIB=$tools"} LD_LIBRARY_PATH="$BUILD/gpusim" LD_PRELOAD="$BUILD/libcollect.so" COLLECT_OUTPUT="$dir/trace" \
    GPUSIM_KERNELS="$times" GPUSIM_KERNEL_NS=3000 timeout 120 "$BUILD/programs/$program" $arguments >"$dir/out" 2>"$dir/err"
  rc=$?
  if [ $rc -ne 0 ]; then
    echo "not ok $what: the program failed ($rc)"; tail -n 5 "$dir/err"; failed=1; return
  fi
  python3 tests/collect/device.py "$BUILD/bench/rocz_dump" "$dir/trace" "$dir/out" $options --times "$times" 3000 >"$dir/report" || failed=1
  dispatches=$(sed -n 's/.*"name":"dispatches","count":\([0-9]*\).*/\1/p' "$dir/out")
  sed -e "s|^ok |ok $what: |" -e "s|^not ok |not ok $what: |" "$dir/report"
  rm -rf "$dir"
}
