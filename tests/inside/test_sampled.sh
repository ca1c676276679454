#!/bin/sh
# The sampler, with all of its parts in the program (sampled.c), so that `make asan` sees it: while threads begin and end, make traced calls, and load and
# unload a library; and in forked children.
. tests/inside/common.sh
echo 'int through(int (*f)(int), int x) { return f(x) + 1; }' >"$work/library.c"
$CC -O1 -fPIC -shared -o "$work/library.so" "$work/library.c" || exit 1
COLLECT_DOMAINS=standard,samples COLLECT_SAMPLE_HZ=997; export COLLECT_DOMAINS COLLECT_SAMPLE_HZ
# A child of a process with threads may hang in a sanitizer's own locks.
for mode in threads ${SANITIZER:-forks}; do
  [ $mode != "${SANITIZER:-}" ] || continue
  for i in $(seq ${SOAK:+20} 1); do inside "$BUILD/inside/sampled" $mode "$work/library.so"; done
  is "$mode: samples" "$(($(all_of stacks) > 0))" 1
  is "$mode: files" "$(files | wc -l)" $(($(said children) + 1))
done
finish
