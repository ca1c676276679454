# The collector's threads under ThreadSanitizer (tests/inside): no race is reported, and
# everything is recorded. Reports go to files: the writer has descriptors of its own, and
# what it writes to the program's is nowhere.
. tests/inside/common.sh
TSAN_OPTIONS="log_path=$work/tsan exitcode=66 halt_on_error=0"
export TSAN_OPTIONS
raceless() {
  rm -f "$work"/tsan.*
  inside "$@"
  is "$*: races" "$(cat "$work"/tsan.* 2>/dev/null | grep -c 'WARNING: ThreadSanitizer')" 0
  cat "$work"/tsan.* 2>/dev/null | sed -n 's/^/# /; 1,60p'
}
for args in 0 1; do
  export COLLECT_ARGS=$args
  raceless race
  is "race, arguments $args: calls recorded and dropped" $(($(calls) + $(dropped))) "$(said calls)"
  raceless device
  device_checks "device, arguments $args"
done
finish
