#!/bin/sh
# The software GPU at the level of HSA: exact times, order, concurrency, manners.
# Mostly waits.
LD_LIBRARY_PATH=$BUILD/gpusim${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH}
export LD_LIBRARY_PATH

check() {
  what=$1
  shift
  if timeout 60 env "$@" >"$TEST_TMP/out" 2>"$TEST_TMP/err"; then
    echo "ok $what"
  else
    echo "not ok $what (exit $?)"
    grep '^not ok' "$TEST_TMP/out" | sed 's/^not ok/  /' | head -20
    tail -5 "$TEST_TMP/err"
  fi
}

# The driver offers what the runtime imports.
nm -D --undefined-only "$(ldconfig -p | sed -n 's/.*=> \(.*libhsa-runtime64\.so\.1\)$/\1/p' | head -1)" | grep -o 'hsaKmt[A-Za-z0-9]*' | sort >"$TEST_TMP/imported"
nm -D --defined-only "$BUILD/gpusim/libhsakmt.so.1" | grep -o 'hsaKmt[A-Za-z0-9]*' | sort >"$TEST_TMP/exported"
missing=$(comm -23 "$TEST_TMP/imported" "$TEST_TMP/exported")
if [ -s "$TEST_TMP/imported" ] && [ -z "$missing" ]; then echo "ok driver functions"; else echo "not ok driver functions missing: $missing"; fi

p=$BUILD/programs/hsa_times
for mode in times concurrent overlap polite copies signals; do check "hsa $mode" "$p" $mode; done
check "hsa idle" "$p" idle
check "hsa overlap on" GPUSIM_OVERLAP=1 "$p" overlap
check "hsa copies by shader" HSA_ENABLE_SDMA=0 "$p" copies
check "hsa times, polling" HSA_ENABLE_INTERRUPT=0 "$p" times
for gfx in 906 908 1030; do
  check "hsa times on gfx$gfx" GPUSIM_GFX=$gfx "$p" times
  check "hsa copies on gfx$gfx" GPUSIM_GFX=$gfx HSA_ENABLE_SDMA=0 "$p" copies
done
# A test that cannot fail is none: with another kernel time the times are wrong.
sed 's/k_short=12340/k_short=12350/' "$p" >"$TEST_TMP/wrong"
chmod +x "$TEST_TMP/wrong"
if timeout 60 "$TEST_TMP/wrong" times >"$TEST_TMP/out" 2>&1; then echo "not ok wrong times are noticed"; else echo "ok wrong times are noticed"; fi
