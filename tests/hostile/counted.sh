# Checks that each call of a program is a row or is counted. Sourced after common.sh; $trace is the folder, $work/stdout the program's output.
if [ -n "${SANITIZER:-}" ]; then LD=$(preload); LD=${LD%:*}; SLOWER=20; else LD=; SLOWER=1; fi
ask() { LD_PRELOAD=$LD ASAN_OPTIONS=detect_leaks=0 sqlite3 -cmd ".load $BUILD/rocpd" '' "$@" 2>&1; }
told() { sed -n "s/^$1 //p" "$work/stdout"; }
fact() { ask "SELECT coalesce(sum(value), 0) FROM health('$trace') WHERE name = '$1'"; }
# judge_calls WHAT RC: checks the exit code, and that each call is a row ($n) or counted ($counted)
judge_calls() {
  is "$1: exit code" "$2" 3
  is "$1: signals" "$(told signals)" 0
  n=$(ask "SELECT count(*) FROM regions('$trace') WHERE name = 'hipSetDevice'")
  counted=$(ask "SELECT coalesce(sum(value), 0) FROM health('$trace') WHERE name IN ('calls untracked', 'calls dropped', 'rows lost')")
  is "$1: $n rows and $counted counted" "$((n + counted))" "$(told made)"
}
