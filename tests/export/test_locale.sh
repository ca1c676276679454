#!/bin/sh
# In a program with a locale whose numbers have a comma, exports and tables are the same as without.
set -u
command -v localedef >/dev/null && [ -e /usr/share/i18n/locales/de_DE ] || { echo "no localedef with de_DE (package locales)"; exit 77; }
localedef -i de_DE -f UTF-8 "$TEST_TMP/de_DE.UTF-8" >/dev/null 2>&1 # exits with 1 for warnings
"$BUILD/bench/tracegen" "$TEST_TMP/t.rocz" 3000 nested=200 >/dev/null || exit 1
LOCPATH=$TEST_TMP exec /usr/bin/python3 -B tests/export/locale_export.py "$BUILD/rocpd.so" "$TEST_TMP"
