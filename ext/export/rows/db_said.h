/* What sources say of themselves beside their rows, kept in a merged database (said.h). */
#ifndef ROCPD_DB_SAID_H
#define ROCPD_DB_SAID_H
#include "events.h"

/* Of each source. Connection's thread. */
int rocpd_db_keep_said(sqlite3 *db, const char *suffix, rocpd_export *x, rocpd_source **source, size_t n, rocpd_error *err);

#endif
