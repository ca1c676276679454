#!/bin/sh
# HIP programs on the software GPU, without the collector, under many settings: right
# data, the launches they say, the times that were set; every run ends.
LD_LIBRARY_PATH=$BUILD/gpusim${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH}
export LD_LIBRARY_PATH
. tests/gpusim/compare.sh
runs=1
[ -n "${SOAK:-}" ] && runs=50

failed() { echo "not ok $1"; tail -5 "$TEST_TMP/err"; }

# known WHAT ARGUMENTS [VARIABLE=VALUE ...]: the runs of one setting.
known() {
  what=$1 arguments=$2
  shift 2
  for run in $(seq $runs); do
    rm -f "$TEST_TMP/trace"
    # shellcheck disable=SC2086
    timeout 60 env GPUSIM_TRACE="$TEST_TMP/trace" GPUSIM_KERNELS="tiny=4010,nested=70,templated=0" GPUSIM_KERNEL_NS=1000 "$@" \
      "$BUILD/programs/known" $arguments >"$TEST_TMP/out" 2>"$TEST_TMP/err" || { failed "$what: exit $?"; return; }
    expected_dispatches "$TEST_TMP/out" >"$TEST_TMP/want"
    executed_dispatches "$TEST_TMP/trace" >"$TEST_TMP/got"
    if ! [ -s "$TEST_TMP/want" ] || ! diff "$TEST_TMP/want" "$TEST_TMP/got" >"$TEST_TMP/err"; then failed "$what: dispatches"; return; fi
    # The copy engines carry what the copies asked for (shaders have no byte counts).
    case "$*" in *HSA_ENABLE_SDMA=0*) ;; *)
      [ "$(expected_bytes "$TEST_TMP/out")" = "$(executed_bytes "$TEST_TMP/trace")" ] || { failed "$what: bytes copied"; return; } ;;
    esac
    wrong=$(awk '/ grid / {t = $11 - $9; k = $12; want = k ~ /tiny/ ? 4010 : k ~ /nested/ ? 70 : k ~ /templated/ ? 0 : k ~ /^_Z|from_module/ ? 1000 : -1
                  if (want >= 0 && t != want) n++} END {print n + 0}' "$TEST_TMP/trace")
    [ "$wrong" = 0 ] || { failed "$what: $wrong kernels took a wrong time"; return; }
  done
  echo "ok $what"
}

known "known" ""
known "known on 2 GPUs" "gpus=2 threads=4" GPUSIM_GPUS=2
known "known on 4 GPUs" "gpus=4 threads=4" GPUSIM_GPUS=4
known "known without direct dispatch" "threads=3" AMD_DIRECT_DISPATCH=0
known "known without copy engines" "" HSA_ENABLE_SDMA=0
known "known with one hardware queue" "threads=4" GPU_MAX_HW_QUEUES=1
known "known with overlap" "" GPUSIM_OVERLAP=1
known "known with slow copies" "copies=6" GPUSIM_COPY_GBPS=0.5
known "known without interrupts" "" HSA_ENABLE_INTERRUPT=0
known "known serialized" "" AMD_SERIALIZE_KERNEL=3 AMD_SERIALIZE_COPY=3
[ -n "${SOAK:-}" ] && launches=20000 || launches=6000
known "known launches" "launches $launches 4"
known "known launches without direct dispatch" "launches $launches 4" AMD_DIRECT_DISPATCH=0

# Data, byte by byte. (Not with GPU_MAX_HW_QUEUES=1: a stream that waits for another
# would block it, as on hardware.)
for setting in DEFAULT=1 HSA_ENABLE_SDMA=0 AMD_DIRECT_DISPATCH=0 GPUSIM_LARGE_BAR=1 GPUSIM_COPY_GBPS=5 GPUSIM_GPUS=3 HSA_ENABLE_INTERRUPT=0; do
  if timeout 100 env $setting "$BUILD/programs/memory" >"$TEST_TMP/out" 2>"$TEST_TMP/err" && [ "$(grep -c '^ok ' "$TEST_TMP/out")" = 8 ]; then
    echo "ok memory with $setting"
  else
    failed "memory with $setting"
  fi
done

# The demo trains, here with the settings of its own.
for run in $(seq $runs); do
  if ! timeout 30 "$BUILD/programs/demo" >"$TEST_TMP/out" 2>"$TEST_TMP/err" || ! grep -q ' trained$' "$TEST_TMP/out"; then failed "demo"; break; fi
done
[ "$run" = $runs ] && grep -q ' trained$' "$TEST_TMP/out" && echo "ok demo"

# What HIP compiles at each start is kept beside the driver; what is kept and damaged is compiled anew.
if [ -e "$BUILD/gpusim/libamd_comgr.so.2" ]; then
  mkdir "$TEST_TMP/gpusim"
  cp "$BUILD"/gpusim/lib*.so.* "$TEST_TMP/gpusim"
  # kept: bytes of each file that is whole. (One step's result has a random name in it: the files of those after it have others then.)
  kept() { find "$TEST_TMP/gpusim/compiled" -type f ! -size 5000c -printf '%s\n' | sort -n; }
  started() { LD_LIBRARY_PATH="$TEST_TMP/gpusim" timeout 60 "$BUILD/programs/memory" >"$TEST_TMP/out" 2>"$TEST_TMP/err" && [ "$(grep -c '^ok ' "$TEST_TMP/out")" = 8 ]; }
  if started && kept >"$TEST_TMP/first" && [ -s "$TEST_TMP/first" ] && touch "$TEST_TMP/made" && started && kept | cmp -s - "$TEST_TMP/first" && [ -z "$(find "$TEST_TMP/gpusim/compiled" -type f -newer "$TEST_TMP/made")" ]; then echo "ok compiled once"; else failed "compiled once"; fi
  truncate -s 5000 "$TEST_TMP"/gpusim/compiled/*
  if started && kept | cmp -s - "$TEST_TMP/first"; then echo "ok what is damaged is compiled anew"; else failed "what is damaged is compiled anew"; fi
fi

# Bad settings: one line each that names the variable, and the default.
GPUSIM_GPUS=9 GPUSIM_GFX=77 GPUSIM_KERNEL_NS=-1 GPUSIM_KERNELS=tiny GPUSIM_COPY_GBPS=fast GPUSIM_OVERLAP=yes GPUSIM_LARGE_BAR=2 \
  GPUSIM_CLOCK_PPM=5000 GPUSIM_CLOCK_STEPS=-1=5 GPUSIM_FAIL=queues=1 \
  timeout 60 "$BUILD/programs/known" launches 10 1 >"$TEST_TMP/out" 2>"$TEST_TMP/err"
code=$?
for v in GPUS GFX KERNEL_NS KERNELS COPY_GBPS OVERLAP LARGE_BAR CLOCK_PPM CLOCK_STEPS FAIL; do
  [ "$(grep -c "^gpusim: GPUSIM_$v=" "$TEST_TMP/err")" = 1 ] || { code=1; echo "no line for GPUSIM_$v" >>"$TEST_TMP/err"; }
done
if [ $code = 0 ]; then echo "ok bad settings"; else failed "bad settings"; fi
