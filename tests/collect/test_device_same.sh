#!/bin/sh
# The program notices nothing: what it measures by events, what it prints, its code.
set -u
failed=0
# Leaves out what the runtime itself prints now and then.
run() { out=$1; shift; env "$@" >"$TEST_TMP/$out" 2>"$TEST_TMP/$out.all"; echo "exit $?" >>"$TEST_TMP/$out"; grep -v '^Warning: ' "$TEST_TMP/$out.all" >"$TEST_TMP/$out.err"; }
for program in elapsed hsa_queues; do
  run bare LD_LIBRARY_PATH="$BUILD/gpusim" "$BUILD/programs/$program"
  for queues in virtual intercept; do
    # The runtime's own interception fails when a small queue overflows.
    [ $program$queues = hsa_queuesintercept ] && continue
    run traced LD_LIBRARY_PATH="$BUILD/gpusim" LD_PRELOAD="$BUILD/libcollect.so" COLLECT_OUTPUT="$TEST_TMP/trace" COLLECT_QUEUES=$queues "$BUILD/programs/$program"
    what="$program, $queues"
    # With interception there is more than the kernel between two events.
    [ $queues = intercept ] && sed -i /around/d "$TEST_TMP/traced"
    grep -v "$([ $queues = intercept ] && echo around || echo nothing)" "$TEST_TMP/bare" >"$TEST_TMP/expected"
    if cmp -s "$TEST_TMP/expected" "$TEST_TMP/traced" && cmp -s "$TEST_TMP/bare.err" "$TEST_TMP/traced.err"; then
      echo "ok $what: same output, errors and exit code"
    else
      echo "not ok $what: same output, errors and exit code"; failed=1
      diff "$TEST_TMP/expected" "$TEST_TMP/traced"; diff "$TEST_TMP/bare.err" "$TEST_TMP/traced.err" | head -5
    fi
  done
done
exit $failed
