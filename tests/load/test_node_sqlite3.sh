#!/bin/sh
# The extension in Debian's node-sqlite3.
set -eu
. tests/load/node.sh
node_ready sqlite3 || exit 77
. tests/load/clients.sh
cd "$TEST_TMP"
same "node-sqlite3" "$(node -e '
const sqlite3 = require("sqlite3");
const db = new sqlite3.Database("trace.db", () => db.loadExtension(process.argv[1], (e) => {
  if (e) throw e;
  db.all("SELECT name FROM kernels", (e, rows) => { if (e) throw e; console.log(rows.length); db.close(); });
}));' "$extension")"
exit $failed
