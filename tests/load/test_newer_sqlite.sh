#!/bin/sh
# The generic table with the SQLite that better-sqlite3 brings: newer ones ask for
# more (rows that DISTINCT may leave out) and check more. The system's is replaced
# for test programs that were built with it: also a test that we use no more of it.
set -eu
. tests/load/node.sh
node_ready better-sqlite3 || exit 77
source=$BUILD/node/node_modules/better-sqlite3/deps/sqlite3/sqlite3.c
[ -f "$source" ] || { echo "better-sqlite3 came without SQLite's source"; exit 77; }
mkdir -p "$BUILD/newer"
library=$BUILD/newer/libsqlite3.so.0
[ -f "$library" ] || { cc -O1 -fPIC -shared -DSQLITE_ENABLE_COLUMN_METADATA -o "$library.new" "$source" -lm -ldl -pthread && mv "$library.new" "$library"; }
echo "SQLite $(sed -n 's/^#define SQLITE_VERSION  *"\(.*\)"/\1/p' "${source%.c}.h")"
LD_LIBRARY_PATH=$BUILD/newer${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH}
export LD_LIBRARY_PATH
for t in test_plan test_snapshot; do "$BUILD/unit/$t"; done
QUERIES=200 "$BUILD/unit/test_table"
