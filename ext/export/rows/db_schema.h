/* The database that rocpd_export_db writes: tables and views of rocpd schema 3. */
#ifndef ROCPD_DB_SCHEMA_H
#define ROCPD_DB_SCHEMA_H
#include "export.h"

typedef struct rocpd_db_rule { /* of one column; those without are nullable. What they refer to: reference.h */
  const char *column;
  bool required;        /* NOT NULL */
  const char *clause;   /* rest of its definition, or NULL */
  const char *after;    /* of later schema versions: the column that it stands behind */
} rocpd_db_rule;

typedef struct rocpd_db_table {
  uint8_t kind;
  const rocpd_db_rule *rule; /* ended by one without column */
} rocpd_db_table;

/* In the order in which the script of the schema makes them: what is referred to
** comes first. rocpd_metadata is the first. */
extern const rocpd_db_table rocpd_db_tables[];
extern const int rocpd_db_table_count;

/* `later`: in later schema versions than 3.0.0. */
static inline bool rocpd_db_has_table(const rocpd_db_table *t, bool later) { return later || !(rocpd_kinds[t->kind].flags & ROCPD_K_LATER); }
/* The columns of a table as numbers of the kind's, in order; returns how many. */
int rocpd_db_columns(const rocpd_db_table *t, bool later, uint8_t *column);
/* The rule of a column, or NULL. */
const rocpd_db_rule *rocpd_db_rule_of(const rocpd_db_table *t, const char *column);
/* Make the tables of one guid, suffix included, and the metadata rows; the views; the
** indexes. `later`: 3.0.5, else 3.0.0. */
int rocpd_db_make_tables(sqlite3 *db, const char *guid, bool later);
int rocpd_db_make_views(sqlite3 *db, const char *guid, bool later);
int rocpd_db_make_indexes(sqlite3 *db, const char *guid);
/* "_" and the guid with "_" for "-"; sqlite3_free() it. */
char *rocpd_db_suffix(const char *guid);

/* ---- the version that a trace's rows need: 3.0.0, or a later one for what only that can hold */

/* *later becomes true for a later one. Counts the rows, too: x->layout.rows. */
int rocpd_db_find_version(rocpd_export *x, bool *later, rocpd_error *err);

/* A column's text in a row; "": NULL. */
static inline const char *rocpd_db_text_at(const rocpd_export *x, const rocpd_column *c, uint32_t row) {
  int64_t id = rocpd_column_at(c, row);
  return id == ROCPD_NULL ? "" : rocpd_string(x->session, id, NULL);
}

#endif
