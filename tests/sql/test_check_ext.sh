# The build reports a wrong file in sql/ with file, line and reason (scripts/check_ext.c).
set -u
: "${BUILD:=$PWD/build}"
failed=0
[ -x "$BUILD/check_ext" ] || { echo "sanitized libraries are not looked over"; exit 77; }
check() { if [ "$2" = "$3" ]; then echo "ok $1"; else echo "not ok $1: '$2', not '$3'"; failed=1; fi; }
said() { # NAME TEXT: the report about sql/NAME.sql with that text
  printf '%b' "$2" >"$TEST_TMP/$1.sql"
  "$BUILD/check_ext" "$BUILD/rocpd.so" "$TEST_TMP/$1.sql" 2>&1 | sed "s|$TEST_TMP/||"
}
lines=$(sqlite3 -batch :memory: "SELECT sqlite_version() >= '3.38'" | grep -c 1) # from this version on, SQLite gives the place of an error
at() { [ "$lines" = 0 ] || printf ':%s' "$1"; }
check "correct files" "$("$BUILD/check_ext" "$BUILD/rocpd.so" sql/*.sql; echo $?)" 0
check "a syntax error" "$(said new '-- new: a table\n-- columns: a\nSELECT 1 AS a,\n FROM kernels\n')" "new.sql$(at 4): near \"FROM\": syntax error"
check "a syntax error in a view" "$(said new '-- new: a view\nCREATE TEMP VIEW new AS\nSELECT FROM kernels\n')" "new.sql$(at 3): near \"FROM\": syntax error"
check "no line of columns" "$(said new '-- new: a table\nSELECT 1 AS a FROM kernels\n')" "new.sql:1: has no line '-- columns: NAME [TYPE], ...' with the columns of its SELECT"
check "an unknown column" "$(said overlap '-- overlap: a table\n-- columns: a\nSELECT nothere FROM kernels\n' | head -n 1)" "overlap.sql$(at 3): no such column: nothere"
check "more columns than declared" "$(said run_time "$(sed 's/SELECT /SELECT 1, /;s/\\/\\\\/g' sql/leaks.sql)" | grep -c 'columns, the SELECT')" 1
check "a missing help page" "$(said trace_kernels '-- trace_kernels: a table\n-- columns: a\nSELECT 1 AS a FROM kernels\n' | grep help)" "trace_kernels.sql: the help page ext/help/tables/trace_kernels.md is missing"
exit $failed
