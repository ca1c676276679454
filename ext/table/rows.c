/* The rows of computed tables: making them, and keeping them for other uses of the table. See rows.h. */
#include "rows.h"
#include "category.h"
#include <errno.h>
#include <stdlib.h>

#define FIRST_ROWS 64

static int rows_grow(rocpd_row_builder *b) {
  uint64_t capacity = b->capacity ? b->capacity * 2 : FIRST_ROWS;
  if (!b->value && !(b->value = rocpd_zeroed((uint64_t)b->columns * sizeof(*b->value)))) return SQLITE_NOMEM;
  for (int c = 0; c < b->columns; c++) {
    int64_t *value = sqlite3_realloc64(b->value[c], capacity * sizeof(*value));
    if (!value) return SQLITE_NOMEM;
    b->value[c] = value;
  }
  b->capacity = capacity;
  return SQLITE_OK;
}

int rocpd_rows_add(rocpd_row_builder *b, const int64_t *value) {
  if (b->rows == b->capacity) {
    int rc = rows_grow(b);
    if (rc != SQLITE_OK) return rc;
  }
  for (int c = 0; c < b->columns; c++) b->value[c][b->rows] = value[c];
  b->rows++;
  return SQLITE_OK;
}

static void rows_drop(rocpd_row_builder *b) {
  for (int c = 0; b->value && c < b->columns; c++) sqlite3_free(b->value[c]);
  sqlite3_free(b->value);
  memset(b, 0, sizeof(*b));
}

static void rows_free(rocpd_rows *r) {
  rows_drop(r->data);
  sqlite3_free(r->data);
  sqlite3_free(r->column);
}

static void set_range(rocpd_column *c, uint64_t rows) {
  const int64_t *v = c->data;
  c->min = INT64_MAX;
  c->max = INT64_MIN;
  for (uint64_t i = 0; i < rows; i++) {
    if (v[i] == ROCPD_NULL) continue;
    if (v[i] < c->min) c->min = v[i];
    if (v[i] > c->max) c->max = v[i];
  }
}

int rocpd_rows_end(rocpd_row_builder *b, int rc, rocpd_rows *out, rocpd_error *err) {
  rocpd_row_builder *kept = rc == SQLITE_OK ? sqlite3_malloc64(sizeof(*kept)) : NULL;
  rocpd_column *column = kept ? sqlite3_malloc64((uint64_t)b->columns * sizeof(*column)) : NULL;
  if (!column) {
    sqlite3_free(kept);
    rows_drop(b);
    return rocpd_fail_code(err, rc == SQLITE_OK ? SQLITE_NOMEM : rc);
  }
  for (int c = 0; c < b->columns; c++) {
    column[c] = (rocpd_column){.width = 8, .nulls = true, .data = b->value ? b->value[c] : NULL};
    set_range(&column[c], b->rows);
  }
  *kept = *b;
  *out = (rocpd_rows){.rows = b->rows, .column = column, .ordered_by = -1, .free_rows = rows_free, .data = kept};
  return SQLITE_OK;
}

/* ---- column by column */

#define FIRST_MADE 256 /* number of rows that are made first, if no more are read */

typedef struct columns_made {
  int columns;
  void *data;
  int (*fill_first)(void *data, int column, uint64_t n, int64_t *out, rocpd_error *err); /* or NULL */
  rocpd_column **first;   /* [columns] columns of the first FIRST_MADE rows; NULL: not made yet */
  int (*fill)(void *data, int column, int64_t *out, rocpd_error *err);
  void (*free_data)(void *data);
  rocpd_column *made[]; /* columns of all rows; NULL: not made yet */
} columns_made;

static int make_column(const rocpd_rows *r, int column, rocpd_error *err) {
  columns_made *m = r->data;
  if (m->made[column]) return SQLITE_OK;
  int64_t *value = sqlite3_malloc64((r->rows + 1) * sizeof *value);
  if (!value) return rocpd_fail(err, SQLITE_NOMEM, "out of memory for %llu rows", (unsigned long long)r->rows);
  int rc = m->fill(m->data, column, value, err);
  if (rc == SQLITE_OK && !(m->made[column] = rocpd_column_packed(value, (uint32_t)r->rows))) rc = rocpd_no_memory(err);
  sqlite3_free(value);
  if (rc == SQLITE_OK) r->column[column] = *m->made[column];
  return rc;
}

static int make_row(const rocpd_rows *r, int column, uint64_t row, const rocpd_column **out, rocpd_error *err) {
  columns_made *m = r->data;
  int64_t value[FIRST_MADE];
  *out = &r->column[column];
  if (m->made[column]) return SQLITE_OK;
  if (row >= FIRST_MADE || r->rows <= FIRST_MADE) return make_column(r, column, err);
  if (!m->first[column]) {
    int rc = m->fill_first(m->data, column, FIRST_MADE, value, err);
    if (rc != SQLITE_OK) return rc;
    if (!(m->first[column] = rocpd_column_of(value, FIRST_MADE))) return rocpd_no_memory(err);
  }
  *out = m->first[column];
  return SQLITE_OK;
}

static void columns_free(rocpd_rows *r) {
  columns_made *m = r->data;
  for (int c = 0; c < m->columns; c++) sqlite3_free(m->made[c]), sqlite3_free(m->first[c]);
  m->free_data(m->data);
  sqlite3_free(m);
  sqlite3_free(r->column);
}

int rocpd_rows_by_column(int columns, uint64_t rows, void *data, int (*fill)(void *data, int column, int64_t *out, rocpd_error *err),
                         void (*free_data)(void *data), rocpd_rows *out) {
  uint64_t size = sizeof(columns_made) + 2 * (uint64_t)columns * sizeof(rocpd_column *);
  columns_made *m = rocpd_zeroed(size);
  rocpd_column *column = sqlite3_malloc64((uint64_t)columns * sizeof *column);
  if (rows >= UINT32_MAX || !m || !column) {
    sqlite3_free(m), sqlite3_free(column);
    return rows >= UINT32_MAX ? SQLITE_TOOBIG : SQLITE_NOMEM;
  }
  m->columns = columns, m->data = data, m->fill = fill, m->free_data = free_data, m->first = m->made + columns;
  for (int c = 0; c < columns; c++) column[c] = (rocpd_column){.width = 8, .nulls = true, .min = INT64_MIN + 1, .max = INT64_MAX}; /* not known: the widest */
  *out = (rocpd_rows){.rows = rows, .column = column, .ordered_by = -1, .fill = make_column, .free_rows = columns_free, .data = m};
  return SQLITE_OK;
}

void rocpd_rows_by_row(rocpd_rows *r, int (*fill_first)(void *data, int column, uint64_t n, int64_t *out, rocpd_error *err)) {
  ((columns_made *)r->data)->fill_first = fill_first;
  r->fill_row = make_row;
}

int64_t rocpd_rows_text(rocpd_session *session, const char *text, int *rc) {
  int64_t id;
  if (!text) return ROCPD_NULL;
  int failed = rocpd_intern(session, text, -1, &id);
  if (failed == SQLITE_OK) return id;
  *rc = failed;
  return ROCPD_NULL;
}

int rocpd_argument_number(const char *table, const char *name, const char *text, const char *expected, int64_t least, int64_t *value, rocpd_error *err) {
  char *end;
  if (!text) return SQLITE_OK;
  errno = 0;
  long long number = strtoll(text, &end, 10);
  if (end == text || *end || errno || number < least) return rocpd_fail(err, SQLITE_ERROR, "%s: %s is '%s', expected %s", table, name, text, expected);
  *value = number;
  return SQLITE_OK;
}

int rocpd_identify_part(rocpd_identity *i, rocpd_snapshot *s, const rocpd_part *part, rocpd_error *err) {
  int rc = rocpd_identify(i, s, part->source, ROCPD_NULL, err);
  if (rc == SQLITE_OK && part->of_several) i->origin = part->origin, i->source = NULL; /* the source's own origin is another one */
  return rc;
}

int rocpd_identify(rocpd_identity *i, rocpd_snapshot *s, rocpd_source *source, int64_t agent, rocpd_error *err) {
  if (i->source == source && i->agent == agent) return SQLITE_OK;
  rocpd_identity new = {.source = source, .agent = agent};
  int rc = rocpd_origin_of_agent(s, source, agent, &new.origin, err);
  if (rc != SQLITE_OK) return rc;
  new.guid = rocpd_rows_text(source->session, *source->info.guid ? source->info.guid : NULL, &rc);
  new.path = rocpd_rows_text(source->session, source->path, &rc);
  if (rc == SQLITE_OK) *i = new;
  return rocpd_fail_code(err, rc);
}

/* ---- rows that are kept for other uses of the table ---- */

static void free_kept(void *data) {
  rocpd_rows *rows = data;
  if (rows->free_rows) rows->free_rows(rows);
  sqlite3_free(rows);
}

/* The key of rows is the number of a text with all arguments. */
static int key_of(rocpd_session *session, int args, const char *const *arg, int64_t *key) {
  sqlite3_str *text = sqlite3_str_new(NULL);
  sqlite3_str_appendchar(text, 1, '(');
  for (int i = 0; i < args; i++) sqlite3_str_appendf(text, "%Q,", arg[i]);
  return rocpd_intern_str(session, text, key);
}

/* Rows count with all their columns, even those that are not made yet. */
static int make_kept(const rocpd_table *t, rocpd_snapshot *s, const char *const *arg, int64_t key, rocpd_kept **kept, rocpd_error *err) {
  rocpd_rows *rows = sqlite3_malloc64(sizeof *rows);
  if (!rows) return rocpd_no_memory(err);
  *rows = (rocpd_rows){0};
  int rc = t->rows(s, arg, rows, err);
  if (rc != SQLITE_OK) return sqlite3_free(rows), rc;
  int64_t bytes = (int64_t)(rows->rows * (uint64_t)t->columns * sizeof(int64_t)); /* rows are fewer than memory has bytes */
  *kept = rocpd_snapshot_keep(s, &(rocpd_keeping){.owner = t, .key = key, .data = rows, .bytes = bytes, .free_data = free_kept, .until = ROCPD_KEPT_IN_USE});
  return *kept ? SQLITE_OK : rocpd_no_memory(err);
}

int rocpd_table_kept_rows(const rocpd_table *t, int args, rocpd_snapshot *s, const char *const *arg, rocpd_rows *out, rocpd_kept **kept, rocpd_error *err) {
  rocpd_session *session = rocpd_snapshot_session(s);
  int64_t key;
  *kept = NULL;
  if (t->kept == ROCPD_KEPT_NOT || (t->kept == ROCPD_KEPT_BY_CATEGORY && rocpd_categories_of_user(session))) return t->rows(s, arg, out, err);
  int rc = rocpd_fail_code(err, key_of(session, args, arg, &key));
  if (rc == SQLITE_OK && !(*kept = rocpd_snapshot_use(s, t, key))) rc = make_kept(t, s, arg, key, kept, err);
  if (rc == SQLITE_OK) *out = *(const rocpd_rows *)rocpd_kept_data(*kept);
  return rc;
}
