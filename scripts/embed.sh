#!/bin/sh
# Usage: embed.sh SYMBOL FOLDER FILE...  Prints C source: the array SYMBOL with the name (its path in FOLDER, without .sql or .md)
# and the text of each file. Lines of scripts (.js) and styles (.css) that are comments are left out: browsers do not need them.
set -eu
symbol=$1 folder=$2
shift 2
kept=$(mktemp)
trap 'rm -f "$kept"' EXIT
echo '/* Made by scripts/embed.sh */'
echo 'struct text { const char *name, *text; };'
echo "extern const struct text $symbol[];"
echo "const struct text $symbol[] = {"
for file in "$@"; do
  name=${file#"$folder"/}
  name=${name%.sql}
  printf '{"%s",\n' "${name%.md}"
  case $file in *.js | *.css) commented=1 ;; *) commented= ;; esac
  awk -v file="$file" -v commented=$commented '
    !commented || !(within || /^ *\/\*/) { print; next }
    { end = index($0, "*/"); within = !end }
    end && substr($0, end + 2) ~ /[^ ]/ { print file ":" FNR ": a comment at the beginning of a line needs the whole line" >"/dev/stderr"; exit 1 }
  ' "$file" >"$kept" || exit 1
  sed -e 's/\\/\\\\/g' -e 's/"/\\"/g' -e 's/??/?\\?/g' -e 's/^/"/' -e 's/$/\\n"/' "$kept"
  echo '},'
done
echo '{0, 0}};'
