# The build reports a wrong file in sql/, a wrong help page and a name that two files define, with file, line and what to do (scripts/check_ext.c).
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
check "types that are none" "$(said new '-- new: a table\n-- columns: a, b TEXT, c INTEGR,\n--   d Text\nSELECT 1, 2, 3, 4\n')" \
"new.sql:2: the column c has the type INTEGR: write TEXT, INTEGER, BIGINT, REAL or no type
new.sql:3: the column d has the type Text: write TEXT, INTEGER, BIGINT, REAL or no type"
check "a key of filters that is none" "$(said new '-- new: a table\n-- columns: a\n-- takes: gpu, kernal\nSELECT 1\n')" "new.sql:3: 'kernal' is no key of rocpd_filter(): write gpu, kernel or stream"
check "an argument that is not declared" "$(said leaks '-- leaks: a table\n-- columns: a\n-- arguments: path\nSELECT :anchor + :path\n' | grep uses)" \
"leaks.sql: uses :anchor, which no line '-- arguments: NAME, ...' declares"
check "a missing help page" "$(said trace_kernels '-- trace_kernels: a table\n-- columns: a\nSELECT 1 AS a FROM kernels\n' | grep help)" "trace_kernels.sql: the help page ext/help/tables/trace_kernels.md is missing"

# ---- two files define a name
cat >"$TEST_TMP/one.c" <<'END'
ROCPD_TABLE(leaks) = {.name = "Leaks", .kind = -1};
ROCPD_FUNCTION(first) = {
  .name = "rocpd_first", .argc = 1, .call = first_call};
ROCPD_SOURCE_CLASS(text) = {.name = "text", .probe = text_probe};
ROCPD_EXPORT_FORMAT(lines) = {.function = "rocpd_export_lines"};
END
cat >"$TEST_TMP/two.c" <<'END'
/* with two arguments it is another function */
ROCPD_FUNCTION(first_of_two) = {.name = "rocpd_first", .argc = 2, .call = first_call};
ROCPD_FUNCTION(other) = {.name = "rocpd_first", .argc = 1, .call = other_call};
ROCPD_SOURCE_CLASS(other) = {.name = "text", .probe = other_probe};
ROCPD_EXPORT_FORMAT(lines) = {.function = "rocpd_export_lines"};
END
check "names that two files define" "$("$BUILD/check_ext" "$BUILD/rocpd.so" sql/leaks.sql "$TEST_TMP/one.c" "$TEST_TMP/two.c" 2>&1 | sed "s|$TEST_TMP/||g")" \
"one.c:1: defines the table Leaks, as sql/leaks.sql:1 does: give one of them another name
two.c:3: defines the SQL function rocpd_first, as one.c:2 does: give one of them another name
two.c:4: defines the source text, as one.c:4 does: give one of them another name
two.c:5: defines the export format lines, as one.c:5 does: give one of them another name"
check "... and none of ours" "$("$BUILD/check_ext" "$BUILD/rocpd.so" sql/*.sql ext/*/*.c ext/*/*/*.c 2>&1; echo $?)" 0

# ---- help pages: those of a copy
mkdir -p "$TEST_TMP/tree/ext"
cp -r ext/help "$TEST_TMP/tree/ext"
pages() { (cd "$TEST_TMP/tree" && "$BUILD/check_ext" "$BUILD/rocpd.so" 2>&1); }
check "all pages are there" "$(pages)" ""
sed -i 's/^| intervals |/| intervalls |/' "$TEST_TMP/tree/ext/help/tables/busy.md"
check "a misspelt column" "$(pages | sed 's/:[0-9]*:/:N:/')" "ext/help/tables/busy.md:N: describes a column intervalls, which the table busy does not have: correct or remove this row"
rm "$TEST_TMP/tree/ext/help/tables/busy.md"
check "a missing page" "$(pages | sed 's/: it begins.*//')" "ext/help/tables/busy.md: is missing"
exit $failed
