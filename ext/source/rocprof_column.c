/* The columns of a batch of a base table: one SELECT over its rowids for a group of
** columns that are mostly wanted together. Texts are interned.
**
** Nothing is believed of the file: a value of another kind than its column is NULL and
** counted, and a batch that has not as many rows as when it was listed is an error. */
#include "rocprof.h"
#include <math.h>

/* What is read at once. The hot ones name things and say when; JSON may be 100 KB a row. */
enum column_group { GROUP_HOT, GROUP_COLD, GROUP_GUID, GROUP_TEXT, GROUP_JSON };

static enum column_group group_of(int kind, int index) {
  const rocpd_column_def *c = &rocpd_kinds[kind].column[index];
  size_t n = strlen(c->name);
  if (c->type == ROCPD_TEXT && strcmp(c->name, "guid") == 0) return GROUP_GUID;
  if (c->type == ROCPD_TEXT) return strcmp(c->declared, "JSONB") == 0 ? GROUP_JSON : GROUP_TEXT;
  bool names = n > 3 && strcmp(c->name + n - 3, "_id") == 0 && !(c->flags & ROCPD_C_HIDDEN);
  bool places = c->flags & (ROCPD_C_ID | ROCPD_C_START | ROCPD_C_END) || strcmp(c->name, "tid") == 0;
  return names || places || c->type == ROCPD_REAL ? GROUP_HOT : GROUP_COLD;
}

/* One SELECT and what comes of it. */
typedef struct group_read {
  rocpd_rocprof *file;
  rocpd_rocprof_batch *batch;
  const rocpd_rocprof_table *table;
  sqlite3_stmt *stmt;
  int columns;
  int index[64];     /* of the kind */
  int64_t *value[64]; /* [rows] */
  int64_t text[64];  /* the last text's id: rows repeat themselves */
  uint32_t row;
  int64_t rowid; /* last read */
} group_read;

/* ---- values */

static int64_t int_value(sqlite3_stmt *stmt, int i, bool *wrong) {
  switch (sqlite3_column_type(stmt, i)) {
    case SQLITE_NULL: return ROCPD_NULL;
    case SQLITE_INTEGER: {
      int64_t v = sqlite3_column_int64(stmt, i);
      if (v == ROCPD_NULL) *wrong = true;
      return v;
    }
    case SQLITE_FLOAT: {
      double d = sqlite3_column_double(stmt, i);
      if (d > -0x1p63 && d < 0x1p63 && d == trunc(d)) return (int64_t)d;
    }
  }
  *wrong = true;
  return ROCPD_NULL;
}

static int64_t real_value(sqlite3_stmt *stmt, int i, bool *wrong) {
  int type = sqlite3_column_type(stmt, i);
  if (type != SQLITE_INTEGER && type != SQLITE_FLOAT) {
    *wrong = type != SQLITE_NULL;
    return ROCPD_NULL;
  }
  double d = sqlite3_column_double(stmt, i);
  if (d == 0) d = 0; /* the bits of -0.0 are those of our NULL */
  int64_t v;
  memcpy(&v, &d, sizeof(v));
  return v;
}

static int text_value(group_read *g, int i, int64_t *out, bool *wrong) {
  int type = sqlite3_column_type(g->stmt, i);
  *out = ROCPD_NULL;
  *wrong = type == SQLITE_BLOB;
  if (type == SQLITE_NULL || type == SQLITE_BLOB) return SQLITE_OK;
  rocpd_trace *t = g->file->base.trace;
  const char *text = (const char *)sqlite3_column_text(g->stmt, i);
  int64_t size = sqlite3_column_bytes(g->stmt, i), last_size;
  if (!text) return SQLITE_NOMEM;
  if (g->text[i] != ROCPD_NULL) {
    const char *last = rocpd_string(t, g->text[i], &last_size);
    if (last_size == size && memcmp(last, text, (size_t)size) == 0) {
      *out = g->text[i];
      return SQLITE_OK;
    }
  }
  int rc = rocpd_intern(t, text, size, out);
  g->text[i] = *out;
  return rc;
}

static int read_row(group_read *g) {
  int kind = g->batch->base.kind;
  for (int i = 0; i < g->columns; i++) {
    bool wrong = false;
    int rc = SQLITE_OK;
    int64_t v;
    switch (rocpd_kinds[kind].column[g->index[i]].type) {
      case ROCPD_INT: v = int_value(g->stmt, i, &wrong); break;
      case ROCPD_REAL: v = real_value(g->stmt, i, &wrong); break;
      default: rc = text_value(g, i, &v, &wrong); break;
    }
    if (rc == SQLITE_OK && wrong) rc = rocpd_rocprof_count_fault(g->file, kind, g->index[i], g->rowid);
    if (rc != SQLITE_OK) return rc;
    g->value[i][g->row] = v;
  }
  g->row++;
  return SQLITE_OK;
}

/* ---- the SELECT */

static int prepare(group_read *g, const rocpd_connection *conn, rocpd_error *err) {
  const rocpd_kind *k = &rocpd_kinds[g->batch->base.kind];
  const char *rowid = rocpd_rocprof_rowid(g->table);
  sqlite3_str *list = sqlite3_str_new(NULL);
  for (int i = 0; i < g->columns; i++) sqlite3_str_appendf(list, "\"%w\", ", k->column[g->index[i]].name);
  char *columns = sqlite3_str_finish(list);
  if (!columns) return rocpd_fail(err, SQLITE_NOMEM, "out of memory");
  int rc = rocpd_database_prepare(conn->db, conn->path, &g->stmt, err, "SELECT %s%s FROM \"%w\".\"%w\" WHERE %s BETWEEN ?1 AND ?2 ORDER BY %s",
                                  columns, rowid, conn->schema, g->table->name, rowid, rowid);
  sqlite3_free(columns);
  if (rc != SQLITE_OK) return rc;
  sqlite3_bind_int64(g->stmt, 1, g->batch->first);
  sqlite3_bind_int64(g->stmt, 2, g->batch->last);
  return SQLITE_OK;
}

static int fail_changed(const group_read *g, rocpd_error *err) {
  return rocpd_fail(err, SQLITE_BUSY_SNAPSHOT, "%s: table %s changed while it was read: rowids %lld to %lld had %u rows; run the query again",
                    g->file->base.path, g->table->name, (long long)g->batch->first, (long long)g->batch->last, (unsigned)g->batch->base.rows);
}

static int read_rows(group_read *g, rocpd_error *err) {
  int rc;
  sqlite3 *db = sqlite3_db_handle(g->stmt);
  while ((rc = sqlite3_step(g->stmt)) == SQLITE_ROW) {
    if (g->row == g->batch->base.rows) return fail_changed(g, err);
    g->rowid = sqlite3_column_int64(g->stmt, g->columns);
    rc = read_row(g);
    if (rc != SQLITE_OK) return rocpd_fail(err, rc, "out of memory");
  }
  if (rc != SQLITE_DONE)
    return rocpd_fail(err, rc, "%s: table %s, after rowid %lld: %s", g->file->base.path, g->table->name, (long long)g->rowid, sqlite3_errmsg(db));
  return g->row == g->batch->base.rows ? SQLITE_OK : fail_changed(g, err);
}

static int read_group(group_read *g, rocpd_error *err) {
  rocpd_trace *t = g->file->base.trace;
  rocpd_connection *c;
  g->rowid = g->batch->first;
  int rc = rocpd_database_borrow(t, g->file->base.path, g->file->base.schema, &c, err);
  if (rc != SQLITE_OK) return rc;
  rc = prepare(g, c, err);
  if (rc == SQLITE_OK) rc = read_rows(g, err);
  sqlite3_finalize(g->stmt);
  rocpd_database_give(t, c);
  return rc;
}

/* Rows that damage hides are NULL where it is to be skipped. */
static int skip_rest(group_read *g, int rc, rocpd_error *why) {
  if (rc == SQLITE_NOMEM || !g->file->skip) return rc;
  for (int i = 0; i < g->columns; i++)
    for (uint32_t r = g->row; r < g->batch->base.rows; r++) g->value[i][r] = ROCPD_NULL;
  rocpd_rocprof_skip(g->file, why);
  return SQLITE_OK;
}

/* ---- groups */

static rocpd_column *load_column(rocpd_batch *b, int index) { return __atomic_load_n(&b->column[index], __ATOMIC_ACQUIRE); }

static int publish(group_read *g) {
  for (int i = 0; i < g->columns; i++) {
    rocpd_column *c = rocpd_column_of(g->value[i], g->batch->base.rows);
    if (!c) return SQLITE_NOMEM;
    __atomic_store_n(&g->batch->base.column[g->index[i]], c, __ATOMIC_RELEASE);
  }
  return SQLITE_OK;
}

/* Is the column computed, not read? */
static bool is_read(const rocpd_rocprof_batch *b, const rocpd_rocprof_table *t, int index) {
  const rocpd_kind *k = &rocpd_kinds[b->base.kind];
  if (index >= k->columns - ROCPD_COMMON_COLUMNS || !(t->has >> index & 1)) return false;
  bool dense = (uint64_t)b->last - (uint64_t)b->first == (uint64_t)b->base.rows - 1;
  return !(dense && t->id_is_rowid && strcmp(k->column[index].name, "id") == 0);
}

static int decode_group(rocpd_rocprof_batch *b, int index, rocpd_error *err) {
  rocpd_rocprof *f = (rocpd_rocprof *)b->base.source;
  int kind = b->base.kind;
  group_read g = {.file = f, .batch = b, .table = &f->set.table[kind]};
  enum column_group group = group_of(kind, index);
  for (int c = 0; c < rocpd_kinds[kind].columns; c++)
    if (is_read(b, g.table, c) && group_of(kind, c) == group && !load_column(&b->base, c)) g.index[g.columns++] = c;
  int64_t *values = sqlite3_malloc64((uint64_t)g.columns * b->base.rows * sizeof(*values));
  if (!values) return rocpd_fail(err, SQLITE_NOMEM, "out of memory");
  for (int i = 0; i < g.columns; i++) {
    g.value[i] = values + (size_t)i * b->base.rows;
    g.text[i] = ROCPD_NULL;
  }
  rocpd_error why = {0};
  int rc = read_group(&g, &why);
  if (rc != SQLITE_OK) rc = skip_rest(&g, rc, &why);
  if (rc == SQLITE_OK) rc = publish(&g);
  sqlite3_free(values);
  if (rc != SQLITE_OK) rocpd_fail(err, rc, "%s", why.message ? why.message : "out of memory");
  rocpd_error_clear(&why);
  return rc;
}

/* Columns that need no reading. */
static rocpd_column *computed(const rocpd_rocprof_batch *b, int index) {
  const rocpd_rocprof *f = (const rocpd_rocprof *)b->base.source;
  const rocpd_kind *k = &rocpd_kinds[b->base.kind];
  const rocpd_rocprof_table *t = &f->set.table[b->base.kind];
  switch (index - (k->columns - ROCPD_COMMON_COLUMNS)) {
    case ROCPD_COMMON_source: return rocpd_column_constant(f->path_id);
    case ROCPD_COMMON_run: return rocpd_column_constant(f->run_id);
    case ROCPD_COMMON_host: return rocpd_column_constant(f->host_id);
    case ROCPD_COMMON_rank: return rocpd_column_constant(f->base.rank < 0 ? ROCPD_NULL : f->base.rank);
  }
  if (!(t->has >> index & 1)) return rocpd_column_constant(strcmp(k->column[index].name, "guid") == 0 ? f->guid_id : ROCPD_NULL);
  rocpd_column *c = rocpd_column_constant(b->first); /* ids without gaps */
  if (!c || b->base.rows == 1) return c;
  c->step = 1;
  c->max = b->last;
  return c;
}

int rocpd_rocprof_decode(rocpd_batch *base, int index, rocpd_column **out, rocpd_error *err) {
  rocpd_rocprof_batch *b = (rocpd_rocprof_batch *)base;
  const rocpd_rocprof *f = (const rocpd_rocprof *)base->source;
  int rc = SQLITE_OK;
  if (!is_read(b, &f->set.table[base->kind], index)) {
    *out = computed(b, index);
    return *out ? rc : rocpd_fail(err, SQLITE_NOMEM, "out of memory");
  }
  pthread_mutex_lock(&b->mutex);
  if (!load_column(base, index)) rc = decode_group(b, index, err);
  *out = load_column(base, index);
  pthread_mutex_unlock(&b->mutex);
  return rc;
}
