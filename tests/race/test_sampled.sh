#!/bin/sh
# The sampler under ThreadSanitizer (tests/inside/sampled.c), while threads begin and end, and make traced calls. (No library comes and goes:
# ThreadSanitizer does not know the loader's lock.)
. tests/race/common.sh
# The collector's threads have descriptors of their own: a number that one of them closes is another file than the same number elsewhere.
echo 'race:collect_sys_close' >"$work/suppressions"
TSAN_OPTIONS="$TSAN_OPTIONS suppressions=$work/suppressions"
COLLECT_DOMAINS=standard,samples COLLECT_SAMPLE_HZ=997; export COLLECT_DOMAINS COLLECT_SAMPLE_HZ
inside "$race/inside/sampled" threads
no_races "threads"
is "samples" "$(($(all_of stacks) > 0))" 1
finish
