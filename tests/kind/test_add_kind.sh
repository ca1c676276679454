# A new record kind, as CONTRIBUTING.md describes: a list of columns, a row in schema.h, a table over
# it in one file. In a copy of the sources, which is built with a program that asks for its rows (add_kind.c).
# SOAK=1: of all sources. Otherwise of those that keep rows of any kind and write and read them as chunk files, and what these refer
# to; objects that do not depend on the list of kinds are those of the build.
set -u
[ -z "${SANITIZER:-}" ] || { echo "the kind is built without sanitizers"; exit 77; }
root=$(cd "$(dirname "$0")/../.." && pwd)
work=${TEST_TMP:-$(mktemp -d)}
tree=$work/tree
objects=$BUILD
unset MAKEFLAGS MAKELEVEL MFLAGS BUILD
mkdir -p "$tree/tests/helper" "$tree/tests/unit"
cp -r "$root/Makefile" "$root/ext" "$root/sql" "$root/scripts" "$tree"
cp "$root/tests/test.h" "$tree/tests"
cp "$root"/tests/helper/db.[ch] "$tree/tests/helper"
cp "$root/tests/kind/add_kind.c" "$tree/tests/unit/test_add_kind.c"
cd "$tree" || exit 1

# Sources that the program does without: no object that it needs refers to theirs.
if [ -z "${SOAK:-}" ]; then
  find ext -name '*.c' -not -path 'ext/babeltrace/*' -not -path 'ext/command/*' | sed 's/c$/o/' | sort >sources.list
  (cd "$objects" && xargs nm -A -P -g <"$tree/sources.list") | awk '
    function need(file) { if (!(file in needed)) { needed[file] = 1; queue[++n] = file } }
    { file = substr($1, 1, length($1) - 1) }
    !(file in files) { files[file] = 1; if (file ~ "^ext/(source/rocz/|export/rows/rocz|source/common/|table/(init|attach|window|sources|health)[.]o$)") need(file) }
    $3 == "U" { uses[file] = uses[file] " " $2; next }
    { defines[$2] = file }
    END {
      for (i = 1; i <= n; i++) { uses_n = split(uses[queue[i]], names, " "); for (k = 1; k <= uses_n; k++) if (names[k] in defines) need(defines[names[k]]) }
      for (file in files) if (!(file in needed)) { sub(/o$/, "c", file); print file }
    }' >unneeded.list
  [ "$(wc -l <unneeded.list)" -gt 50 ] || { echo "not ok the sources that are not needed are found"; exit 1; }
  xargs rm <unneeded.list
  # (make takes them for up to date: they are newer than their sources here.)
  for o in $(sed 's/c$/o/' unneeded.list | sort | comm -23 sources.list -); do
    grep -q 'ext/model/schema' "$objects/${o%o}d" || { mkdir -p "build/${o%/*}" && cp "$objects/$o" "build/$o"; }
  done
fi

# The list of columns, ...
sed -i '$d' ext/model/schema_view.h
cat >>ext/model/schema_view.h <<'END'
#define ROCPD_POWERS(C, K) \
  C(K, id, "INTEGER", INT, I) C(K, guid, "TEXT", TEXT, I) C(K, pid, "INTEGER", INT, 0) C(K, agent_id, "INTEGER", INT, 0) \
  C(K, sensor, "TEXT", TEXT, N) C(K, timestamp, "BIGINT", INT, S | E) C(K, watts, "REAL", REAL, 0) ROCPD_TIMED(C, K)

#endif
END
# ... a row, ...
sed -i 's/^  K(RAW_METADATA, /  K(POWER, power_readings, ROCPD_POWERS, COUNTED, NONE, ) \\\n&/' ext/model/schema.h
grep -q 'K(POWER' ext/model/schema.h || { echo "not ok the row is not in schema.h"; exit 1; }
# ... a table.
cp "$root/tests/kind/power_readings.c" ext/table

if make -s -j2 CC="${CC:-cc}" OPT="-O0 -w" EXT_CFLAGS= build/unit/test_add_kind >make.log 2>&1; then echo "ok the kind is built"; else echo "not ok the kind is built"; tail -n 40 make.log; exit 1; fi
exec build/unit/test_add_kind
