# exit() on a thread with a small stack, and on one without a guard page.
. "$(dirname "$0")/common.sh"
hostile small_stack
for kb in 16 20 64; do
  COLLECT_ARGS=1 traced small_stack $kb; is "exit on a stack of $kb kB: exit code" $? 3
  rows; check_expected "exit on a stack of $kb kB"
  is "... a footer" "$(grep -c '^end footer size' "$work/rows")" 1
  COLLECT_ARGS=1 traced small_stack $kb below; is "exit on a stack of $kb kB in the program's memory: exit code" $? 3
  rows; check_expected "exit on a stack of $kb kB in the program's memory"
done
finish
