#!/bin/sh
# The collector's threads under ThreadSanitizer (tests/inside): no race is reported, and
# everything is recorded.
. tests/race/common.sh
for args in 0 1; do
  export COLLECT_ARGS=$args
  inside "$race/inside/race"
  no_races "race, arguments $args"
  is "race, arguments $args: calls recorded and dropped" $(($(calls) + $(dropped))) "$(said calls)"
  inside "$race/inside/device"
  no_races "device, arguments $args"
  device_checks "device, arguments $args"
  for case in storm steps; do
    inside "$race/inside/control" $case
    no_races "control $case, arguments $args"
    is "control $case, arguments $args: calls recorded and dropped" $(($(calls) + $(dropped))) "$(said numbered)"
  done
done
unset COLLECT_ARGS
for case in storm threads full; do
  inside "$race/inside/handler" $case
  no_races "handler $case"
  is "handler $case: rows recorded" "$(all_of samples)" "$(said written)"
done
inside "$race/inside/nest" threads
no_races "nest threads"
is "nest threads: rows" "$(($(calls) + $(dropped))) $(open_calls)" "39002 8"

# These are debug builds, which locks that are taken out of order stop.
for case in nothing order; do
  COLLECT_OUTPUT=$work/out timeout 120 "$race/inside/checks" $case >"$work/stdout" 2>"$work/stderr"; is "locks, $case: exit code" $? $([ $case = order ] && echo 134 || echo 0)
done
is "locks, order: it is said which" "$(grep -c 'lock.h:.*rank' "$work/stderr")" 1
finish
