# Programs that are mostly in blocking calls do not notice the sampler at 997 Hz: no call comes back early, late, short or with EINTR, except by a signal of
# the program. SOAK=1: 10,000 of each call. (inside/test_restart.sh interrupts them much more often.)
. tests/sample/common.sh
[ -z "${SANITIZER:-}" ] || { echo "skip: a sanitizer's functions stand before those of the C library"; exit 77; }
build blocked -lrt

# blocked MODE N M: N times, or M times with SOAK=1
blocked() {
  local n=$2
  [ -z "${SOAK:-}" ] || n=$3
  LIMIT=300 sampled blocked "$1" "$n"
  is "$1: exit code" $? 0
  sed -n -e "s/^ok /ok $1: /p" -e "s/^not ok /not ok $1: /p" "$work/stdout"
  grep -q '^not ok' "$work/stdout" && failed=1
  grep '^# ' "$work/stdout" | grep -v 'late by'
  echo "# $1: $(counted 'calls restarted') calls restarted"
}
blocked last 100 10000
is "last: calls that were interrupted" "$(counted 'calls interrupted')" 0
blocked events 100 10000
is "events: calls that were interrupted" "$(counted 'calls interrupted')" 0
blocked own 50 5000
blocked cancel 5 200
blocked jump 10 500
blocked forks 20 500

# System calls that no wrapper protects.
if [ -n "${SOAK:-}" ]; then
  for turn in 1 2; do # on a busy machine, a thread may lose its CPU on the way into its call; hardly twice as often as that
    HZ=99 sampled blocked raw 10000
    is "raw: interrupted calls are counted" "$(counted 'calls interrupted')" "$(said raw)"
    [ "$(said raw)" -gt 1 ] || break
    echo "# raw: $(said raw) calls of 10,000 were interrupted; load $(cut -d' ' -f1-3 /proc/loadavg)"
  done
  is "raw: calls that were interrupted, of 10,000: $(said raw), at most 1" "$(($(said raw) <= 1))" 1
fi

# dd counts what came short. (A signal without wrappers cuts each sixth of these reads.)
cp "$(command -v dd)" "$work/dd"
sampled dd if=/dev/zero of=/dev/null bs=8M count=100
is "dd: records of a device" "$(head -2 "$work/stderr" | tr '\n' ' ')" "100+0 records in 100+0 records out "
(cd "$work" && env COLLECT_DOMAINS=none,samples COLLECT_SAMPLE_HZ=997 COLLECT_OUTPUT="$work/out" LD_PRELOAD="$lib" ./dd if=/dev/zero bs=4M count=50 2>"$work/stderr" | cat >/dev/null)
is "dd: records of a pipe" "$(head -2 "$work/stderr" | tr '\n' ' ')" "50+0 records in 50+0 records out "
finish
