#!/bin/sh
# What a process costs that has the collector in it, from start to end, with nothing, an empty library and ours preloaded in turns:
#   a program that never uses HIP                       must <= 0.3 ms more
#   one that launches a kernel and waits for it         must <= 8 ms more (first use of HIP, file and all)
# STARTS (300) of the first, a tenth as many of the second.
set -u
cd "$(dirname "$0")/../.."
BUILD=${BUILD:-$PWD/build}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
starts=${STARTS:-300}
${CC:-gcc} -shared -fPIC -o "$work/empty.so" -x c /dev/null || exit 1
${CC:-gcc} -O1 -o "$work/never" -x c - <<'C' || exit 1
int main(void) { return 0; }
C
loop() { COLLECT_OUTPUT="$work/out" "$BUILD/bench/start_loop" "$1" ",$work/empty.so,$BUILD/libcollect.so" "$2" $3; }
echo "a program that never uses HIP:"
loop "$starts" "$work/never" "" || exit 1
echo "one that launches a kernel and waits for it:"
LD_LIBRARY_PATH=$BUILD/gpusim loop $(((starts + 9) / 10)) "$BUILD/programs/launch_bench" "1 1" || exit 1
