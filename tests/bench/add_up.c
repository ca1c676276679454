/* add_up TRACE OUT.rocz [bins] [rows] [allocations]: a chunk file with what a recording in profile mode would have of a trace: sums of its events (aggregate.h). bins: a
** sum for each bin of lengths; rows: the file says that the events are rows, too; allocations: with a sum of some. For tests of the command. */
#include <stdio.h>
#include <string.h>
#include "aggregate.h"
#include "db.h"
#include "select_source.h"

static int failed(const char *what, sqlite3 *db) {
  fprintf(stderr, "add_up: %s: %s\n", what, db ? sqlite3_errmsg(db) : "failed");
  return 1;
}

int main(int argc, char **argv) {
  aggregate_options options = {0};
  char database[4096], select[4096];
  if (argc < 3) {
    fprintf(stderr, "usage: add_up TRACE OUT.rocz [bins] [rows] [allocations]\n");
    return 2;
  }
  for (int i = 3; i < argc; i++) options.bins |= !strcmp(argv[i], "bins"), options.has_rows |= !strcmp(argv[i], "rows"), options.allocations |= !strcmp(argv[i], "allocations");
  snprintf(database, sizeof database, "%s.db", argv[2]), snprintf(select, sizeof select, "%s.select", argv[2]);
  sqlite3 *db = db_open_trace(argv[1]);
  if (!db || aggregate_write(db, database, &options) || select_write(select, database, 500, 0)) return failed(argv[1], db);
  sqlite3_close(db);
  db = db_open_trace(select);
  const char *said = db ? db_text(db, db_format("SELECT rocpd_export_rocz(%Q, '{\"overwrite\":true}')", argv[2])) : "";
  if (*said != '{') return failed(argv[2], db);
  sqlite3_close(db);
  remove(database), remove(select);
  return 0;
}
