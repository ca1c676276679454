/* Tables defined by a query with arguments: files of sql/ that are a SELECT. */
#ifndef ROCPD_STATEMENT_H
#define ROCPD_STATEMENT_H
#include "base.h"

/* A file of sql/, embedded by scripts/embed.sh. If its text does not begin with CREATE, it is a table. Its columns are those of the SELECT; the line "--
** columns: a INTEGER, b" must repeat them, so that the SELECT is prepared only when the table is used. A column has a type there if it is a column of
** another table. The line "-- arguments: anchor, path" names hidden columns that are arguments, in this order. The text uses them as :anchor and :path; if
** the query does not give them, :path is '' (the connection's sources), others are NULL. The line "-- takes: gpu, kernel,
** stream" names keys of a filter (filter.h) by which the rows of the tables that it reads are chosen. By other keys they are not: "-- ignores:" names those
** that change nothing, since its rows belong to no GPU, or of no kernel or stream; with the rest the table is refused. For a trace with events that
** are known as sums only (table aggregated) it is refused, too, unless a line "-- takes sums: WHY" says that it needs none, or that the tables which
** it reads include them; with "except of allocations", it is refused for sums of those. */
typedef struct rocpd_sql_file {
  const char *name, *text;
} rocpd_sql_file;
extern const rocpd_sql_file rocpd_sql[]; /* ended by one without a name */

bool rocpd_sql_is_view(const rocpd_sql_file *f);
bool rocpd_sql_takes_sums(const rocpd_sql_file *f);
bool rocpd_sql_needs_allocations(const rocpd_sql_file *f);
/* The i-th argument that the line names; false: it names fewer. */
bool rocpd_sql_argument(const rocpd_sql_file *f, int i, const char **name, int *size);
/* Registers a module of this name for the file's table. If SQLite cannot run the text, using the table fails with SQLite's message. */
int rocpd_create_statement_module(sqlite3 *db, const rocpd_sql_file *f, const char *name);

#endif
