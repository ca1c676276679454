# Threads that are cancelled inside the collector leave no lock behind.
. "$(dirname "$0")/common.sh"
hostile cancel
rounds=300
[ -n "${SOAK:-}" ] && rounds=5000
COLLECT_ARGS=1 traced cancel $rounds; is "cancelled threads: exit code" $? 3
rows; check_expected "cancelled threads"
# When a recording begins, the thread of the first call holds most locks.
bad=0
for i in 1 2 3 4 5 6 7 8 9 10; do
  traced cancel 1 || [ $? = 3 ] || bad=$((bad + 1))
  rows; [ "$(calls hipMemcpy)" = 1 ] || bad=$((bad + 1))
done
is "threads cancelled when the process opens" $bad 0

# No call becomes a cancellation point because of us, and a thread that is cancelled between two calls leaves nothing locked.
# (hipStreamCreate is left out: if another thread submits, it waits for that thread in some runs and not in others.)
listed() { on_gpu "$@" || not_ok "$*: exit code $?"; grep -v hipStreamCreate "$work/told"; }
for more in COLLECT_ARGS=0 COLLECT_ARGS=1 COLLECT_DOMAINS=+hsa AMD_DIRECT_DISPATCH=0; do
  for how in first warm; do
    env $more LD_LIBRARY_PATH="$BUILD/gpusim" "$BUILD/programs/cancelled" list $how 2>/dev/null | grep -v hipStreamCreate >"$work/alone"
    is "$how, $more: most come back without us" "$(($(grep -c 'came back$' "$work/alone") > 15))" 1
    listed $more cancelled list $how | diff "$work/alone" - >"$work/diff" && ok "$how, $more: the same calls end a thread" || { not_ok "$how, $more: others end a thread"; sed 's/^/# /' "$work/diff"; }
  done
done
for more in COLLECT_ARGS=0 COLLECT_ARGS=1 COLLECT_DOMAINS=+hsa; do
  is "$more: nobody leaves a mutex locked" "$(listed $more cancelled mutex $rounds)" "left locked 0"
done
finish
