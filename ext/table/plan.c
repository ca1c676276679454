/* xBestIndex. */
#include "module.h"

int table_best_index(sqlite3_vtab *vtab, sqlite3_index_info *info) {
  const table_vtab *v = (const table_vtab *)vtab;
  int given[ROCPD_MAX_ARGS];
  memset(given, 0, sizeof(given));
  for (int i = 0; i < info->nConstraint; i++) {
    const struct sqlite3_index_constraint *c = &info->aConstraint[i];
    if (c->op != SQLITE_INDEX_CONSTRAINT_EQ || c->iColumn < 0 || c->iColumn >= v->columns) continue;
    int m = v->map[c->iColumn];
    if (m >= 0 || m == TABLE_ABSENT) continue;
    /* The argument comes from a table that has to be read before this one. */
    if (!c->usable) return SQLITE_CONSTRAINT;
    given[-1 - m] = i + 1;
  }
  for (int a = 0, k = 0; a < v->args; a++) {
    if (!given[a]) continue;
    info->idxNum |= 1 << a;
    info->aConstraintUsage[given[a] - 1].argvIndex = ++k;
    info->aConstraintUsage[given[a] - 1].omit = 1;
  }
  info->estimatedCost = 1e6;
  info->estimatedRows = 1000000;
  return SQLITE_OK;
}
