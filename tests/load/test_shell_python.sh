#!/bin/sh
# The extension in the sqlite3 shell, by all forms of `.load`, and in Debian's Python.
set -eu
. tests/load/clients.sh
cd "$TEST_TMP"
same "trace.db sees trace/" "$(sqlite3 -batch -cmd ".load $extension" trace.db 'SELECT count(*) FROM kernels')"
same "without the name of a database" "$(sqlite3 -batch -cmd ".load $extension" '' "SELECT count(*) FROM kernels('trace')")"
same "read-only" "$(sqlite3 -batch -readonly -cmd ".load $extension" "file:trace.db?mode=ro" "SELECT count(*) FROM kernels('trace')" 2>&1 || sqlite3 -batch -readonly -cmd ".load $extension" :memory: "SELECT count(*) FROM kernels('trace')")"
same "load_extension()" "$(sqlite3 -batch :memory: "SELECT load_extension('$extension')" "SELECT count(*) FROM kernels('trace')" | tail -n 1)"
same "uri" "$(sqlite3 -batch -cmd ".load $extension" 'file:trace.db' 'SELECT count(*) FROM kernels')"
got=$(sqlite3 -batch :memory: "BEGIN" ".load $extension" "SELECT 1" 2>&1) || true
case $got in *transaction*) echo "ok refused inside a transaction" ;; *) echo "not ok inside a transaction: $got"; failed=1 ;; esac
python=/usr/bin/python3
if $python -c 'import sqlite3; sqlite3.connect(":memory:").enable_load_extension(True)' 2>/dev/null; then
  same "python3" "$($python - "$extension" <<'END'
import sqlite3, sys
db = sqlite3.connect("trace.db")
db.enable_load_extension(True)
db.load_extension(sys.argv[1])
db.enable_load_extension(False)
rows = db.execute("SELECT name, start, end FROM kernels").fetchall()
assert all(isinstance(n, str) and e >= s for n, s, e in rows)
print(len(rows))
db.close()
END
)"
else
  echo "python3 here has no enable_load_extension" >&2
fi
exit $failed
