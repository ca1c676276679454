#!/bin/sh
# Fuzz every target for FUZZ_SECONDS (60) with libFuzzer, ASan and UBSan (clang).
# Usage: run.sh [target ...]. What is found is left in build/fuzzer/found.
set -eu
cd "$(dirname "$0")/../.."
command -v clang >/dev/null || { echo "fuzz: needs clang with libFuzzer"; exit 77; }
build=${BUILD:-build}/fuzzer
targets=${*:-$(ls tests/fuzz/fuzz_*.c | sed 's|.*/||; s|\.c$||')}
failed=
mkdir -p "$build/found"
for t in $targets; do
  make -s BUILD="$build" CC=clang OPT="-O1 -g" SAN="-fsanitize=fuzzer-no-link,address,undefined -fno-sanitize-recover=undefined" "$build/fuzzer/$t"
  mkdir -p "$build/corpus/$t"
  echo "fuzz: $t, ${FUZZ_SECONDS:-60} s"
  "$build/fuzzer/$t" -max_total_time="${FUZZ_SECONDS:-60}" -timeout=20 -rss_limit_mb=4096 -max_len=65536 -print_final_stats=1 \
    -artifact_prefix="$build/found/$t-" "$build/corpus/$t" "tests/fuzz/corpus/$t" >"$build/$t.log" 2>&1 || { failed="$failed $t"; tail -n 40 "$build/$t.log"; }
  grep -E 'stat::number_of_executed_units|stat::peak_rss' "$build/$t.log" || true
done
[ -z "$failed" ] || { echo "fuzz: failed:$failed"; exit 1; }
