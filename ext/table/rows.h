/* The rows of computed tables: making those of a small one one at a time, and keeping expensive ones. */
#ifndef ROCPD_ROWS_H
#define ROCPD_ROWS_H
#include "part.h"
#include "table.h"

typedef struct rocpd_row_builder {
  int columns;
  uint64_t rows, capacity;
  int64_t **value; /* [columns] */
} rocpd_row_builder;

/* Begin with {.columns = COLUMNS} and add rows of one int64 for each column (values as in column.h). */
int rocpd_rows_add(rocpd_row_builder *b, const int64_t *value);
/* Ends it, also after a failure: hands the rows to `out`, with min and max. If rc is an error, frees them and records rc in err. Returns rc or a later
** error. */
int rocpd_rows_end(rocpd_row_builder *b, int rc, rocpd_rows *out, rocpd_error *err);
/* Makes the rows of a large table column by column, each when it is first read: fill() computes the values of a column, free_data() frees `data` with the
** rows. Columns are kept in their narrowest form. After an error `data` still belongs to the caller. */
int rocpd_rows_by_column(int columns, uint64_t rows, void *data, int (*fill)(void *data, int column, int64_t *out, rocpd_error *err),
                         void (*free_data)(void *data), rocpd_rows *out);
/* Call it after rocpd_rows_by_column() if the first rows are cheaper than all: fill_first() computes the values of the first n rows of a column. */
void rocpd_rows_by_row(rocpd_rows *r, int (*fill_first)(void *data, int column, uint64_t n, int64_t *out, rocpd_error *err));
/* The id of a text; ROCPD_NULL for NULL and, with *rc set, out of memory. */
int64_t rocpd_rows_text(rocpd_session *session, const char *text, int *rc);

/* Reads an argument that must be a number of at least `least`. If text is NULL, *value stays as it is. The error says that `expected` ("a number of ns") was
** expected. */
int rocpd_argument_number(const char *table, const char *name, const char *text, const char *expected, int64_t least, int64_t *value, rocpd_error *err);

/* ---- rows that are kept, for all uses of a computed table within a snapshot: the next statement, and statements that use the table twice */

/* Returns the table's rows for these arguments (as rows() takes them), computing them if needed. If *kept is set, it owns the rows: do not free *out, but
** call rocpd_kept_release(*kept) before the snapshot is released. If *kept is NULL, nothing was cached and the caller frees *out. */
int rocpd_table_kept_rows(const rocpd_table *t, int args, rocpd_snapshot *s, const char *const *arg, rocpd_rows *out, rocpd_kept **kept, rocpd_error *err);

/* ---- whose a row is: the columns guid, source, run, host and rank
**
** A table has them by ROCPD_IDENTITY_COLUMNS(H) in the list of its columns, or (C) if they are to be shown, and ROCPD_IDENTITY_OF(identity) among the
** values of a row. */
#define ROCPD_IDENTITY_COLUMNS(C) C(GUID, guid, TEXT) C(SOURCE, source, TEXT) C(RUN, run, TEXT) C(HOST, host, TEXT) C(RANK, rank, INTEGER)
#define ROCPD_IDENTITY_OF(i) [GUID] = (i).guid, [SOURCE] = (i).path, [RUN] = (i).origin.run, [HOST] = (i).origin.host, [RANK] = (i).origin.rank

typedef struct rocpd_identity { /* zeroed at first */
  rocpd_source *source;
  int64_t agent;
  int64_t guid, path;  /* interned */
  rocpd_origin origin; /* its wall_offset_ns applies to times as they are shown */
} rocpd_identity;

/* Sets *i to the identity of an agent of a source, or of the source itself if agent is ROCPD_NULL. Does nothing if *i is that identity already. Connection's
** thread. */
int rocpd_identify(rocpd_identity *i, rocpd_snapshot *s, rocpd_source *source, int64_t agent, rocpd_error *err);
/* Sets *i to the identity of a process. Connection's thread. */
int rocpd_identify_part(rocpd_identity *i, rocpd_snapshot *s, const rocpd_part *part, rocpd_error *err);

#endif
