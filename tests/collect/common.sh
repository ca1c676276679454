# For the tests of the collector. Sourced: sets up $work, the fake runtime and the
# victim program in it, and functions to run it and to look at what was recorded.
set -u
here=$(cd "$(dirname "$0")" && pwd)
root=$(cd "$here/../.." && pwd)
: "${BUILD:=$root/build}"
lib=$BUILD/libcollect.so
dump=$BUILD/bench/rocz_dump
work=${TEST_TMP:-$(mktemp -d)}
failed=0
CC=${CC:-gcc}

ok() { echo "ok $*"; }
not_ok() { echo "not ok $*"; failed=1; }
# is WHAT GOT WANTED
is() { if [ "$2" = "$3" ]; then ok "$1"; else not_ok "$1: $2, not $3"; fi; }
finish() { exit $failed; }

# fake_make FOLDER: the stand-in for HIP and the victim program
fake_make() {
  # Its symbols have HIP's versions, as the real one's.
  echo 'hip_4.2 { global: *; };' >"$1/map"
  $CC -O2 -fPIC -shared -w -Wl,-soname,libamdhip64.so.5 -Wl,--version-script="$1/map" -o "$1/libamdhip64.so.5" "$root/tests/collect/fake_hip.c" &&
    ln -sf libamdhip64.so.5 "$1/libamdhip64.so" &&
    $CC -O1 -g -w -I"$root/ext/format" -o "$1/victim" "$root/tests/collect/victim.c" -L"$1" -lamdhip64 -pthread
}
# Is what some test made of this newer than its sources?
fake_holds() {
  [ -e "$BUILD/fake/victim" ] && [ -z "$(find "$root/tests/collect/victim.c" "$root/tests/collect/fake_hip.c" "$root/tests/collect/common.sh" "$root/ext/format" -newer "$BUILD/fake/victim" 2>/dev/null)" ]
}
# All tests share what the first one makes: in a folder of its own, which then gets the name. (Another one may replace it while it is copied.)
fake_setup() {
  if ! { fake_holds && cp -a "$BUILD/fake" "$work/fake" 2>/dev/null; }; then
    rm -rf "$work/fake"
    mkdir -p "$work/fake" && fake_make "$work/fake" && cp -a "$work/fake" "$BUILD/fake.$$" || exit 1
    mv "$BUILD/fake" "$work/fake.old" 2>/dev/null
    mv -T "$BUILD/fake.$$" "$BUILD/fake" 2>/dev/null || rm -rf "$BUILD/fake.$$"
  fi
  mv "$work/fake/victim" "$work/victim" || exit 1
}

# marks_setup: a collector with the domain `marks` (one_file.c, one_file.def) in $work/libcollect.so, and a program that uses it, $work/user.
# Called in $root, after fake_setup.
marks_setup() {
  marks=$root/tests/collect/one_file
  { cat "$BUILD/layers.def" && echo "COLLECT_LAYER_ROW(marks)"; } >"$work/layers.def"
  for f in tests/collect/one_file ext/format/list/domains; do
    $CC -std=gnu11 -O2 -Wall -Wextra -fPIC -fvisibility=hidden -D_GNU_SOURCE -ftls-model=initial-exec -DROCZ_MORE_DOMAINS="\"$marks.def\"" -I"$work" -Icollector/core -Iext/format \
      -c -o "$work/${f##*/}.o" "$f.c" || exit 1
  done
  $CC -shared -o "$work/libcollect.so" "$work/one_file.o" "$work/domains.o" \
    $(find collector ext/format -name '*.c' -not -path ext/format/list/domains.c -not -path 'collector/command/*' | sed "s|\(.*\)\.c\$|$BUILD/\1.o|") \
    -Wl,--version-script="$BUILD/collect.map" -Wl,--exclude-libs,ALL -Wl,-z,nodelete,-z,now,-z,defs -Wl,-Bstatic -lzstd -Wl,-Bdynamic -ldl -pthread || exit 1
  $CC -O1 -w -fPIC -shared -DLIBRARY -Wl,-soname,libmarks.so.1 -o "$work/fake/libmarks.so.1" "${marks}_user.c" || exit 1
  $CC -O1 -g -w -o "$work/user" "${marks}_user.c" "$work/fake/libmarks.so.1" -L"$work/fake" -lamdhip64 -pthread || exit 1
}
# A sanitized library needs the sanitizer's runtime before it.
preload() {
  case ${SANITIZER:-} in
    asan) echo "$($CC -print-file-name=libasan.so):$lib" ;;
    *) echo "$lib" ;;
  esac
}
# victim CASE ...: runs it in a fresh folder $work/out, stdout in $work/stdout
victim() {
  rm -rf "$work/out"
  (cd "$work" && timeout -s QUIT 60 env COLLECT_OUTPUT="${OUTPUT:-$work/out}" LD_LIBRARY_PATH="$work/fake" ASAN_OPTIONS=detect_leaks=0:handle_segv=0:handle_abort=0 LD_PRELOAD="$(preload)" ./victim "$@" >"$work/stdout" 2>"$work/stderr")
}
# on_gpu [VARIABLE=value ...] PROGRAM [arguments]: a test program on the software GPU, in a fresh folder $work/out, stdout in $work/told
on_gpu() {
  rm -rf "$work/out"
  PATH="$BUILD/programs:$PATH" timeout 120 env LD_LIBRARY_PATH="$BUILD/gpusim" LD_PRELOAD="$(preload)" COLLECT_OUTPUT="$work/out" "$@" >"$work/told" 2>"$work/stderr"
}
# sql QUERY: one answer of the extension, over the trace in $work/out or ${TRACE}; columns stand behind blanks
sql() {
  { printf '.load %s/rocpd\n.separator " "\n' "$BUILD"
    printf "CREATE TEMP TABLE attached AS SELECT rocpd_attach('%s');\n" "${TRACE:-$work/out}"; printf '%s\n' "$1"; } | sqlite3 :memory: 2>&1
}
files() { ls "${OUTPUT:-$work/out}"/*.rocz 2>/dev/null; }
file_count() { files | wc -l; }
# rows: all rows of all files, in $work/rows
rows() {
  : >"$work/rows"
  for f in $(files); do ASAN_OPTIONS=detect_leaks=0 "$dump" "$f" >>"$work/rows" 2>"$work/dump_error" || not_ok "rocz_dump $f: $(cat "$work/dump_error")"; done
}
# calls [NAME]: number of finished calls, in chunks or in the live file
calls() {
  [ $# -gt 0 ] || { LC_ALL=C grep -c -e '^call' -e '^live_call' "$work/rows"; return; }
  awk -v want="$1" '/^header/ { file++ }
    /^function/ { split($0, a, /function=| category=| name=/); name[file, a[2]] = a[4]; next }
    /^(call|live_call)/ { match($0, /function=[0-9]+/); n[file, substr($0, RSTART + 9, RLENGTH - 9)]++ }
    END { for (f in n) if (name[f] == want) c += n[f]; print c + 0 }' "$work/rows"
}
# rows_counted: what calls, dropped and open_calls say of all files, in $kept, $lost and $open, in one pass; $kept is -1 where a file is damaged
rows_counted() {
  rows_of=$(for f in $(files); do ASAN_OPTIONS=detect_leaks=0 "$dump" "$f" 2>"$work/dump_error" || echo damaged; done | awk '/^header/ { for (k in c) s += (k in l) ? l[k] : c[k]; delete c; delete l }
    /^(call|live_call) / { n++ } /^open_call/ { o++ }
    /^(live_)?counter.*name=calls[ _]dropped / { split($0, a, /value=/); c[1] = a[2] + 0; if (/^live/) l[1] = a[2] + 0 }
    /^damaged/ { bad = 1 }
    END { for (k in c) s += (k in l) ? l[k] : c[k]; print bad ? -1 : n + 0, s + 0, o + 0 }')
  kept=${rows_of%% *} open=${rows_of##* } lost=${rows_of#* }; lost=${lost% *}
}
open_calls() { grep -c '^open_call' "$work/rows"; }
# counted NAME...: sum of these counters over all files; a file's counters are read from its live file, if it has one
counted() {
  LC_ALL=C grep -a -e '^header' -e '^counter' -e '^live_counter' "$work/rows" | awk -v names=" $* " '/^header/ { for (k in c) s += (k in l) ? l[k] : c[k]; delete c; delete l }
    /^(live_)?counter/ { split($0, a, /name=| value=/); gsub(/ /, "_", a[2]); if (index(names, " " a[2] " ")) { c[a[2]] = a[3] + 0; if (/^live/) l[a[2]] = a[3] + 0 } }
    END { for (k in c) s += (k in l) ? l[k] : c[k]; print s + 0 }'
}
dropped() { counted calls_dropped; }
# check_expected WHAT: checks the victim's own "expect" lines
check_expected() {
  while read -r word name count; do
    case $word in
      expect) is "$1: $name" "$(calls "$name")" "$count" ;;
      at_most) [ "$(calls "$name")" -le "$count" ] && ok "$1: $name at most $count" || not_ok "$1: $name: $(calls "$name") of at most $count" ;;
      *) not_ok "$1: the program says: $word $name $count" ;;
    esac
  done <"$work/stdout"
}
