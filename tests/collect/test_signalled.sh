# What the collector remembers of signals (collector/device/signalled.c), tested alone: see signalled.c.
. "$(dirname "$0")/common.sh"
cd "$root" || exit 1
case ${SANITIZER:-} in asan) with=-fsanitize=address,undefined ;; tsan) with=-fsanitize=thread ;; *) with= ;; esac
$CC -std=gnu11 -O2 -g -Wall -Wextra -D_GNU_SOURCE $with -Icollector/core -Icollector/device -Icollector/hsa -Iext/format -I"$BUILD" -o "$work/signalled" tests/collect/signalled.c -pthread || exit 1
"$work/signalled" || failed=1
finish
