/* What rocpd_export_db's tables have beside the rows of sources: where rows came from, what sources say of themselves, and what AMD's reader cannot do
** without. */
#ifndef ROCPD_DB_OWN_H
#define ROCPD_DB_OWN_H
#include "events.h"

/* A process's extdata, with what its source calls itself. What is no object is kept as $.extdata. */
int rocpd_db_bind_origin(sqlite3_stmt *insert, int place, const rocpd_source *s, int64_t extdata);
/* Its command: AMD's reader takes the first word. Where there is none, the file's name. */
int rocpd_db_bind_command(sqlite3_stmt *insert, int place, const rocpd_source *s, int64_t command);
/* An agent's extdata as a whole record; column: the row's values by ROCPD_AGENT_*. */
extern const char rocpd_db_unknown_agent[]; /* all that rocprofv3 writes of one, of one of which nothing is known */
int rocpd_db_bind_agent(sqlite3_stmt *insert, int place, const rocpd_source *s, const int64_t *column);
/* An event's extdata, which that reader wants to be {} or to have a message. */
int rocpd_db_bind_details(sqlite3_stmt *insert, int place, const rocpd_source *s, int64_t extdata);
/* What each source says of itself beside its rows, as rows of metadata (said.h). Connection's thread. */
int rocpd_db_keep_said(sqlite3 *db, const char *suffix, rocpd_export *x, rocpd_source **source, size_t n, rocpd_error *err);

#endif
