#!/bin/sh
# Usage: embed_sql.sh FILE.sql...  Prints C: rocpd_sql[], name and text of each file.
set -eu
echo '/* Made by scripts/embed_sql.sh */'
echo 'struct rocpd_sql_file { const char *name, *text; };'
echo 'extern const struct rocpd_sql_file rocpd_sql[];'
echo 'const struct rocpd_sql_file rocpd_sql[] = {'
for file in "$@"; do
  printf '{"%s",\n' "$(basename "$file" .sql)"
  sed -e 's/\\/\\\\/g' -e 's/"/\\"/g' -e 's/^/"/' -e 's/$/\\n"/' "$file"
  echo '},'
done
echo '{0, 0}};'
