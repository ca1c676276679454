/* Which version of the schema a trace's rows need: 3.0.0, or a later one for what only that can hold. */
#ifndef ROCPD_DB_VERSION_H
#define ROCPD_DB_VERSION_H
#include "export.h"

/* *later becomes true for a later one. Counts the rows, too: x->layout.rows. */
int rocpd_db_find_version(rocpd_export *x, bool *later, rocpd_error *err);

/* A column's text in a row; "": NULL. */
static inline const char *rocpd_db_text_at(const rocpd_export *x, const rocpd_column *c, uint32_t row) {
  int64_t id = rocpd_column_at(c, row);
  return id == ROCPD_NULL ? "" : rocpd_string(x->session, id, NULL);
}

#endif
