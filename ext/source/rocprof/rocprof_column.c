/* The columns of a batch of a base table. Columns that are mostly needed together are read at once: from the table's pages (rocprof_record.c) or, if that is
** not possible, by one SELECT over the batch's rowids. Texts are interned.
**
** The file is not trusted. A value of another type than its column, or a time outside the allowed range, is NULL and counted. If a batch does not have as
** many rows as when it was listed, that is an error. */
#include "batch.h"
#include "known_time.h"
#include "rocprof.h"
#include <math.h>

/* Groups of columns that are read at once: those that summaries need (times and names), other ids, and so on. JSON is separate, since it may be 100 KB a
** row. */
enum column_group { GROUP_MAIN, GROUP_LINK, GROUP_REST, GROUP_GUID, GROUP_TEXT, GROUP_JSON };

static enum column_group group_of(int kind, int index) {
  static const char *const named[] = {"name_id", "kernel_id", "agent_id"};
  const rocpd_column_def *c = &rocpd_kinds[kind].column[index];
  size_t n = strlen(c->name);
  if (c->type == ROCPD_TEXT && strcmp(c->name, "guid") == 0) return GROUP_GUID;
  if (c->type == ROCPD_TEXT) return strcmp(c->declared, "JSONB") == 0 ? GROUP_JSON : GROUP_TEXT;
  if (c->type == ROCPD_REAL || c->flags & (ROCPD_C_START | ROCPD_C_END)) return GROUP_MAIN;
  for (size_t i = 0; i < sizeof(named) / sizeof(*named); i++)
    if (strcmp(c->name, named[i]) == 0) return GROUP_MAIN;
  bool id = n > 3 && strcmp(c->name + n - 3, "_id") == 0 && !(c->flags & ROCPD_C_HIDDEN);
  return id || c->flags & ROCPD_C_ID || strcmp(c->name, "tid") == 0 ? GROUP_LINK : GROUP_REST;
}

/* The type of integers that are times. */
enum { READ_TIME = ROCPD_REAL + 1 };

/* A group of columns that is being read. */
typedef struct group_read {
  rocpd_rocprof *file;
  rocpd_rocprof_batch *batch;
  const rocpd_rocprof_table *table;
  sqlite3_stmt *stmt;
  int columns;
  int index[ROCPD_MAX_COLUMNS];     /* of the kind */
  uint8_t type[ROCPD_MAX_COLUMNS];    /* enum rocpd_type, or READ_TIME */
  uint8_t place[ROCPD_MAX_COLUMNS];
  bool is_rowid[ROCPD_MAX_COLUMNS];   /* the column is the rowid, which is not stored in the row */
  int64_t *value[ROCPD_MAX_COLUMNS];  /* [rows] */
  int64_t text[ROCPD_MAX_COLUMNS];  /* id of the last text, since rows often repeat it */
  uint32_t row;
  int64_t rowid; /* last read */
} group_read;

/* ---- values */

static int64_t int_value(const rocpd_stored *v, bool *wrong) {
  switch (v->type) {
    case SQLITE_NULL: return ROCPD_NULL;
    case SQLITE_INTEGER:
      if (v->integer == ROCPD_NULL) *wrong = true;
      return v->integer;
    case SQLITE_FLOAT:
      if (v->real > -0x1p63 && v->real < 0x1p63 && v->real == trunc(v->real)) return (int64_t)v->real;
  }
  *wrong = true;
  return ROCPD_NULL;
}

static int64_t time_value(const rocpd_stored *v, bool *wrong) {
  int64_t time = int_value(v, wrong);
  if (time == ROCPD_NULL || rocpd_is_time(time)) return time;
  *wrong = true;
  return ROCPD_NULL;
}

static int64_t real_value(const rocpd_stored *v, bool *wrong) {
  if (v->type != SQLITE_INTEGER && v->type != SQLITE_FLOAT) {
    *wrong = v->type != SQLITE_NULL;
    return ROCPD_NULL;
  }
  return rocpd_real_bits(v->type == SQLITE_FLOAT ? v->real : (double)v->integer);
}

static int text_value(group_read *g, int i, const rocpd_stored *v, int64_t *out, bool *wrong) {
  *out = ROCPD_NULL;
  *wrong = v->type == SQLITE_BLOB;
  if (v->type == SQLITE_NULL || v->type == SQLITE_BLOB) return SQLITE_OK;
  rocpd_session *session = g->file->base.session;
  int64_t last_size;
  if (g->text[i] != ROCPD_NULL) {
    const char *last = rocpd_string(session, g->text[i], &last_size);
    if (last_size == v->size && memcmp(last, v->text, (size_t)v->size) == 0) {
      *out = g->text[i];
      return SQLITE_OK;
    }
  }
  int rc = rocpd_intern(session, v->text, v->size, out);
  g->text[i] = *out;
  return rc;
}

/* Counts a value of a type that the column cannot have. SQLITE_NOMEM. */
static int count_fault(rocpd_rocprof *f, int kind, int column, int64_t rowid) {
  int rc = SQLITE_OK;
  pthread_mutex_lock(&f->mutex);
  size_t i = 0;
  while (i < f->faults && (f->fault[i].kind != kind || f->fault[i].column != column)) i++;
  if (i == f->faults) {
    rc = ROCPD_PUSH(f->fault, f->faults, (rocpd_rocprof_fault){kind, column, 0, rowid});
  }
  if (rc == SQLITE_OK) {
    f->fault[i].count++;
    if (rowid < f->fault[i].first_rowid) f->fault[i].first_rowid = rowid;
  }
  pthread_mutex_unlock(&f->mutex);
  return rc;
}

static int add_row(group_read *g, int64_t rowid, const rocpd_stored *value) {
  int kind = g->batch->base.kind;
  g->rowid = rowid;
  for (int i = 0; i < g->columns; i++) {
    bool wrong = false;
    int rc = SQLITE_OK;
    int64_t v;
    switch (g->type[i]) {
      case ROCPD_INT: v = int_value(&value[i], &wrong); break;
      case READ_TIME: v = time_value(&value[i], &wrong); break;
      case ROCPD_REAL: v = real_value(&value[i], &wrong); break;
      default: rc = text_value(g, i, &value[i], &v, &wrong); break;
    }
    bool counted = g->batch->counted >> g->index[i] & 1;
    if (rc == SQLITE_OK && wrong && !counted) rc = count_fault(g->file, kind, g->index[i], rowid);
    if (rc != SQLITE_OK) return rc;
    g->value[i][g->row] = v;
  }
  g->row++;
  return SQLITE_OK;
}

/* Returns the SQL expression of a column; NULL: the table has the column. */
static const char *expression_of(const rocpd_rocprof_table *t, int index) { return t->expression ? t->expression[index] : NULL; }

static bool is_rowid(const rocpd_rocprof_table *t, const rocpd_kind *k, int index) {
  return t->layout->id_is_rowid && strcmp(k->column[index].name, "id") == 0 && !expression_of(t, index);
}

/* ---- by the pages */

/* Takes a stored value. SQLITE_NOTFOUND: SQL would return another value, or it has the wrong type; SQL then reads it and counts the fault. */
static int add_value(group_read *g, int i, int64_t rowid, const rocpd_stored *v) {
  int64_t *out = &g->value[i][g->row];
  bool wrong = false;
  if (v->type == SQLITE_NULL) {
    *out = g->is_rowid[i] ? rowid : ROCPD_NULL;
    return SQLITE_OK;
  }
  switch (g->type[i]) {
    case ROCPD_INT:
      *out = v->integer;
      return v->type == SQLITE_INTEGER && v->integer != ROCPD_NULL && !g->is_rowid[i] ? SQLITE_OK : SQLITE_NOTFOUND;
    case READ_TIME:
      *out = v->integer;
      return v->type == SQLITE_INTEGER && rocpd_is_time(v->integer) ? SQLITE_OK : SQLITE_NOTFOUND;
    case ROCPD_REAL:
      *out = real_value(v, &wrong);
      return wrong ? SQLITE_NOTFOUND : SQLITE_OK;
    default: return v->type == SQLITE_TEXT ? text_value(g, i, v, out, &wrong) : SQLITE_NOTFOUND;
  }
}

/* Takes a row of a leaf. */
static int add_stored(void *arg, int64_t rowid, const rocpd_stored *value) {
  group_read *g = arg;
  const rocpd_rocprof_batch *b = g->batch;
  if (g->row == b->base.rows || rowid < b->first || rowid > b->last || (g->row && rowid <= g->rowid)) return SQLITE_NOTFOUND;
  g->rowid = rowid;
  for (int i = 0; i < g->columns; i++) {
    int rc = add_value(g, i, rowid, &value[g->place[i]]);
    if (rc != SQLITE_OK) return rc;
  }
  g->row++;
  return SQLITE_OK;
}

/* Reads the columns from pages. SQLITE_NOTFOUND: SQL must read them. */
static int read_pages(group_read *g, rocpd_connection *c) {
  const rocpd_rocprof_batch *b = g->batch;
  rocpd_pages pages;
  int16_t position[ROCPD_MAX_COLUMNS];
  if (!b->leaf || g->table->layout->has_generated) return SQLITE_NOTFOUND;
  int rc = rocpd_pages_open(&pages, c);
  if (rc == SQLITE_OK && pages.change != b->change) rc = SQLITE_NOTFOUND;
  if (g->file->row_limit) pages.max_row = g->file->row_limit;
  if (rc != SQLITE_OK) return rc;
  /* Sorts positions as values are stored in a row; place[i] is the index of column i's value in this order. */
  for (int i = 0; i < g->columns; i++) {
    if (expression_of(g->table, g->index[i])) return SQLITE_NOTFOUND;
    int at = g->table->layout->position[g->index[i]];
    g->place[i] = 0;
    for (int k = 0; k < g->columns; k++) g->place[i] += g->table->layout->position[g->index[k]] < at;
    position[g->place[i]] = (int16_t)at;
  }
  rc = rocpd_pages_rows(&pages, b->leaf, b->leaves, position, g->columns, add_stored, g);
  return rc == SQLITE_OK && g->row != b->base.rows ? SQLITE_NOTFOUND : rc;
}

/* ---- the SELECT */

static int prepare(group_read *g, rocpd_connection *conn, rocpd_error *err) {
  const rocpd_kind *k = &rocpd_kinds[g->batch->base.kind];
  const char *rowid = rocpd_table_layout_rowid(g->table->layout);
  sqlite3_str *list = sqlite3_str_new(NULL);
  for (int i = 0; i < g->columns; i++) {
    const char *expression = expression_of(g->table, g->index[i]);
    if (expression) sqlite3_str_appendf(list, "%s, ", expression);
    else sqlite3_str_appendf(list, "t.\"%w\", ", k->column[g->index[i]].name);
  }
  char *columns = sqlite3_str_finish(list);
  if (!columns) return rocpd_no_memory(err);
  int rc = rocpd_database_prepare(conn, &g->stmt, err, "SELECT %st.%s FROM \"%w\".\"%w\" t WHERE t.%s BETWEEN ?1 AND ?2 ORDER BY t.%s",
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

/* Takes a row of the statement. */
static int add_selected(group_read *g) {
  rocpd_stored value[ROCPD_MAX_COLUMNS];
  for (int i = 0; i < g->columns; i++) {
    rocpd_stored *v = &value[i];
    v->type = sqlite3_column_type(g->stmt, i);
    if (v->type == SQLITE_INTEGER) v->integer = sqlite3_column_int64(g->stmt, i);
    if (v->type == SQLITE_FLOAT) v->real = sqlite3_column_double(g->stmt, i);
    if (g->type[i] != ROCPD_TEXT || v->type == SQLITE_NULL || v->type == SQLITE_BLOB) continue;
    v->text = (const char *)sqlite3_column_text(g->stmt, i); /* numbers are converted as SQLite prints them */
    v->size = sqlite3_column_bytes(g->stmt, i);
    if (!v->text) return SQLITE_NOMEM;
  }
  return add_row(g, sqlite3_column_int64(g->stmt, g->columns), value);
}

static int read_rows(group_read *g, rocpd_error *err) {
  int rc;
  sqlite3 *db = sqlite3_db_handle(g->stmt);
  while ((rc = sqlite3_step(g->stmt)) == SQLITE_ROW) {
    if (g->row == g->batch->base.rows) return fail_changed(g, err);
    rc = add_selected(g);
    if (rc != SQLITE_OK) return rocpd_fail_code(err, rc);
  }
  if (rc != SQLITE_DONE)
    return rocpd_fail(err, rc, "%s: table %s, after rowid %lld: %s", g->file->base.path, g->table->name, (long long)g->rowid,
                      rocpd_database_reason(db, rc));
  return g->row == g->batch->base.rows ? SQLITE_OK : fail_changed(g, err);
}

static int read_limited(group_read *g, rocpd_error *err) {
  sqlite3 *db = sqlite3_db_handle(g->stmt);
  int limit = sqlite3_limit(db, SQLITE_LIMIT_LENGTH, g->file->row_limit ? g->file->row_limit : -1);
  int rc = read_rows(g, err);
  sqlite3_limit(db, SQLITE_LIMIT_LENGTH, limit);
  return rc;
}

static void add_nothing(group_read *g) {
  for (int i = 0; i < g->columns; i++) g->value[i][g->row] = ROCPD_NULL;
  g->row++;
}

/* Reads a single row by its rowid; if it cannot be read, its values are NULL. */
static int read_alone(group_read *g, int64_t rowid) {
  sqlite3_reset(g->stmt);
  sqlite3_bind_int64(g->stmt, 1, rowid);
  sqlite3_bind_int64(g->stmt, 2, rowid);
  int rc = sqlite3_step(g->stmt);
  if (rc == SQLITE_ROW) rc = add_selected(g);
  else if (rc == SQLITE_DONE || rocpd_is_damage(rc)) add_nothing(g), rc = SQLITE_OK; /* DONE: a page above leads elsewhere */
  g->rowid = rowid;
  return rc;
}

/* If damage is to be skipped: reads the remaining rows one by one. */
static int read_around(group_read *g, rocpd_connection *c) {
  const char *rowid = rocpd_table_layout_rowid(g->table->layout);
  sqlite3_stmt *ids;
  int rc = rocpd_database_prepare(c, &ids, NULL, "SELECT %s FROM \"%w\".\"%w\" WHERE %s BETWEEN ?1 AND ?2 ORDER BY %s", rowid, c->schema,
                                  g->table->name, rowid, rowid);
  if (rc == SQLITE_OK) {
    sqlite3_bind_int64(ids, 1, g->row ? g->rowid + 1 : g->batch->first);
    sqlite3_bind_int64(ids, 2, g->batch->last);
  }
  while (rc == SQLITE_OK && g->stmt && g->row < g->batch->base.rows) {
    int next = sqlite3_step(ids);
    if (next == SQLITE_DONE) break;
    rc = next == SQLITE_ROW ? read_alone(g, sqlite3_column_int64(ids, 0)) : next;
  }
  sqlite3_finalize(ids);
  if (rc != SQLITE_OK && !rocpd_is_damage(rc)) return rc;
  while (g->row < g->batch->base.rows) add_nothing(g);
  return SQLITE_OK;
}

static int read_group(group_read *g, rocpd_error *err) {
  rocpd_session *session = g->file->base.session;
  rocpd_connection *c;
  g->rowid = g->batch->first;
  int rc = rocpd_database_borrow(session, &g->file->database, &c, err);
  if (rc != SQLITE_OK) return rc;
  rc = read_pages(g, c);
  if (rc == SQLITE_NOTFOUND) {
    g->row = 0;
    rc = prepare(g, c, err);
    if (rc == SQLITE_OK) rc = read_limited(g, err);
  }
  if (g->file->skip && !g->file->row_limit && rocpd_is_damage(rc)) {
    rocpd_source_damaged(&g->file->base, err);
    rc = read_around(g, c);
  }
  sqlite3_finalize(g->stmt);
  rocpd_database_give(session, c);
  return rc;
}

/* ---- groups */

static int clear_unknown_times(group_read *g, int i, rocpd_column **c, rocpd_error *err) {
  int rc = rocpd_rocprof_find_begin(g->file, g->batch->base.kind, *c, err);
  return rc == SQLITE_OK ? rocpd_fail_code(err, rocpd_known_times(&g->batch->base, g->index[i], c)) : rc;
}

static rocpd_column *load_column(rocpd_batch *b, int index) { return __atomic_load_n(&b->column[index], __ATOMIC_ACQUIRE); }

static int publish(group_read *g, rocpd_error *err) {
  for (int i = 0; i < g->columns; i++) {
    rocpd_column *c = rocpd_column_packed(g->value[i], g->batch->base.rows);
    int rc = !c ? rocpd_no_memory(err) : g->type[i] == READ_TIME ? clear_unknown_times(g, i, &c, err) : SQLITE_OK;
    if (rc != SQLITE_OK) {
      sqlite3_free(c);
      return rc;
    }
    rocpd_cache_put(&g->batch->base, &g->batch->base.column[g->index[i]], c);
    g->batch->counted |= (uint64_t)1 << g->index[i];
  }
  return SQLITE_OK;
}

/* Is the column computed, not read? */
static bool is_read(const rocpd_rocprof_batch *b, int index) {
  const rocpd_kind *k = &rocpd_kinds[b->base.kind];
  if (index >= k->own || !rocpd_rocprof_has(b->table, index)) return false;
  bool dense = (uint64_t)b->last - (uint64_t)b->first == (uint64_t)b->base.rows - 1;
  return !(dense && is_rowid(b->table, k, index));
}

static int decode_group(rocpd_rocprof_batch *b, int index, rocpd_error *err) {
  rocpd_rocprof *f = (rocpd_rocprof *)b->base.source;
  int kind = b->base.kind;
  group_read g = {.file = f, .batch = b, .table = b->table};
  enum column_group group = group_of(kind, index);
  for (int c = 0; c < rocpd_kinds[kind].columns; c++)
    if (is_read(b, c) && group_of(kind, c) == group && !load_column(&b->base, c)) g.index[g.columns++] = c;
  int64_t *values = sqlite3_malloc64((uint64_t)g.columns * b->base.rows * sizeof(*values));
  if (!values) return rocpd_no_memory(err);
  for (int i = 0; i < g.columns; i++) {
    const rocpd_column_def *def = &rocpd_kinds[kind].column[g.index[i]];
    g.type[i] = def->flags & ROCPD_C_TIMES ? READ_TIME : def->type;
    g.is_rowid[i] = is_rowid(g.table, &rocpd_kinds[kind], g.index[i]);
    g.value[i] = values + (size_t)i * b->base.rows;
    g.text[i] = ROCPD_NULL;
  }
  rocpd_error why = {0};
  int rc = read_group(&g, &why);
  if (rc == SQLITE_OK) rc = publish(&g, &why);
  sqlite3_free(values);
  return rocpd_fail_for(err, rc, &why);
}

/* Makes columns that need not be read. */
static rocpd_column *computed(const rocpd_rocprof_batch *b, int index) {
  const rocpd_rocprof *f = (const rocpd_rocprof *)b->base.source;
  const rocpd_kind *k = &rocpd_kinds[b->base.kind];
  const rocpd_rocprof_table *t = b->table;
  switch (index - (k->columns - ROCPD_COMMON_COLUMNS)) {
    case ROCPD_COMMON_source: return rocpd_column_constant(f->path_id);
    case ROCPD_COMMON_run: return rocpd_column_constant(f->run_id);
    case ROCPD_COMMON_host: return rocpd_column_constant(f->host_id);
    case ROCPD_COMMON_rank: return rocpd_column_constant(rocpd_rank_or_null(f->base.info.rank));
  }
  if (!rocpd_rocprof_has(t, index)) return rocpd_column_constant(strcmp(k->column[index].name, "guid") == 0 ? f->guid_id : ROCPD_NULL);
  rocpd_column *c = rocpd_column_constant(b->first); /* ids without gaps */
  if (!c || b->base.rows == 1) return c;
  c->step = 1;
  c->max = b->last;
  return c;
}

int rocpd_rocprof_decode(rocpd_batch *base, int index, rocpd_column **out, rocpd_error *err) {
  rocpd_rocprof_batch *b = (rocpd_rocprof_batch *)base;
  int rc = SQLITE_OK;
  if (index == rocpd_kinds[base->kind].wall) return rocpd_decode_wall(base, base->source->info.wall_offset_ns, out, err);
  if (!is_read(b, index)) {
    *out = computed(b, index);
    return *out ? rc : rocpd_no_memory(err);
  }
  pthread_mutex_lock(&b->mutex);
  if (!load_column(base, index)) rc = decode_group(b, index, err);
  *out = load_column(base, index);
  pthread_mutex_unlock(&b->mutex);
  return rc;
}
