#!/bin/sh
# An archive is read back before it gets its name: if any byte differs from what was written,
# there is an error and no file. (Unused bytes do not count; in the header these are 104 to 151.)
/usr/bin/python3 tests/helper/rocpd_gen.py "$TEST_TMP/a.db" || exit 1
${CC:-cc} -shared -fPIC -w -o "$TEST_TMP/wrong_write.so" tests/export/wrong_write.c -ldl || exit 1
export_as() { # PATH BYTE
  WRONG_BYTE=$2 LD_PRELOAD="${LD_PRELOAD:+$LD_PRELOAD:}$TEST_TMP/wrong_write.so" sqlite3 -cmd ".load $BUILD/rocpd" '' \
    "SELECT rocpd_export_rocz('$1') ->> 'bytes' WHERE rocpd_attach('$TEST_TMP/a.db')" 2>&1
}
size=$(export_as "$TEST_TMP/good.rocz" -1)
[ "$size" = "$(stat -c %s "$TEST_TMP/good.rocz")" ] || { echo "not ok a good export: $size"; exit 1; }
failed=0 n=0
for at in 0 20 152 160 200 $((size / 10)) $((size / 5)) $((size / 3)) $((size / 2)) $((size * 2 / 3)) $((size * 9 / 10)) $((size - 500)) $((size - 12)) $((size - 1)); do
  said=$(export_as "$TEST_TMP/wrong.rocz" "$at")
  case $said in *"wrong.rocz: what was written cannot be read"*) n=$((n + 1)) ;; *) echo "not ok byte $at is wrong: $said"; failed=1 ;; esac
done
[ ! -e "$TEST_TMP/wrong.rocz" ] && ! ls "$TEST_TMP"/.rocpd-export-* >/dev/null 2>&1 || { echo "not ok a file is left"; failed=1; }
[ $failed = 0 ] && echo "ok $n archives with a wrong byte are refused"
[ "$(export_as /dev/null -1)" = "$size" ] && echo "ok what cannot be read again is written" || echo "not ok a device"
