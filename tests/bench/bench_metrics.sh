#!/bin/sh
# Measures what metrics cost: the CPU time of the collector's thread, all of it, while a program sleeps, as a share of one CPU:
#   the process, at 10 Hz, when caches are cold, and at 100 Hz, when they are warm
#   the process and eight recorded GPUs (tests/metrics/cards.txt)                   must <= 0.1 % at 10 Hz
# and the floor: what the reads alone take, by one thread that does nothing else. METRICS_S (5) seconds each, after as many without.
set -u
cd "$(dirname "$0")/../.."
BUILD=${BUILD:-$PWD/build}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
seconds=${METRICS_S:-5}
/usr/bin/python3 tests/metrics/cards.py "$work/all" >/dev/null || exit 1
mkdir -p "$work/tree/sys/class/drm"
ln -s /proc "$work/tree/proc"
for card in 0 1 2 3 4 5 6 7; do mv "$work/all/sys/class/drm/card$card" "$work/tree/sys/class/drm"; done

# thread_ns PID: CPU time of the thread "collect"
thread_ns() { for t in /proc/"$1"/task/*; do [ "$(cat "$t/comm" 2>/dev/null)" != collect ] || cut -d ' ' -f 1 "$t/schedstat"; done; }
# measured WHAT HZ [SYSROOT]: the first time, in which files are looked for and opened, does not count
measured() {
  COLLECT_DOMAINS=none,metrics COLLECT_METRICS_HZ=$2 COLLECT_SYSROOT=${3:-} COLLECT_OUTPUT="$work/out" LD_PRELOAD="$BUILD/libcollect.so" sleep 1000 &
  pid=$!
  sleep "$seconds"
  from=$(thread_ns $pid) began=$(date +%s%N)
  sleep "$seconds"
  to=$(thread_ns $pid) ended=$(date +%s%N)
  kill $pid; wait $pid 2>/dev/null
  awk -v what="$1" -v hz="$2" -v ns=$((to - from)) -v time=$((ended - began)) 'BEGIN { printf "%s at %d Hz: %.1f us a round, %.3f %% of a CPU\n", what, hz, ns / time * 1e6 / hz, 100 * ns / time }'
}
for hz in 10 100; do
  measured "the process" $hz
  measured "the process and 8 GPUs" $hz "$work/tree"
done
# The floor: a pread of each file that a round reads of these GPUs.
/usr/bin/python3 - "$work/tree" <<'E2'
import glob, os, sys, time
files = [f for c in glob.glob(sys.argv[1] + '/sys/class/drm/card*/device') for f in glob.glob(c + '/gpu_metrics') + glob.glob(c + '/mem_info_vram_used') + glob.glob(c + '/power/runtime_status')]
fds = [os.open(f, os.O_RDONLY) for f in files]
def one():
    began = time.thread_time_ns()
    for fd in fds: os.pread(fd, 4096, 0)
    return time.thread_time_ns() - began
print('the floor: %d preads of files of the GPUs: %.1f us, by Python' % (len(fds), min(one() for _ in range(200)) / 1e3))
E2
