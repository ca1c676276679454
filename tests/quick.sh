#!/bin/sh
# The tests of what changed since the last commit, or of the last commit if nothing did: one a line, the nearest first. README.md has the map.
# Usage: quick.sh [changed file ...]; quick.sh --build TEST ...: what make has to build for them.
set -u
cd "$(dirname "$0")/.."

# The libraries, and what programs a script's text names, its own and of what it sources.
needs() {
  for t in "$@"; do
    case $t in
      tests/sql/* | tests/export/* | tests/database/* | tests/load/*) echo ext ;;
      *.sh) printf '%s\n' ext collector gpusim ;;
      *) echo "$t"; continue ;;
    esac
    sources="$t $(sed -n 's|^\. .*/\([a-z_]*\.sh\)"*$|\1|p' "$t" | sed "s|^|${t%/*}/|")"
    case $sources in */inside/common.sh*) sources="$sources tests/collect/common.sh" ;; esac
    cat $sources 2>/dev/null | grep -oE '\$\{?BUILD\}?/(programs|inside|bench|fuzz)/[A-Za-z0-9_.]+' | sed 's|.*BUILD}*/|build/|'
    ! grep -q babeltrace-plugin "$t" || echo plugin
    # Of a family of programs the source has each (case_program).
    case $t in tests/inside/test_cases.sh) printf 'build/inside/%s\n' cases cases_gpu cases_signals ;; esac
  done | sort -u
}
if [ "${1:-}" = --build ]; then shift; needs "$@"; exit; fi

# of FILE: its tests by the map, then by its name
of() {
  case $1 in
    tests/unit/test_*.c) t=${1##*/}; echo "unit/${t%.c}"; return ;;
    tests/*/test_*.sh) echo "${1#tests/}"; return ;;
    tests/*/*.py) t=${1##*/}; t=${1%/*}/test_${t%.py}.sh; [ ! -e "$t" ] || { echo "${t#tests/}"; return; } ;;
  esac
  name=${1##*/}; name=${name%.*}
  folder=$(echo "${1%/*}" | tr / _)
  [ ! -e "tests/unit/test_${folder#ext_}_$name.c" ] || echo "unit/test_${folder#ext_}_$name"
  case $1 in ext/* | collector/* | sql/*) ls tests/*/"test_$name.sh" 2>/dev/null | sed 's|^tests/||' | head -n 2 ;; esac
  sed -n 's/^|[^|]*|\([^|]*`[^|]*\)|\([^|]*`[^|]*\)|$/\1|\2/p' tests/README.md | tr -d '`' | while IFS='|' read -r sources tests; do
    set -f
    for pattern in $sources; do
      case $1 in $pattern) printf '%s\n' $tests; exit ;; esac
    done
  done
}

changed() {
  now=$(git status --porcelain --untracked-files=all | sed -e 's/^...//' -e 's/.* -> //' | tr -d '"')
  [ -n "$now" ] && printf '%s\n' "$now" || git diff --name-only HEAD~1
}
[ $# -gt 0 ] || set -- $(changed)
for f in "$@"; do of "$f"; done | awk '!met[$0]++' | while read -r t; do
  case $t in
    unit/*) [ ! -e "tests/$t.c" ] || echo "build/$t" ;;
    *) [ ! -e "tests/$t" ] || echo "tests/$t" ;;
  esac
done
