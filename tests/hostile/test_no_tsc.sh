#!/bin/sh
# A process that may not read the TSC is recorded by the kernel's clock.
. "$(dirname "$0")/common.sh"
[ "$(uname -m)" = x86_64 ] || { echo "has no TSC"; exit 77; }
[ -n "${SANITIZER:-}" ] && { echo "a sanitizer reads it, too"; exit 77; }
hostile no_tsc
for args in 0 1; do
  COLLECT_ARGS=$args OUTPUT="$work/out/%t" traced no_tsc; is "arguments $args: exit code" $? 3
  read -r before after calls <"$work/stdout"
  is "arguments $args: calls, between the program's begin and end" \
    "$(sql "SELECT (SELECT count(*) FROM regions WHERE name = 'hipSetDevice' AND start >= $before AND \"end\" <= $after) + (SELECT sum(value) FROM health WHERE name = 'calls dropped')")" "$calls"
  is "arguments $args: ranges with calls" "$(sql "SELECT count(DISTINCT m.stack_id) FROM markers m JOIN regions r ON r.guid = m.guid AND r.parent_stack_id = m.stack_id WHERE r.start >= m.start AND r.\"end\" <= m.\"end\" AND m.\"end\" <= $after") $(sql "SELECT sum(value) FROM health WHERE name = 'calls dropped'")" "$((calls / 100)) 0"
done
finish
