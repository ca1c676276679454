# A library's constructor uses HIP before our constructor has run: its kernels are recorded, too.
. "$(dirname "$0")/common.sh"
for order in "$lib:$BUILD/programs/libearly.so" "$BUILD/programs/libearly.so:$lib"; do
  rm -rf "$work/out"
  said=$(timeout -s KILL 60 env COLLECT_OUTPUT="$work/out" LD_LIBRARY_PATH="$BUILD/gpusim" ASAN_OPTIONS=detect_leaks=0:verify_asan_link_order=0:use_sigaltstack=0 LD_PRELOAD="$order" "$BUILD/programs/nothing" 2>&1)
  is "HIP in a constructor: what it says" "$(echo "$said" | grep early)" "early 0"
  rows
  is "... its calls" "$(calls hipMemset)" 1
  is "... its kernels" "$(grep -c '^dispatch' "$work/rows")" 1
done
finish
