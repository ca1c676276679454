#!/bin/sh
# Every fuzz target over its corpus, and over changed copies of it.
MUTATIONS=${MUTATIONS:-$([ -n "${SOAK:-}" ] && echo 20000 || echo 300)}
export MUTATIONS
for corpus in tests/fuzz/corpus/*/; do
  target=$(basename "$corpus")
  [ -x "$BUILD/fuzz/$target" ] || { echo "not ok $target: not built"; continue; }
  if "$BUILD/fuzz/$target"; then echo "ok $target"; else echo "not ok $target"; fi
done
for source in tests/fuzz/fuzz_*.c; do
  target=$(basename "$source" .c)
  [ -d "tests/fuzz/corpus/$target" ] || echo "not ok $target has no corpus"
done
