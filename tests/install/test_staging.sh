#!/bin/sh
# make install into DESTDIR: exactly the files that belong there, scripts that work from there, and
# make uninstall leaves nothing.
set -u
[ -z "${SANITIZER:-}" ] || { echo "sanitized libraries are not for installing"; exit 77; }
failed=0
check() { if [ "$2" = "$3" ]; then echo "ok $1"; else echo "not ok $1: '$2', not '$3'"; failed=1; fi; }
contains() { case $2 in *"$3"*) echo "ok $1" ;; *) echo "not ok $1: '$2' lacks '$3'"; failed=1 ;; esac; }
stage="$TEST_TMP/a stage"
make -s install BUILD="$BUILD" PREFIX=/opt/rocpd DESTDIR="$stage" >"$TEST_TMP/log" 2>&1 || { echo "not ok make install: $(tail -n 1 "$TEST_TMP/log")"; exit 1; }
# share PREFIX ALL|EXT: the files that belong into share; ALL: with those of the collector
shared() {
  for f in bash-completion/completions/rocpd doc/rocpd/LICENSE doc/rocpd/reference.md fish/vendor_completions.d/rocpd.fish $(cd "$BUILD/man" && for m in *.[17]; do
    case $2$m in EXTrocpd-record.1 | EXTrocpd-ctl.1 | EXTrocpd-doctor.1 | EXTrocpd-python.1) ;; *) echo "man/man${m##*.}/$m" ;; esac; done) rocpd/trace-compass.xml $(find scripts/python/rocpdsys -name '*.py' | sed 's|^scripts|rocpd|') zsh/site-functions/_rocpd; do echo "$1/share/$f"; done | LC_ALL=C sort | sed 's/^/ /' | tr -d '\n'
}
# Where babeltrace2's headers are there is a plugin for it.
plugin=
[ ! -e "$BUILD/babeltrace-plugin-rocpd.so" ] || plugin=lib/babeltrace2/plugins/babeltrace-plugin-rocpd.so
want="./opt/rocpd/bin/rocpd ./opt/rocpd/bin/rocpd-ctl ./opt/rocpd/bin/rocpd-doctor ./opt/rocpd/bin/rocpd-export ./opt/rocpd/bin/rocpd-python ./opt/rocpd/bin/rocpd-query ./opt/rocpd/bin/rocpd-record ./opt/rocpd/include/collect.h${plugin:+ ./opt/rocpd/$plugin} ./opt/rocpd/lib/libcollect.so ./opt/rocpd/lib/librocpd.so ./opt/rocpd/lib/pkgconfig/rocpd.pc ./opt/rocpd/lib/rocpd.so$(shared ./opt/rocpd ALL)"
check "the installed files" "$(cd "$stage" && find . -type f -o -type l | LC_ALL=C sort | xargs)" "$want"
check "the SONAME that ldconfig makes a link of" "$(objdump -p "$stage/opt/rocpd/lib/librocpd.so" | sed -n 's/ *SONAME *//p')" rocpd.so
check "the programs are executable" "$(find "$stage/opt/rocpd/bin" -type f -perm 755 | wc -l)" 3 # and links to them
check "no placeholder is left" "$(grep -lI '@[A-Z]*@' "$stage"/opt/rocpd/bin/* | wc -l)" 0

check "no symbols that only a debugger needs" "$(for f in lib/librocpd.so lib/libcollect.so bin/rocpd bin/rocpd-record; do nm "$stage/opt/rocpd/$f" 2>&1 | grep -vc 'no symbols'; done | xargs)" "0 0 0 0"
if command -v pkg-config >/dev/null; then
  check "pkg-config" "$(PKG_CONFIG_LIBDIR="$stage/opt/rocpd/lib/pkgconfig" pkg-config --cflags --variable=extension rocpd | xargs) $(PKG_CONFIG_LIBDIR="$stage/opt/rocpd/lib/pkgconfig" pkg-config --cflags rocpd | xargs)" "/opt/rocpd/lib/rocpd.so -I/opt/rocpd/include"
fi
make -s install DEBUG=1 BUILD="$BUILD" PREFIX=/opt/rocpd DESTDIR="$TEST_TMP/debug" >"$TEST_TMP/log" 2>&1
check "DEBUG=1: a file of symbols beside each" "$(cd "$TEST_TMP/debug/opt/rocpd" && for f in lib/librocpd.so lib/libcollect.so bin/rocpd bin/rocpd-record; do nm "${f%/*}/.debug/${f##*/}.debug" | grep -c ' [tT] main$\| [tT] rocpd_run_open$\| [tT] collect_' | sed 's/[1-9][0-9]*/1/'; readelf -p .gnu_debuglink $f | grep -c debug; done | xargs)" "1 2 1 2 1 2 1 2"

# Installs only the extension although more is built; and if only the extension is built, plain install does the same.
want="./bin/rocpd ./bin/rocpd-export ./bin/rocpd-query${plugin:+ ./$plugin} ./lib/librocpd.so ./lib/pkgconfig/rocpd.pc ./lib/rocpd.so$(shared . EXT)"
make -s install-ext BUILD="$BUILD" PREFIX=/ DESTDIR="$TEST_TMP/ext" >"$TEST_TMP/log" 2>&1
check "make install-ext" "$? $(cd "$TEST_TMP/ext" && find . -type f -o -type l | LC_ALL=C sort | xargs)" "0 $want"
mkdir "$TEST_TMP/built"
cp -a "$BUILD"/ext "$BUILD"/core "$BUILD"/*.list "$BUILD"/sql.* "$BUILD"/help.* "$BUILD"/rocpd.so "$TEST_TMP/built"
make -s install BUILD="$TEST_TMP/built" PREFIX=/ DESTDIR="$TEST_TMP/only" >"$TEST_TMP/log" 2>&1
check "make install after make ext" "$? $(cd "$TEST_TMP/only" && find . -type f -o -type l | LC_ALL=C sort | xargs) $(ls "$TEST_TMP/built" | grep collect.so)" "0 $want "

# A user who may not run ldconfig installs to a folder that the linker does not know: the message says what to set, and that works.
user=
[ "$(id -u)" -ne 0 ] || user="setpriv --reuid=65534 --regid=65534 --clear-groups"
chmod 755 "$TEST_TMP"; mkdir "$TEST_TMP/home"; chmod 777 "$TEST_TMP/home"
if $user test -r Makefile -a -x "$BUILD/rocpd.so" 2>/dev/null; then
  PATH=/usr/local/bin:/usr/bin:/bin $user make -s install BUILD="$BUILD" PREFIX="$TEST_TMP/home/local" >"$TEST_TMP/log" 2>&1; check "install as a user" "$?" 0
  contains "... says what to set" "$(cat "$TEST_TMP/log")" "LD_LIBRARY_PATH=\"$TEST_TMP/home/local/lib"
  got=$(eval "$(sed -n '/^  export/p' "$TEST_TMP/log")"; rocpd-query --help >/dev/null && sqlite3 -cmd '.load rocpd' '' "SELECT count(*) FROM kernels" 2>&1)
  check "... which .load rocpd needs" "$got" 0
  $user make -s uninstall BUILD="$BUILD" PREFIX="$TEST_TMP/home/local" >"$TEST_TMP/log" 2>&1; check "uninstall as a user" "$? $(find "$TEST_TMP/home" ! -type d | wc -l)" "0 0"
fi

# The scripts, from where they were staged, on files with awkward names.
bin=$stage/opt/rocpd/bin
data="$TEST_TMP/it's \"data\" & more"
mkdir "$data"
"$BUILD/bench/tracegen" "$data/a trace.rocz" 3000 >/dev/null
listed=$("$bin/rocpd" --help | sed -n 's/^  \([a-z][a-z-]*\)  .*/\1/p' | sort | xargs)
for c in $(ls ext/command/report/*.sql scripts/user/rocpd-*) query export record ctl doctor; do c=${c##*/}; c=${c%.sql}; contains "rocpd lists ${c#rocpd-}" " $listed " " ${c#rocpd-} "; done
check "... and runs them" "$("$bin/rocpd" query -list "$data" 'SELECT 5')" 5
"$bin/rocpd" nonsense >"$TEST_TMP/out" 2>&1; check "... but no others" "$? $(cat "$TEST_TMP/out")" "2 rocpd: nonsense: no such command, and no such file (rocpd --help lists the commands)"
for s in rocpd rocpd-ctl rocpd-record rocpd-doctor rocpd-python rocpd-query rocpd-export; do
  contains "$s --help" "$("$bin/$s" --help 2>&1)" "usage: $s"
  [ $s = rocpd-doctor ] || { "$bin/$s" >"$TEST_TMP/out" 2>&1; check "$s without arguments" "$? $(head -c 6 "$TEST_TMP/out")" "2 usage:"; }
done
check "rocpd-query of a folder" "$("$bin/rocpd-query" -list "$data" 'SELECT count(*) > 500 FROM kernels')" 1
check "rocpd-query of a file, as CSV" "$("$bin/rocpd-query" -csv -noheader "$data/a trace.rocz" 'SELECT 1, count(*) > 1000 FROM regions' | tr -d '\r')" 1,1
check "rocpd-query of a glob" "$("$bin/rocpd-query" -list "$TEST_TMP/*/a*.rocz" 'SELECT count(*) FROM sources')" 1
check "rocpd-query of statements on standard input" "$(echo 'SELECT count(*) FROM sources;' | "$bin/rocpd-query" -list "$data")" 1
database=tests/data/heliosr_146104_results.db
if [ -f $database ]; then check "rocpd-query of a rocprofv3 database" "$("$bin/rocpd-query" -list $database 'SELECT count(*) > 0 FROM kernels')" 1; fi
contains "rocpd-query of nothing" "$("$bin/rocpd-query" "$TEST_TMP/none" 2>&1)" "no such file or folder"
"$bin/rocpd-query" "$data" 'SELECT nonsense' >/dev/null 2>&1; check "rocpd-query fails with the statement" "$(($? != 0))" 1
contains "rocpd-export perfetto" "$("$bin/rocpd-export" perfetto "$data" "$data/out'.pftrace")" '"kernels":'
contains "rocpd-export json with options" "$("$bin/rocpd-export" json "$data" "$data/out.json" '{"names":"*it'"'"'s*","allow_empty":true}')" '"events":0'
formats=$("$bin/rocpd-query" -list "$data" "SELECT group_concat(DISTINCT substr(name, 14)) FROM pragma_function_list WHERE name LIKE 'rocpd\_export\_%' ESCAPE '\'" | tr , '\n' | sort | xargs)
contains "rocpd-export of an unknown format" "$("$bin/rocpd-export" "$data" json "$data/x" 2>&1)" "rocpd-export: $data is not a FORMAT ("
check "the formats that it names are those of the library" "$("$bin/rocpd-export" nonsense 2>&1 | sed 's/.*(//' | tr -d ',)' | tr ' ' '\n' | sort | xargs)" "$formats"
contains "rocpd-export without OUT" "$("$bin/rocpd-export" json "$data" 2>&1)" "OUT is missing"
contains "rocpd-export without PATH" "$("$bin/rocpd-export" json 2>&1)" "PATH is missing"
contains "rocpd-export of nothing" "$("$bin/rocpd-export" json "$TEST_TMP/none" "$data/x" 2>&1)" "rocpd-export: $TEST_TMP/none: no such file or folder"

# A glob without quotes names several files where one is meant: none of them is taken for something else.
two=$TEST_TMP/two
mkdir "$two"
cp "$data/a trace.rocz" "$two/a.rocz"
cp "$data/a trace.rocz" "$two/b.rocz"
contains "rocpd-query of two files" "$("$bin/rocpd-query" "$two"/*.rocz 'SELECT 1' 2>&1)" "only one PATH"
for f in json perfetto db; do contains "rocpd-export $f of two files" "$("$bin/rocpd-export" $f "$two"/*.rocz 2>&1)" "only one PATH"; done
contains "rocpd-export of two files and OUT" "$("$bin/rocpd-export" rocz "$two"/*.rocz "$two/out" 2>&1)" "only one PATH"
contains "rocpd-export of two files, OUT and OPTIONS" "$("$bin/rocpd-export" rocz "$two"/*.rocz "$two/out" '{}' 2>&1)" "only one PATH"
contains "rocpd-export over a trace says how" "$("$bin/rocpd-export" rocz "$two/a.rocz" "$two/b.rocz" 2>&1)" '{"overwrite":true}'
check "both are what they were" "$(cmp "$two/a.rocz" "$two/b.rocz" && cmp "$two/a.rocz" "$data/a trace.rocz" && ls "$two" | wc -l)" 2

# Messages about a path that cannot be read, and the options of rocpd_attach.
head -c 300 tests/data/heliosr_146104_results.db >"$two/short.db"
contains "rocpd-query of a damaged database: the library's words" "$("$bin/rocpd-query" "$two/short.db" 'SELECT count(*) FROM kernels' 2>&1)" "rocpd_attach: "
check "rocpd-query -a: damaged files are skipped" "$("$bin/rocpd-query" -list -a '{"damaged":"skip"}' "$two" 'SELECT count(*) FROM health WHERE name = '"'damaged'")" 1
contains "rocpd-query -a of an unknown option" "$("$bin/rocpd-query" -a '{"offset":1}' "$two" 'SELECT 1' 2>&1)" "known: damaged, offset_ns, rank"
contains "rocpd-export -a" "$("$bin/rocpd-export" -a '{"damaged":"skip"}' json "$two" "$two/out.json" 2>&1)" '"events":'
check "rocpd-query of NAME.db that is absent is that of NAME/" "$("$bin/rocpd-query" -list "$two.db" 'SELECT count(*) FROM sources' 2>&1 | tail -n 1)" "$("$bin/rocpd-query" -list "$two" 'SELECT count(*) FROM sources' 2>&1 | tail -n 1)"
contains "rocpd-export over a trace that is meant" "$("$bin/rocpd-export" json "$two/a.rocz" "$two/short.db" '{"overwrite":true}' 2>&1)" '"events":'
rm "$two/short.db" "$two/out.json"
: >"$two.db"
check "... and of one that is empty" "$("$bin/rocpd-query" -list "$two.db" 'SELECT count(*) FROM sources')" 2
check "rocpd-query --csv" "$("$bin/rocpd-query" --csv "$two" 'SELECT 1, 2' | tr -d '\r')" 1,2
contains "rocpd-query of an unknown option" "$("$bin/rocpd-query" --cvs "$two" 'SELECT 1' 2>&1)" "--cvs is not an option; known: -a -ascii -batch -box"
[ -s "$data/out'.pftrace" ] && /usr/bin/python3 -c 'import json, sys; json.load(open(sys.argv[1]))' "$data/out.json" && echo "ok the files are there" || { echo "not ok the files are there"; failed=1; }
contains "rocpd-record from a folder with a blank" "$("$bin/rocpd-record" true 2>&1)" "LD_PRELOAD cannot hold"
ROCPD_LIBDIR=$BUILD; export ROCPD_LIBDIR
check "rocpd-record gives the program's exit code" "$("$bin/rocpd-record" -o "$data/t" -a sh -c 'echo "$COLLECT_OUTPUT $COLLECT_ARGS"; exit 7' 2>/dev/null; echo " $?")" "$data/t 1
 7"
check "rocpd-record gives the program its input" "$(echo word | "$bin/rocpd-record" -o "$data/t" cat 2>/dev/null)" word
"$bin/rocpd-record" --exec -q -o "$data/t" sh -c 'echo $$' >"$data/pid" & # signals, and who waits for it, meet no other process
wait $!; check "rocpd-record --exec becomes the program" "$(cat "$data/pid")" "$!"
contains "rocpd-record of no program" "$("$bin/rocpd-record" no-such-program 2>&1)" "no such program"

make -s uninstall BUILD="$BUILD" PREFIX=/opt/rocpd DESTDIR="$stage" >"$TEST_TMP/log" 2>&1
check "uninstall leaves no file" "$(find "$stage" -type f -o -type l | wc -l)" 0
exit $failed
