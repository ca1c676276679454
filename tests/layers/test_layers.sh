# The layers, as the objects' symbols show them: none needs a symbol that is defined in a
# layer which it may not use. (The Makefile's include paths say the same of declarations.)
# And names: what is a folder's own stays there, and a type's name means one thing.
set -u
root=$(cd "$(dirname "$0")/../.." && pwd)
: "${BUILD:=$root/build}"
work=${TEST_TMP:-$(mktemp -d)}
failed=0
ok() { echo "ok $*"; }
not_ok() { echo "not ok $*"; failed=1; }

# A layer a line: its name | folders of its sources | layers that it may use
collector='
format | ext/format       |
core   | collector/core   | format
unwind | collector/unwind | core format
sample | collector/sample | unwind core format
hsa    | collector/hsa    | sample unwind core format
device | collector/device | hsa sample unwind core format
api    | collector/api    | device hsa sample unwind core format
command | collector/command | device hsa sample unwind core format
'

# (That a path on its way to rows is in table, trace, source/KIND and source/common or format only, as CONTRIBUTING.md says, is
# in these lines: a kind sees no layer above it and no other kind, and trace calls it by model's rocpd_source_class.)
# (list stands behind format, whose folder has it: all layers see it.)
extension="
format   | ext/format         | list
list     | ext/format/list    |
base     | ext/base           |
model    | ext/model          | base list
common   | ext/source/common  | model base list
$(for kind in $(cd "$root/ext/source" && ls); do
  [ $kind = common ] || echo "$kind | ext/source/$kind | common model base list$([ $kind != rocz ] || echo ' format')"
done)
symbol   | ext/symbol         | model base list
trace    | ext/trace          | symbol model base list
derive   | ext/derive         | trace model base list
analysis | ext/analysis       | trace model base list
table    | ext/table          | analysis trace symbol model base list
export   | ext/export         | analysis trace model base format list
$([ ! -e "$BUILD/babeltrace-plugin-rocpd.so" ] || echo "plugin | ext/babeltrace | table export analysis trace model base list")
"

# symbols TABLE TREE OBJECTS: a line "d|u LAYER OBJECT SYMBOL" for each symbol that an object
# of the tables' layers defines or needs. Objects of deleted sources are left out.
symbols() {
  printf '%s\n' "$1" | while IFS='|' read -r layer folders uses; do
    layer=${layer%% *}
    for folder in $folders; do
      (cd "$3" && nm -A $(cd "$2" && find "$folder" -name '*.c' | sed 's|c$|o|')) | awk -v layer="$layer" '
        { at = index($1, ":"); object = substr($1, 1, at - 1); $1 = substr($1, at + 1); $0 = $0 }
        $NF == "sqlite3_api" || object ~ /old_glibc/ { next } # SQLite of the host, and functions of the C library: all layers have them
        NF == 2 && $1 == "U" { print "u", layer, object, $2 }
        NF == 3 && $2 ~ /[TDBRVWC]/ { print "d", layer, object, $3 }'
    done
  done
}

# upward TABLE: of these lines, symbols that a layer needs from a layer that it may not use
upward() {
  awk -v table="$1" '
    BEGIN {
      rows = split(table, row, "\n")
      for (i = 1; i <= rows; i++) {
        split(row[i], part, "|")
        gsub(/ /, "", part[1])
        n = split(part[3], use, " ")
        may[part[1], part[1]] = 1
        for (j = 1; j <= n; j++) may[part[1], use[j]] = 1
      }
    }
    $1 == "d" { layer[$4] = $2; next }
    { needs[++count] = $0 }
    END {
      for (i = 1; i <= count; i++) {
        split(needs[i], a, " ")
        if (a[4] in layer && !((a[2], layer[a[4]]) in may)) print a[3] " (" a[2] ") needs " a[4] " of " layer[a[4]]
      }
    }'
}

# circles: of these lines, objects that need each other, directly or through others
circles() {
  awk '$1 == "d" { of[$4] = $3; next } { needs[++count] = $3 " " $4 }
    END { for (i = 1; i <= count; i++) { split(needs[i], a, " "); if (a[2] in of && of[a[2]] != a[1]) print a[1], of[a[2]] } }' |
    sort -u | tsort 2>&1 >/dev/null | sed -n 's/^tsort: -: input contains a loop:$/circle:/; s/^tsort: //p; /^circle:$/p'
}

# check_layers NAME TABLE SYMBOLS: a file with the symbols of the table's layers
check_layers() {
  objects=$(cut -d' ' -f3 "$3" | sort -u | wc -l)
  upward "$2" <"$3" >"$work/upward"
  if [ "$objects" -gt 0 ] && [ ! -s "$work/upward" ]; then ok "$1: $objects objects need nothing of a higher layer"; else not_ok "$1: $objects objects"; sed 's/^/# /' "$work/upward"; fi
}
# check_circles NAME SYMBOLS: no two objects need each other
check_circles() {
  circles <"$2" >"$work/circles"
  if [ ! -s "$work/circles" ]; then ok "$1: no circle of objects"; else not_ok "$1: objects that need each other"; sed 's/^/# /' "$work/circles"; fi
}

# unprefixed PREFIX: of these lines, symbols whose names do not begin with PREFIX (or with sqlite3_, which SQLite looks for in an extension)
unprefixed() { awk -v prefix="^($1)" '$1 == "d" && $4 !~ prefix && $4 !~ /^(sqlite3_|main$|__bt_)/ { print $3 " defines " $4 }'; }

# strangers TREE FOLDER...: files that include a header with another folder's private state
strangers() (
  cd "$1" && shift
  grep -rn --include='*.[ch]' --include='*.inc' '#include "[^"]*_state\.h"' "$@" | while IFS=: read -r file line text; do
    header=${text#*\"}
    header=${header%\"*}
    [ -f "${file%/*}/$header" ] || echo "$file:$line includes $header"
  done
)
# doubled TREE FOLDER...: tags and names of types that are defined in two headers (types inside source files do not count)
doubled() (
  cd "$1" && shift
  grep -roE --include='*.h' '^ *(typedef )?(struct|union|enum) [A-Za-z_0-9]+ \{|^\} [A-Za-z_0-9]+;' "$@" |
    sed -E 's/: *(typedef )?(struct|union|enum) /:/; s/:\} /:/; s/( \{|;)$//' | sort -u |
    awk -F: '{ n[$2]++; files[$2] = files[$2] " " $1 } END { for (name in n) if (n[name] > 1) print name ":" files[name] }'
)
# none WHAT OUTPUT: checks that OUTPUT is empty
none() {
  if [ -z "$2" ]; then ok "$1"; else not_ok "$1"; printf '%s\n' "$2" | sed 's/^/# /'; fi
}

symbols "$collector" "$root" "$BUILD" >"$work/of_collector"
check_layers collector "$collector" "$work/of_collector"
check_circles collector "$work/of_collector"
symbols "$extension" "$root" "$BUILD" >"$work/symbols"
check_layers extension "$extension" "$work/symbols"
none "extension: external names begin with rocpd_, in ext/format with rocz_" "$(unprefixed 'rocpd_|rocz_' <"$work/symbols")"
grep -v '^. plugin ' "$work/symbols" >"$work/of_extension"
check_circles extension "$work/of_extension"
command="command  | ext/command        | table export analysis trace model base format list"
[ ! -e "$BUILD/rocpd" ] || {
  symbols "$command" "$root" "$BUILD" >"$work/of_command"
  cat "$work/of_extension" "$work/of_command" >"$work/of_both"
  check_layers "the command, with the extension inside" "$(printf '%s\n' "$extension" | grep -v '^plugin')
$command" "$work/of_both"
  check_circles "the command" "$work/of_command"
}
headers=$(cd "$root" && find ext collector -name '*_state.h' | wc -l)
[ "$headers" -gt 0 ] && none "headers of a state ($headers) are included in their own folders only" "$(strangers "$root" ext collector)" || not_ok "no header of a state"
none "extension: no header has the name of another: tests see all folders" "$(cd "$root" && find ext -name '*.h' | sed 's|.*/||' | sort | uniq -d)"
none "extension: no type name in two headers" "$(doubled "$root" ext)"
none "collector: no type name in two headers" "$(doubled "$root" collector ext/format)"

# The map from a subject to its tests (tests/README.md, which `make quick` reads) names what is there, and each source has a line.
none "tests/README.md: names of tests that are not there" "$(grep -oE '`[a-z0-9]+/test_[a-z0-9_]+(\.sh)?`' "$root/tests/README.md" | tr -d '`' | sort -u | while read -r t; do
  [ -e "$root/tests/$t" ] || [ -e "$root/tests/$t.c" ] || echo "$t"; done)"
none "tests/README.md: folders of sources without a test" "$(cd "$root" && find ext collector -name '*.c' | sort | awk -F/ '{ f = $0; sub(/[^\/]*$/, "", f) } !met[f]++' | while read -r f; do
  [ -n "$(sh tests/quick.sh "$f")" ] || echo "$f"; done)"

# Would a mistake be noticed? A lower layer calls a higher one, which calls back.
mkdir -p "$work/low" "$work/high"
echo 'int high(void); int low(void) { return high(); }' >"$work/low/a.c"
echo 'int low(void); int high(void) { return low(); }' >"$work/high/b.c"
for f in low/a high/b; do ${CC:-cc} -O0 -c -o "$work/$f.o" "$work/$f.c" || exit 1; done
tried='
low  | low  |
high | high | low
'
symbols "$tried" "$work" "$work" >"$work/tried"
found=$(upward "$tried" <"$work/tried")
[ "$found" = "low/a.o (low) needs high of high" ] && ok "a call upward is seen" || not_ok "a call upward is seen: '$found'"
[ "$(unprefixed low <"$work/tried")" = "high/b.o defines high" ] && ok "a name without the prefix is seen" || not_ok "a name without the prefix is seen"
circles <"$work/tried" | grep -q circle && ok "a circle is seen" || not_ok "a circle is seen"
echo '#include "a_state.h"' >"$work/low/c.c"
cp "$work/low/c.c" "$work/high/c.c"
echo 'typedef struct a_state { int x; } a_state;' >"$work/low/a_state.h"
printf 'struct a_state {\n  int y;\n};\n' | tee "$work/high/d.c" >"$work/high/d.h"
found=$(strangers "$work" low high)
[ "$found" = "high/c.c:1 includes a_state.h" ] && ok "a header of another folder's state is seen" || not_ok "a header of another folder's state is seen: '$found'"
found=$(doubled "$work" low high)
[ "$found" = "a_state: high/d.h low/a_state.h" ] && ok "a doubled type is seen" || not_ok "a doubled type is seen: '$found'"
# Memory that the loader writes to at the start of every process that inherits the preload.
if [ -z "${SANITIZER:-}" ]; then
  words=$(readelf -rW "$BUILD/libcollect.so" | grep -c _RELATIVE)
  pages=$(readelf -SW "$BUILD/libcollect.so" | sed 's/^ *\[ *[0-9]*\]//' | awk '$1 == ".data.rel.ro" || $1 == ".data" { print $5 }' | while read -r size; do echo $((0x$size / 4096)); done | awk '{ n += $1 } END { print n }')
  [ "$words" -gt 100 ] && [ "$words" -lt 8000 ] && [ "$pages" -lt 36 ] && ok "the loader writes $words words into $pages pages (near.h)" || not_ok "the loader writes $words words into $pages pages, more than 8000 into 36 (near.h)"
fi
# The linker leaves out what nothing refers to: the collector compresses, and does not read what it has written.
[ -n "${SANITIZER:-}" ] || {
  dead=$(nm "$BUILD/libcollect.so" | awk '$3 ~ /^ZSTD.*[dD]ecompress/ { print $3 }' | head -3 | tr '\n' ' ')
  [ -z "$dead" ] && ok "the collector contains no decompression" || not_ok "the collector contains what it does not use: $dead"
}

exit $failed
