/* Tables defined by a query with arguments: files of sql/ that are a SELECT. */
#ifndef ROCPD_STATEMENT_H
#define ROCPD_STATEMENT_H
#include "base.h"

/* A file of sql/, made by scripts/embed.sh. One whose text does not begin with CREATE is a table: columns are those of the
** SELECT, which the line "-- columns: a INTEGER, b" repeats (nothing is prepared before it is asked for; those with the type of a table's column have
** it here, too), hidden ones the arguments that the line "-- arguments: anchor, path" names, in this order. The text has them as
** :anchor and :path; :path is '' where none is given (what the connection has), others are NULL. */
typedef struct rocpd_sql_file {
  const char *name, *text;
} rocpd_sql_file;
extern const rocpd_sql_file rocpd_sql[]; /* ended by one without a name */

bool rocpd_sql_is_view(const rocpd_sql_file *f);
/* The i-th argument that the line names; false: it names fewer. */
bool rocpd_sql_argument(const rocpd_sql_file *f, int i, const char **name, int *size);
/* A module of this name that is the file's table; using it fails with SQLite's own words where SQLite cannot run the text. */
int rocpd_create_statement_module(sqlite3 *db, const rocpd_sql_file *f, const char *name);

#endif
