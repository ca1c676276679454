# For tests under ThreadSanitizer. Sourced: $race is where the programs are, which `make
# test` builds beside the others. Reports go to files: the collector's writer has
# descriptors of its own, and what it writes to the program's is nowhere.
. tests/inside/common.sh
race=$BUILD/tsan
[ "${SANITIZER:-}" = tsan ] && race=$BUILD
[ -x "$race/race/model" ] || { echo "the compiler has no ThreadSanitizer"; exit 77; }
TSAN_OPTIONS="log_path=$work/tsan exitcode=66 halt_on_error=0"
export TSAN_OPTIONS
# no_races WHAT: checks that no race was reported since the last call
no_races() {
  is "$1: races" "$(cat "$work"/tsan.* 2>/dev/null | grep -c 'WARNING: ThreadSanitizer')" 0
  cat "$work"/tsan.* 2>/dev/null | sed -n 's/^/# /; 1,60p'
  rm -f "$work"/tsan.*
}
