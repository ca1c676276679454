#!/bin/sh
# rocpd package: an index of a trace's files as AMD's rocpd writes and reads it, and the folder with the files.
. tests/command/common.sh
export LC_ALL=C.UTF-8
mkdir -p "$TEST_TMP/work/sub" "$TEST_TMP/work/h o" "$TEST_TMP/tmp"
TMPDIR=$TEST_TMP/tmp; export TMPDIR
cd "$TEST_TMP/work" || exit 1
state() { find . -exec stat -c "%n %i" {} + | grep -v "^. " | sort; }
"$BUILD/bench/tracegen" sub/a.rocz 2000 >/dev/null
"$BUILD/bench/tracegen" "h o/a.rocz" 2000 seed=2 >/dev/null
cp "$root/tests/data/heliosr_146104_results.db" 'q"u\o.db'
count() { rocpd query --csv "$@" 'SELECT count(*) FROM sources' 2>&1 | tail -n 1; }
kernels() { rocpd query --csv "$@" 'SELECT count(*), sum(start) FROM kernels' | tail -n 1; }
listed() { sed -n 's/^ *- //p' "$1" | xargs -d '\n'; }

# ---- the index alone
all=$(kernels sub "h o" 'q"u\o.db')
check "package" "$(rocpd package -i sub "h o" 'q"u\o.db')" "$PWD/index.yaml: 3 files"
check "... is an index as AMD's rocpd writes it" "$(cat index.yaml)" 'rocprofiler-sdk:
  rocpd:
    rocpd_package_version: "1.0"
    path: .
    files:
    - "sub/a.rocz"
    - "h o/a.rocz"
    - "q\"u\\o.db"'
check "... reads like the files" "$(kernels index.yaml)" "$all"
check "... also from another folder, and beside another index" "$(cd /; count "$OLDPWD/index.yaml") $(count index.yaml sub/a.rocz | sed 's/.*already.*/3/')" "3 3"
sources=$(sed -n 's/^    - //p' index.yaml | wc -l)
check "... by the sqlite3 shell, too" "$(rocpd shell -list -noheader index.yaml 'SELECT count(*) FROM sources') $(echo 'SELECT count(*) FROM sources;' | rocpd query -list index.yaml | tail -n 1) $(rocpd-query -list "$PWD/index.yaml" 'SELECT count(*) FROM sources')" "$sources $sources $sources"
fails "over an index" 1 "index.yaml exists" rocpd package sub
check "... with --overwrite" "$(rocpd package sub --overwrite) $(listed index.yaml)" "$PWD/index.yaml: 1 file \"sub/a.rocz\""
rocpd package sub -d P >/dev/null; check "an index in a folder" "$(listed P.rpdb/index.yaml) $(kernels P.rpdb)" "\"../sub/a.rocz\" $(kernels sub)"

check "... by the sqlite3 shell, too" "$(rocpd shell -csv P.rpdb 'SELECT count(*), sum(start) FROM kernels' | tail -n 1 | tr -d '\r')" "$(kernels sub)"

# ---- with the files
check "copies" "$(rocpd package -i sub "h o" 'q"u\o.db' -c --copy -d C.rpdb | sed 's/.*: //') $(ls C.rpdb | xargs -d '\n') $(kernels C.rpdb)" '3 files a.2.rocz a.rocz index.yaml q"u\o.db '"$all"
check "... the original files stay" "$(kernels sub "h o" 'q"u\o.db') $(cmp sub/a.rocz C.rpdb/a.rocz && cmp "h o/a.rocz" C.rpdb/a.2.rocz && echo same)" "$all same"
fails "over a package" 1 "index.yaml exists" rocpd package -c sub -d C
check "existing files stay" "$(rocpd package sub -c --copy -d C --overwrite >/dev/null; listed C.rpdb/index.yaml) $(ls C.rpdb | wc -l)" '"a.3.rocz" 5'
check "moved" "$(rocpd package sub "h o" 'q"u\o.db' -c | sed 's/.*: //') $(ls sub "h o" | grep -c a.rocz) $(kernels rocpd-*.rpdb)" "3 files 0 $all"
check "again: nothing moves" "$(rocpd package rocpd-*.rpdb -c -d "$(echo rocpd-*.rpdb)" --overwrite | sed 's/.*: //') $(ls rocpd-*.rpdb | wc -l) $(kernels rocpd-*.rpdb)" "3 files 4 $all"

# ---- indexes written by other tools
at=rocpd-*.rpdb; at=$(echo $at)
index() { printf 'rocprofiler-sdk:\n  rocpd:\n%s\n    rocpd_package_version: "1.0"\n' "$1" >other.yml; count other.yml; }
check "files before other keys, with and without apostrophes" "$(index "    files:
    - '$at/a.rocz'
    - $at/a.2.rocz
    path: .")" 2
check "one file as a string" "$(index "    files: $at/a.rocz
    path: .")" 1
check "files in brackets, in another folder" "$(index "    files: [a.rocz, \"a.2.rocz\"]
    path: $at")" 2
check "a glob" "$(index "    files:
      - $at/*.rocz
    path: $PWD")" 2
check "no files" "$(index '    files:
    path: .')" "rocpd query: other.yml lists no files"
check "a missing file" "$(index '    files: nothere.db')" "rocpd query: ./nothere.db: no such file, and other.yml lists it"

# ---- errors
fails "nothing there" 1 "no such file" rocpd package nothere
fails "no index" 1 "no such file" rocpd top nothere.yaml
fails "a folder without an index, for the sqlite3 shell" 1 "nothere.yaml: no such file" rocpd shell nothere.yaml 'SELECT 1'
fails "--copy without files" 2 "--copy needs --consolidate" rocpd package P.rpdb --copy
fails "an option of exports" 2 "-o is not an option" rocpd package C.rpdb -o x
fails "--copy with another command" 2 "--copy is not an option" rocpd top --copy C.rpdb
cp C.rpdb/*.db b.db; echo >b.db-wal
fails "a database that is being written" 1 "b.db-wal is there" rocpd package b.db -c -d W
mkdir "line
feed"; cp sub/*.rocz P.rpdb/../C.rpdb/a.rocz "line
feed" 2>/dev/null
fails "a name with a line feed" 1 "line?feed/a.rocz: a file with a line feed in its name" rocpd package "$PWD/line*" -c -d L
check "... which other commands can read" "$(count "$PWD/line*") $(count "$PWD/line*" --last-run)" "1 1"
# ---- all or nothing
mkdir all
for name in a b c; do cp C.rpdb/a.2.rocz all/$name.rocz; done
cp C.rpdb/q*.db all/d.db
whole=$(kernels all)
${CC:-cc} -shared -fPIC -w -o "$TEST_TMP/fail_file.so" "$root/tests/command/fail_file.c" -ldl || exit 1
fail="env LD_PRELOAD=${LD_PRELOAD:+$LD_PRELOAD:}$TEST_TMP/fail_file.so"
failing() { $fail FAIL_CALL="$1" FAIL_NAME="$2" rocpd package all -c -d one/two/N ${3:-}; } # CALL NAME [OPTION]: see fail_file.c
for at in 'unlink all/a.rocz' 'unlink all/d.db' 'rename index.yaml' 'create .rpdb/c.rocz' 'linkat .rpdb/a.rocz'; do
  set -- $at
  case $1 in create) how=--copy says='c.rocz: not put into' ;; linkat) how='' says='' ;; unlink) how='' says="$2: cannot be moved" ;; rename) how='' says='index.yaml: not written' ;; esac
  case $1 in
    linkat) check "without links files are copied" "$(failing $1 $2 2>&1 | sed 's/.*: //') $(find all -type f) $(kernels one/two/N.rpdb)" "4 files  $whole" ;;
    *) fails "$1 fails with $2" 1 "$says" failing $1 $2 $how
       check "... and all files can be read" "$(kernels all)" "$whole" ;;
  esac
done
mv one/two/N.rpdb/*.[rd]* all; rm -r one
before=$(state)
$fail FAIL_CALL=wait FAIL_NAME=.rpdb/c.rocz FAIL_MARK="$TEST_TMP/mark" rocpd package all -c --copy -d one/two/N >"$TEST_TMP/said" 2>&1 & pid=$!
until [ -e "$TEST_TMP/mark" ] || ! kill -0 $pid; do sleep 0.02; done
while kill $pid 2>/dev/null; do sleep 0.05; done
wait $pid; got=$?
check "a signal in the middle" "$got $(cat ../said) $(state)" "143 rocpd package: interrupted $before"

# ---- killed and running programs
export COLLECT_OUTPUT=$PWD/killed LD_LIBRARY_PATH=$BUILD/gpusim${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH}
LD_PRELOAD=$BUILD/libcollect.so "$BUILD/programs/demo" 100000 >/dev/null 2>&1 & pid=$!
unset COLLECT_OUTPUT LD_LIBRARY_PATH
until [ "$(rocpd query killed 'SELECT count(*) FROM kernels' --csv 2>/dev/null | tail -n 1)" -gt 10 ] 2>/dev/null || ! kill -0 $pid; do sleep 0.05; done
got=0; rocpd package killed -c -d never 2>said >&2 || got=$?
contains "a program that runs: $got" "$(cat said) $(find never* 2>&1)" ".rocz is being written: its process, $pid, runs find: "
kill -KILL $pid; wait $pid 2>/dev/null
whole=$(kernels killed)
check "the files of a killed program" "$(rocpd package killed -c -d K | sed 's/.*: //') $(find killed -type f | wc -l) $(find K.rpdb -name '*.live' | wc -l) $(kernels K.rpdb)" "1 file 0 1 $whole"
check "nothing is left in TMPDIR" "$(ls -A "$TMPDIR")" ""
exit $failed
