# For the tests of metrics. Sourced.
. "$(dirname "$0")/../collect/common.sh"
cd "$root" || exit 1
$CC -O1 -g -w -D_GNU_SOURCE -o "$work/values" "$root/tests/metrics/values.c" -pthread || exit 1
# measured ARGUMENTS: runs the program in a fresh folder $work/out; stdout in $work/stdout
measured() {
  rm -rf "$work/out"
  (cd "$work" && timeout -s KILL 100 env COLLECT_DOMAINS="${DOMAINS:-none,metrics}" COLLECT_CHECK=1 COLLECT_OUTPUT="$work/out" LD_PRELOAD="$(preload)" ./values "$@" >"$work/stdout" 2>"$work/stderr")
}
said() { sed -n "s/^$1 //p" "$work/stdout"; }
# sql QUERY...: one row a line
sql() { sqlite3 -separator '|' -cmd ".load $BUILD/rocpd" :memory: "CREATE TEMP TABLE attached AS SELECT rocpd_attach('$work/out')" "$@" 2>&1; }
# track NAME: its different values
track() { sql "SELECT group_concat(v, ' ') FROM (SELECT DISTINCT printf('%.6g', value) || ifnull(' ' || unit, '') AS v FROM metrics WHERE track = '$1' ORDER BY timestamp)"; }
counted() { sql "SELECT coalesce(sum(value), 0) FROM health WHERE name = '$1'"; }
at_least() { if awk -v got="$2" -v least="$3" 'BEGIN { exit !(got != "" && got >= least) }'; then ok "$1: $2"; else not_ok "$1: $2, less than $3"; fi; }
