#!/bin/sh
# The command's output is the same in every locale: where i and I are not a pair, where numbers have commas, where letters are wide; and a terminal
# shows the same (pictures.py).
. tests/command/common.sh
cd "$TEST_TMP" || exit 1
mkdir locales
made=''
for language in tr_TR az_AZ de_DE ja_JP; do
  # (Without the language's order of words, which takes localedef most of its time: nothing sorts by it.)
  sed '/^LC_COLLATE/,/^END LC_COLLATE/c LC_COLLATE\ncopy "POSIX"\nEND LC_COLLATE' /usr/share/i18n/locales/$language >$language
  localedef -i ./$language -f UTF-8 "locales/$language.UTF-8" >/dev/null 2>&1 || [ -d "locales/$language.UTF-8" ] && made="$made $language.UTF-8"
done
[ -n "$made" ] || { echo "localedef cannot make locales here"; made=C.UTF-8; }
"$BUILD/bench/tracegen" one.rocz 2000 >/dev/null
"$BUILD/bench/tracegen" two.rocz 1500 >/dev/null
make_all() { # all output under a locale
  for r in "$root"/ext/command/report/*.sql; do
    r=$(basename "$r" .sql)
    case $r in diff) rocpd diff one.rocz two.rocz ;; what-if) rocpd what-if -n 1 one.rocz ;; *) rocpd "$r" one.rocz ;; esac
  done
  rocpd iterations --help
  for f in csv json markdown html; do rocpd summary --$f one.rocz; done
  rocpd summary -i one.rocz --domain-summary --region-categories hip kernel
  rocpd calls --timemory one.rocz
  rocpd diff one.rocz two.rocz --fail-over 2.5%
  rocpd --help
  rocpd convert --formats
  rocpd convert one.rocz -f PFTRACE -o out.pftrace --overwrite --json | sed 's/"path":"[^"]*"//; s/"seconds":[0-9.]*//; s/"bytes":[0-9]*//'
  rocpd query one.rocz "SELECT count(*) AS n, 0.5 AS share FROM kernels"
}
run() { LOCPATH=$TEST_TMP/locales LC_ALL=$1 make_all "$1" >"said.$1" 2>&1; }
LC_ALL=C make_all C >said.C 2>&1
for language in $made; do
  LOCPATH=$TEST_TMP/locales
  export LOCPATH
  run "$language"
  if cmp -s said.C "said.$language"; then echo "ok $language: the same as in C"; else echo "not ok $language: $(diff said.C "said.$language" | head -n 6)"; failed=1; fi
done
if command -v tmux >/dev/null; then
  /usr/bin/python3 "$root/tests/command/pictures.py" languages one.rocz $(for language in $made; do case $language in az*) ;; *) echo "$language" ;; esac; done) || failed=1
else
  echo "   (tmux is not installed: no pictures of the terminal)"
fi
contains "there was much to say" "$(wc -l <said.C)" "$(awk 'NR > 400 { print NR }' said.C | tail -n 1)"
lacks "nothing failed" "$(grep "^rocpd[a-z -]*:.*rror" said.C)" "rror"
if [ -z "${SANITIZER:-}" ]; then
  for language in $made; do
    check "$language: a recorded program keeps its language" "$(LC_ALL=$language rocpd record -q -o "kept" sh -c 'echo "$LC_ALL"' | head -n 1)" "$language"
    check "$language: ... also none" "$(unset LC_ALL; LANG=$language rocpd record -q -o "kept" sh -c 'echo "${LC_ALL-none} $LANG"' | head -n 1)" "none $language"
  done
fi
exit $failed
