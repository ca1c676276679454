# Sourced by the tests of Python: finds interpreters, and runs them.
. "$(dirname "$0")/../collect/common.sh"
programs=$root/tests/python

. "$root/tests/python/interpreters.sh"
# traced PYTHON PROGRAM ...: runs it in a fresh folder, stdout in $work/told
traced() {
  rm -rf "$work/out"
  timeout "${LIMIT:-120}" env LD_PRELOAD="$(preload)" ASAN_OPTIONS=detect_leaks=0 COLLECT_OUTPUT="$work/out" COLLECT_DOMAINS="${DOMAINS:-python}" COLLECT_CHECK=1 PYTHONDONTWRITEBYTECODE=1 "$@" >"$work/told" 2>"$work/stderr"
}
plain() { timeout "${LIMIT:-120}" env PYTHONDONTWRITEBYTECODE=1 "$@" >"$work/plain.told" 2>"$work/plain.stderr"; }
fact() { sql "SELECT sum(value) FROM health WHERE name = '$1'"; }
# Rows of the functions of a program, by the process's number from 1
of="name, count(*) FROM regions WHERE category = 'PYTHON'"
whole() {
  is "$1: parents are there, and around" "$(sql "SELECT count(*) FROM regions c LEFT JOIN regions p ON p.stack_id = c.parent_stack_id AND p.tid = c.tid AND p.pid = c.pid AND p.start <= c.start AND coalesce(p.end >= c.end, p.end IS NULL) WHERE c.parent_stack_id AND p.id IS NULL")" 0
  is "$1: nothing is lost, and the buffers are whole" "$(sql "SELECT sum(iif(name = 'calls dropped', value, 0)), sum(iif(name = 'checks failed', value, 0)) FROM health")" "0 0"
}
