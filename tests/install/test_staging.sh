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
want="./opt/rocpd/bin/rocpd-export ./opt/rocpd/bin/rocpd-query ./opt/rocpd/bin/rocpd-record ./opt/rocpd/lib/libcollect.so ./opt/rocpd/lib/librocpd.so"
check "the installed files" "$(cd "$stage" && find . -type f -o -type l | sort | xargs)" "$want"
check "the SONAME that ldconfig makes a link of" "$(objdump -p "$stage/opt/rocpd/lib/librocpd.so" | sed -n 's/ *SONAME *//p')" rocpd.so
check "the scripts are executable" "$(find "$stage/opt/rocpd/bin" -type f -perm 755 | wc -l)" 3
check "no placeholder is left" "$(grep -l @LIBDIR@ "$stage"/opt/rocpd/bin/* | wc -l)" 0

# The scripts, from where they were staged, on files with awkward names.
bin=$stage/opt/rocpd/bin
data="$TEST_TMP/it's \"data\" & more"
mkdir "$data"
"$BUILD/bench/tracegen" "$data/a trace.rocz" 3000 >/dev/null
for s in rocpd-record rocpd-query rocpd-export; do
  contains "$s --help" "$("$bin/$s" --help 2>&1)" "usage: $s"
  "$bin/$s" >"$TEST_TMP/out" 2>&1; check "$s without arguments" "$? $(head -c 6 "$TEST_TMP/out")" "2 usage:"
done
check "rocpd-query of a folder" "$("$bin/rocpd-query" -list "$data" 'SELECT count(*) > 500 FROM kernels')" 1
check "rocpd-query of a file, as CSV" "$("$bin/rocpd-query" -csv -noheader "$data/a trace.rocz" 'SELECT 1, count(*) > 1000 FROM regions' | tr -d '\r')" 1,1
check "rocpd-query of a glob" "$("$bin/rocpd-query" -list "$TEST_TMP/*/a*.rocz" 'SELECT count(*) FROM sources')" 1
check "rocpd-query of statements on standard input" "$(echo 'SELECT count(*) FROM sources;' | "$bin/rocpd-query" -list "$data")" 1
database=tests/data/heliosr_146104_results.db
if [ -f $database ]; then check "rocpd-query of a rocprofv3 database" "$("$bin/rocpd-query" -list $database 'SELECT count(*) > 0 FROM main.kernels')" 1; fi
contains "rocpd-query of nothing" "$("$bin/rocpd-query" "$TEST_TMP/none" 2>&1)" "no such file or folder"
"$bin/rocpd-query" "$data" 'SELECT nonsense' >/dev/null 2>&1; check "rocpd-query fails with the statement" "$(($? != 0))" 1
contains "rocpd-export perfetto" "$("$bin/rocpd-export" perfetto "$data" "$data/out'.pftrace")" '"kernels":'
contains "rocpd-export json with options" "$("$bin/rocpd-export" json "$data" "$data/out.json" '{"names":"*it'"'"'s*"}')" '"events":0'
contains "rocpd-export of an unknown format" "$("$bin/rocpd-export" otf2 "$data" "$data/x" 2>&1)" "otf2: not a format; there are: "
[ -s "$data/out'.pftrace" ] && python3 -c 'import json, sys; json.load(open(sys.argv[1]))' "$data/out.json" && echo "ok the files are there" || { echo "not ok the files are there"; failed=1; }
contains "rocpd-record from a folder with a blank" "$("$bin/rocpd-record" true 2>&1)" "LD_PRELOAD cannot hold"
ROCPD_LIBDIR=$BUILD; export ROCPD_LIBDIR
check "rocpd-record gives the program's exit code" "$("$bin/rocpd-record" -o "$data/t" -a sh -c 'echo "$COLLECT_OUTPUT $COLLECT_ARGS"; exit 7'; echo " $?")" "$data/t 1
 7"
contains "rocpd-record of no program" "$("$bin/rocpd-record" no-such-program 2>&1)" "no such program"

make -s uninstall BUILD="$BUILD" PREFIX=/opt/rocpd DESTDIR="$stage" >"$TEST_TMP/log" 2>&1
check "uninstall leaves no file" "$(find "$stage" -type f -o -type l | wc -l)" 0
exit $failed
