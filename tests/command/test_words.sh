#!/bin/sh
# Texts of the command rocpd: messages for wrong uses (wrong_uses.txt), its help, and the screen of rocpd live.
. tests/command/common.sh
export LC_ALL=C.UTF-8
mkdir "$TEST_TMP/work" "$TEST_TMP/work/empty"; cd "$TEST_TMP/work" || exit 1
"$BUILD/bench/tracegen" two.rocz 5000 >/dev/null
: >none.rocz; head -c 5000 /dev/zero | tr '\0' x >random.rocz; echo hello >note.txt
echo 'a: b' >none.yaml; printf 'a:\n  files: [two.rocz, bigx.rocz]\n' >bad.yaml
/usr/bin/python3 "$root/tests/command/wrong_uses.py" "$PWD" || failed=1

# ---- help
missing=
for c in $(rocpd --complete all); do
  rocpd help "$c" >help 2>&1 && grep -q "rocpd" help || missing="$missing $c"
  rocpd "$c" --help >help 2>&1 && [ -s help ] || missing="$missing $c:--help"
done
check "every command has help" "$missing" ""
missing=
for c in $(rocpd --complete commands); do
  rocpd $c --help >help
  [ $c = shell ] || [ $c = export ] || [ $c = help ] || { grep -q '^Options' help && grep -q "^ *rocpd.*$c" help; } || missing="$missing $c"
  said=$(cat help)
  for o in $(rocpd --complete options $c); do
    # AMD's options that have no effect here are in the topic `upstream`.
    case $o in --help | --automerge-limit | --email-* | --smtp-* | --zip-attachments | --inline-preview | --template-path | --perfetto-* | --export-backend | --annotate-pmc | --no-annotate-kfd) continue ;; --*) ;; *) continue ;; esac
    case $c:$o,$said in query:--limit,* | *,*"$o"*) ;; *) missing="$missing $c:$o" ;; esac
  done
done
check "... with its options and an example" "$missing" ""
missing=
for s in $(rocpd --complete settings) $(rocpd --complete domains); do rocpd help $s >help 2>&1 && grep -q "^$s: \|COLLECT_DOMAINS\|^$s" help || missing="$missing $s"; done
check "... and so have settings and domains" "$missing" ""
# Tries every twentieth of the hundreds of names. tests/sql/test_help.sh checks that all columns have a meaning.
missing=
for n in $(rocpd --complete help | awk 'NR % 20 == 1'); do rocpd help "$n" >help 2>&1 || missing="$missing $n"; done
check "... and tables, columns, functions and topics" "$missing" ""
contains "a column of one table" "$(rocpd help gaps.cause)" "Column of gaps"
check "rocpd --help begins with recording" "$(rocpd --help | sed -n '/^   rocpd /{p;q;}' | cut -c 1-21)" "   rocpd record ./app"
for columns in 40 80 132 250; do
  check "help is as wide as the terminal: $columns" "$(COLUMNS=$columns rocpd --help | awk -v most=$columns '/^[A-Z].*[.,]/ && length($0) > most' | head -n 1)" ""
done
if command -v script >/dev/null; then
  wide() { PAGER=cat TERM=xterm script -qec "stty cols $1; rocpd help gaps" /dev/null </dev/null | tr -d '\r' | awk -v most="$1" '!/^   / && length($0) > most' | head -n 1; }
  check "pages are filled to its width" "$(wide 60)$(wide 100)" ""
fi

# ---- the screen of rocpd live
check "rocpd live prints one summary without a terminal" "$(rocpd live two.rocz)" "$(rocpd summary two.rocz)"
check "... in every format" "$(rocpd live --json two.rocz 2>/dev/null)" "$(rocpd summary --json two.rocz 2>/dev/null)"
/usr/bin/python3 "$root/tests/command/live.py" "$PWD/two.rocz" env LD_LIBRARY_PATH="$BUILD/gpusim" rocpd record -q --exec -o watched "$BUILD/programs/paced" 1000000 10 || failed=1
exit $failed
