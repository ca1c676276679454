#!/bin/sh
# Two versions of the library in one program: each connection uses the one that it has loaded.
[ -z "${SANITIZER:-}" ] || { echo "a sanitizer has one copy of the library only"; exit 77; }
exec /usr/bin/python3 - "$BUILD/rocpd.so" "$TEST_TMP" <<'EOF'
import re
import sqlite3
import sys

first, second = sys.argv[1], sys.argv[2] + '/later.so'
wrong = 0


def version(path):
    db = sqlite3.connect(':memory:')
    db.enable_load_extension(True)
    db.execute('SELECT load_extension(?)', (path,))
    return db.execute('SELECT rocpd_version()').fetchone()[0]


def check(what, got, want):
    global wrong
    wrong += got != want
    print(f'ok {what}' if got == want else f'not ok {what}: {got}, not {want}')


ours = version(first)
later = re.sub('[0-9]', '9', ours)
with open(first, 'rb') as f:
    library = f.read()
with open(second, 'wb') as f:
    f.write(library.replace(ours.encode() + b'\0', later.encode() + b'\0'))
check('the one that is loaded later', version(second), later)
check('the first one again', version(first), ours)
sys.exit(wrong > 0)
EOF
