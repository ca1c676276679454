#!/bin/sh
# Manual pages, the page of reference, and completion: they are complete, and their readers accept them.
set -u
[ -z "${SANITIZER:-}" ] || { echo "sanitized libraries are not for installing"; exit 77; }
failed=0
check() { if [ "$2" = "$3" ]; then echo "ok $1"; else echo "not ok $1: '$2', not '$3'"; failed=1; fi; }
make -s install BUILD="$BUILD" PREFIX="$TEST_TMP/usr" DESTDIR=/ >/dev/null || { echo "not ok make install"; exit 1; }
PATH=$TEST_TMP/usr/bin:$PATH
share=$TEST_TMP/usr/share

# Everything that has a help text is in a manual page, and in the reference.
missing=
for f in ext/help/*/*.md; do
  head=$(sed -n '1s/^# //p' "$f" | tr -d '`' | cut -c 1-60)
  case $f in
    ext/help/tables/*) page=rocpd-tables.7 ;;
    ext/help/functions/*) page=rocpd-functions.7 ;;
    ext/help/topics/tables.md) page=rocpd-tables.7 ;;
    *) page=rocpd-$(basename "$f" .md).7 ;;
  esac
  sed 's/\\f[BR]//g; s/\\-/-/g; s/\\(dq/"/g' "$share/man/man7/$page" | grep -qF "$head" || missing="$missing $f"
  tr -d '`' <"$share/doc/rocpd/reference.md" | grep -qF "$head" || missing="$missing $f"
done
check "every text is in a manual page and in the reference" "$missing" ""
missing=
for c in $(rocpd --help | sed -n 's/^  \([a-z][a-z-]*\)  .*/\1/p'); do sed 's/\\-/-/g' "$share/man/man1/rocpd.1" | grep -q "^  $c  " || missing="$missing $c"; done
check "every command is in rocpd.1" "$missing" ""
# The help of an export describes every option that it knows, and so does that of the command with options for all formats.
missing=
for f in $(rocpd convert --formats | tr , ' '); do
  known=$(rocpd query --csv tests/data/heliosr_146104_results.db "SELECT rocpd_export_$f('', '{\"\":0}')" 2>&1 | sed -n 's/.*(known: \(.*\)).*/\1/p' | tr -d ,)
  [ -n "$known" ] || missing="$missing $f"
  rocpd help "rocpd_export_$f" | tr -d '`' >"$TEST_TMP/help"
  for o in $known; do grep -qw "$o" "$TEST_TMP/help" || missing="$missing $f:$o"; done
done
check "every option of an export is in its help" "$missing" ""
missing=
for c in query shell convert merge trim package live; do
  for o in $(rocpd $c --help | sed -n 's/^  -[^ ]*.*\(--[a-z-]*\)  .*/\1/p; s/^  \(--[a-z-]*\) .*/\1/p'); do
    sed 's/\\-/-/g' "$share/man/man1/rocpd.1" | grep -q -- "$o" || missing="$missing $c:$o"
    case " $(bash -c '. "$1"/bash-completion/completions/rocpd; COMP_WORDS=(rocpd "$2" "$3") COMP_CWORD=2; _rocpd; echo "${COMPREPLY[@]}"' _ "$share" $c "$o") " in *" $o "*) ;; *) missing="$missing completion:$o" ;; esac
  done
done
check "options of commands are in the manual page, and completed" "$missing" ""
if command -v groff >/dev/null; then
  check "they are manual pages without a fault" "$(for f in "$share"/man/man?/*; do LC_ALL=C.UTF-8 groff -man -ww -Kutf8 -Tutf8 -z "$f" 2>&1 | grep -v 'adjust\|break line' | head -n 2; done)" ""
fi
check "their synopsis is the command line alone" "$(cat "$share"/man/man1/*.1 | grep -c '^usage') $(sed -n '/^.SH SYNOPSIS/{n;n;p;n;p;}' "$share/man/man1/rocpd.1" | cut -c 1-13 | xargs)" "0 rocpd COMMAND rocpd PATH..."
# Completion, as bash asks for it.
complete() { # WORD...: the words that may replace the last one
  bash -c '
    . "$1"/bash-completion/completions/rocpd
    shift
    COMP_WORDS=("$@") COMP_CWORD=$(($# - 1))
    _rocpd
    printf "%s\n" "${COMPREPLY[@]}"' _ "$share" "$@" | sort | xargs
}
check "commands" "$(complete rocpd su)" "summary"
check "all of them" "$(complete rocpd '')" "$(rocpd --help | sed -n 's/^  \([a-z][a-z-]*\)  .*/\1/p' | sort | xargs)"
check "options" "$(complete rocpd top --mark)" "--markdown"
check "options of a command" "$(complete rocpd diff --fail)" "--fail-over"
check "their values" "$(complete rocpd top --names sh)" "short"
check "... columns of a report" "$(complete rocpd gaps --sort caus)" "cause"
check "... several of them" "$(complete rocpd top --columns kernel,max)" "kernel,max_ns"
check "options without a command" "$(complete rocpd --mark)" "--markdown"
check "options only, not what a help text has like one" "$(complete rocpd record -c)" ""
check "the folder to write to is no command" "$(complete rocpd record -o sle)" ""
mkdir "$TEST_TMP/programs" && : >"$TEST_TMP/programs/runme" >"$TEST_TMP/programs/runnot" && chmod +x "$TEST_TMP/programs/runme"
run() { (cd "$TEST_TMP/programs" && PATH=$TEST_TMP/programs:$PATH complete "$@"); }
check "record: its options and files, no words of the shell" "$(run rocpd record '')" "$("$TEST_TMP/usr/bin/rocpd" record --help | grep -oE -- '(^| )--[a-z][a-z_-]+' | sort -u | xargs) runme runnot"
check "... the shell's words are no programs" "$(run rocpd record funct) $(run rocpd record esa)" " "
check "... programs in PATH" "$(cd / && PATH=$TEST_TMP/programs:$PATH complete rocpd record run | tr ' ' '\n' | grep -x 'runme\|runnot')" "runme"
check "... behind options with values" "$(run rocpd record -o out --preset=all --args runm) $(run rocpd record --delay = 5 -- runm)" "runme runme"
check "... behind the program stand its own words" "$(run rocpd record ./runme runn)$(run rocpd record -q runme -)" ""
check "... formats of merge" "$(complete rocpd merge -f '')" "db rocz"
check "... domains" "$(complete rocpd record -d cop)" "copies"
check "... formats" "$(complete rocpd convert -f per)" "perfetto"
check "what there is help about" "$(complete rocpd help memory_cop)" "memory_copies"
check "... settings, too" "$(complete rocpd help COLLECT_DOM)" "COLLECT_DOMAINS"
for shell in zsh fish; do
  case $shell in zsh) file=zsh/site-functions/_rocpd ;; *) file=fish/vendor_completions.d/rocpd.fish ;; esac
  if command -v $shell >/dev/null; then check "$shell can read its file" "$($shell -n "$share/$file" 2>&1)" ""; fi
done
exit $failed
