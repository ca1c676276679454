#!/bin/sh
# The extension in better-sqlite3, which contains an SQLite of its own.
set -eu
. tests/load/node.sh
node_ready better-sqlite3 || exit 77
. tests/load/clients.sh
cd "$TEST_TMP"
same "better-sqlite3" "$(node -e '
const db = new (require("better-sqlite3"))("trace.db");
db.loadExtension(process.argv[1]);
const n = db.prepare("SELECT count(*) AS n FROM kernels").get().n;
const top = db.prepare("SELECT * FROM top LIMIT 3").all();
if (top.length != 3) throw new Error("top gives " + top.length);
const written = JSON.parse(db.prepare("SELECT rocpd_export_db(?) AS r").get("out.db").r); // its SQLite has no progress handler
if (!written.rows) throw new Error("rocpd_export_db gives " + JSON.stringify(written));
db.close();
console.log(n);' "$extension")"
exit $failed
