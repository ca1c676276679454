#!/bin/sh
# Measures what the collector adds to a ROCTx push and pop, with a library whose functions only count: must be <= 60 ns a pair, and <= 4 if they are not recorded.
# The minimum of interleaved rounds of a run, of ROUNDS (3) runs.
set -u
cd "$(dirname "$0")/../.."
BUILD=${BUILD:-$PWD/build}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
${CC:-gcc} -O2 -fPIC -shared -w -Wl,-soname,libamdhip64.so.5 -o "$work/libamdhip64.so.5" tests/collect/fake_hip.c || exit 1
${CC:-gcc} -O2 -fPIC -shared -w -DPLAIN -Wl,-soname,libroctx64.so.4 -o "$work/libroctx64.so.4" tests/collect/fake_roctx.c || exit 1
${CC:-gcc} -O1 -w -DLINKED -o "$work/user" tests/collect/roctx_user.c "$work/libroctx64.so.4" "$work/libamdhip64.so.5" -pthread -ldl || exit 1
cost() { env "$@" COLLECT_OUTPUT="$work/out" PLAIN_ROCTX="$work/libroctx64.so.4" LD_LIBRARY_PATH="$work" LD_PRELOAD="$BUILD/libcollect.so" "$work/user" cost; }
for _ in $(seq "${ROUNDS:-3}"); do
  cost
  cost COLLECT_DOMAINS=hip | sed 's/^/not recorded: /'
done
