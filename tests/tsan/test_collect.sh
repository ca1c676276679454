# The collector's threads under ThreadSanitizer (see collect_race.c): no race is
# reported, and all calls are there.
. "$(dirname "$0")/../collect/common.sh"
for args in 0 1; do
  rm -rf "$work/out"
  COLLECT_OUTPUT=$work/out COLLECT_ARGS=$args TSAN_OPTIONS="exitcode=66 halt_on_error=0" "$BUILD/tsan/collect_race" >"$work/stdout" 2>"$work/stderr"
  is "arguments $args: exit code" $? 0
  grep -E '^(ok|not ok)' "$work/stdout"
  is "arguments $args: races" "$(grep -c 'WARNING: ThreadSanitizer' "$work/stderr")" 0
  [ -s "$work/stderr" ] && sed -n 's/^/# /; 1,40p' "$work/stderr"
  rows
  made=$(sed -n 's/^calls //p' "$work/stdout")
  is "arguments $args: calls recorded and dropped" $(($(calls) + $(dropped))) "$made"
done
finish
