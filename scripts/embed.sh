#!/bin/sh
# Usage: embed.sh SYMBOL FOLDER FILE...  Prints C source: the array SYMBOL with the name (its path in FOLDER, without .sql or .md)
# and the text of each file.
set -eu
symbol=$1 folder=$2
shift 2
echo '/* Made by scripts/embed.sh */'
echo 'struct text { const char *name, *text; };'
echo "extern const struct text $symbol[];"
echo "const struct text $symbol[] = {"
for file in "$@"; do
  name=${file#"$folder"/}
  name=${name%.sql}
  printf '{"%s",\n' "${name%.md}"
  sed -e 's/\\/\\\\/g' -e 's/"/\\"/g' -e 's/??/?\\?/g' -e 's/^/"/' -e 's/$/\\n"/' "$file"
  echo '},'
done
echo '{0, 0}};'
