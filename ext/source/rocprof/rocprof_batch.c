/* The rows of a base table cut into batches: ranges of rowids with a known number of
** rows. The first ones are small, so that LIMIT 10 reads little. */
#include "rocprof.h"
#include "known_time.h"

typedef struct batch_cutter {
  rocpd_rocprof *file;
  int kind;
  const rocpd_rocprof_table *table;
  rocpd_batch **batch;
  size_t batches;
  bool whole;        /* one batch as far as possible */
  uint64_t before;   /* before: number of rows in earlier tables of the kind; */
  uint64_t position; /* position: number of rows in earlier batches */
  uint64_t rows;     /* number of rows collected for the next batch */
  uint32_t change;   /* change counter of the file when the leaves were found */
  uint32_t *leaf;    /* leaves collected for the next batch; unused if only SQL knows the rows */
  size_t leaves;
  int64_t first, last; /* rowids of the next one */
} batch_cutter;

/* The number of rows that a batch should have. */
static uint64_t wanted_rows(size_t index) {
  static const uint32_t first[] = {1024, 4096, 16384};
  return index < sizeof(first) / sizeof(*first) ? first[index] : ROCPD_BATCH_ROWS;
}

/* Finishes the batch that is being collected, if it has rows. */
static int list_close(batch_cutter *l) {
  if (!l->rows) return SQLITE_OK;
  if (rocpd_array_push_reserve(&l->batch, l->batches, sizeof(*l->batch)) != SQLITE_OK) return SQLITE_NOMEM;
  rocpd_rocprof_batch *b = (rocpd_rocprof_batch *)rocpd_batch_new(&l->file->base, l->kind, sizeof(*b));
  if (!b) return SQLITE_NOMEM;
  pthread_mutex_init(&b->mutex, NULL);
  b->table = l->table;
  b->base.rows = (uint32_t)l->rows;
  b->base.first_rowid = rocpd_first_rowid(l->file->base.number) + (int64_t)l->position;
  bool timed = rocpd_kinds[l->kind].start >= 0; /* the bounds are known only when columns are read */
  b->base.min_time = timed ? INT64_MIN : INT64_MAX;
  b->base.max_time = timed ? INT64_MAX : INT64_MIN;
  b->leaf = l->leaf;
  b->leaves = l->leaves;
  b->change = l->change;
  l->leaf = NULL;
  l->leaves = 0;
  b->first = l->first;
  b->last = l->last;
  l->batch[l->batches++] = &b->base;
  l->position += l->rows;
  l->first = l->last < INT64_MAX ? l->last + 1 : l->last;
  l->rows = 0;
  return SQLITE_OK;
}

/* Adds the next `rows` rows, up to rowid `last`. */
static int list_add(void *arg, uint32_t rows, int64_t last) {
  batch_cutter *l = arg;
  int rc = l->rows + rows > ROCPD_BATCH_ROWS ? list_close(l) : SQLITE_OK;
  l->rows += rows;
  l->last = last;
  return rc == SQLITE_OK && l->rows >= (l->whole ? ROCPD_BATCH_ROWS : wanted_rows(l->batches)) ? list_close(l) : rc;
}

static int list_leaf(void *arg, uint32_t page, uint32_t rows, int64_t last) {
  batch_cutter *l = arg;
  int rc = l->rows + rows > ROCPD_BATCH_ROWS ? list_close(l) : SQLITE_OK;
  if (rc == SQLITE_OK && rows) rc = rocpd_array_push_reserve(&l->leaf, l->leaves, sizeof(*l->leaf));
  if (rc != SQLITE_OK || !rows) return rc;
  l->leaf[l->leaves++] = page;
  return list_add(l, rows, last);
}

static batch_cutter list_of(rocpd_rocprof *f, int kind, const rocpd_rocprof_table *table, uint64_t before) {
  return (batch_cutter){.file = f, .kind = kind, .table = table, .before = before, .position = before, .first = INT64_MIN};
}

static void list_clear(batch_cutter *l) {
  for (size_t i = 0; i < l->batches; i++) rocpd_batch_unref(l->batch[i]);
  sqlite3_free(l->batch);
  sqlite3_free(l->leaf);
  *l = list_of(l->file, l->kind, l->table, l->before);
}

/* Cuts the batches by one pass over the rowids in SQL. */
static int list_by_sql(batch_cutter *l, rocpd_connection *c, const char *rowid, rocpd_error *err) {
  const rocpd_rocprof *f = l->file;
  const char *name = l->table->name;
  sqlite3_stmt *stmt;
  int rc = rocpd_database_prepare(c, &stmt, err, "SELECT %s FROM \"%w\".\"%w\" ORDER BY 1", rowid, c->schema, name);
  if (rc != SQLITE_OK) return rc;
  while ((rc = sqlite3_step(stmt)) == SQLITE_ROW) {
    int64_t id = sqlite3_column_int64(stmt, 0);
    if (!l->rows) l->first = id;
    rc = list_add(l, 1, id);
    if (rc != SQLITE_OK) break;
  }
  if (rc == SQLITE_DONE) rc = SQLITE_OK;
  else rocpd_fail(err, rc, "%s: table %s, after rowid %lld: %s", f->base.path, name, (long long)l->last, rocpd_database_reason(c->db, rc));
  sqlite3_finalize(stmt);
  return rc;
}

/* Sets the exact bounds of the first and last batch. If ids have no gaps, the bounds of batches then state all ids. */
static int tighten(batch_cutter *l, const rocpd_pages *pages) {
  if (!l->batches) return SQLITE_OK;
  rocpd_rocprof_batch *first = (rocpd_rocprof_batch *)l->batch[0], *last = (rocpd_rocprof_batch *)l->batch[l->batches - 1];
  int rc = rocpd_pages_edge(pages, first->leaf[0], false, &first->first);
  return rc == SQLITE_OK ? rocpd_pages_edge(pages, last->leaf[last->leaves - 1], true, &last->last) : rc;
}

/* Cuts the batches by reading pages. SQLITE_NOTFOUND: SQL is needed. */
static int list_by_pages(batch_cutter *l, rocpd_connection *c, int64_t from, int64_t to) {
  rocpd_pages pages;
  int rc = rocpd_pages_open(&pages, c);
  if (rc != SQLITE_OK) return rc;
  l->change = pages.change;
  rc = rocpd_pages_leaves(l->file->base.session, &pages, l->table->root, from, to, list_leaf, l);
  if (rc == SQLITE_OK) rc = list_close(l);
  return rc == SQLITE_OK ? tighten(l, &pages) : rc;
}

static int list_table(batch_cutter *l, rocpd_error *err) {
  rocpd_rocprof *f = l->file;
  rocpd_connection *c;
  const char *rowid = rocpd_table_layout_rowid(l->table->layout);
  if (!rowid) return rocpd_fail(err, SQLITE_CORRUPT, "%s: table %s hides its rowid", f->base.path, l->table->name);
  int rc = rocpd_database_borrow(f->base.session, &f->database, &c, err);
  if (rc != SQLITE_OK) return rc;
  rc = list_by_pages(l, c, INT64_MIN, INT64_MAX);
  if (rc == SQLITE_NOTFOUND) {
    list_clear(l);
    rc = list_by_sql(l, c, rowid, err);
    if (rc == SQLITE_OK) rc = list_close(l);
  }
  rocpd_database_give(f->base.session, c);
  return rc;
}

/* Returns the second table of the kind, if there is one. */
static const rocpd_rocprof_table *second_table(const rocpd_rocprof *f, int kind) {
  return kind == ROCPD_KIND_RAW_STRING && f->set.category.name ? &f->set.category : NULL;
}

static int list_rows(batch_cutter *l, rocpd_error *err) {
  const rocpd_rocprof_table *second = second_table(l->file, l->kind);
  int rc = list_table(l, err);
  if (rc != SQLITE_OK || !second) return rc;
  batch_cutter more = list_of(l->file, l->kind, second, l->position);
  rc = list_table(&more, err);
  for (size_t i = 0; rc == SQLITE_OK && i < more.batches; i++) {
    rc = rocpd_array_push_reserve(&l->batch, l->batches, sizeof(*l->batch));
    if (rc != SQLITE_OK) break;
    l->batch[l->batches++] = more.batch[i];
    more.batch[i]->refs++;
  }
  list_clear(&more);
  return rc;
}

int rocpd_rocprof_range(rocpd_rocprof *f, int kind, int64_t low, int64_t high, rocpd_batch **out, rocpd_error *err) {
  batch_cutter l = list_of(f, kind, &f->set.table[kind], 0);
  rocpd_connection *c;
  *out = NULL;
  if (!l.table->layout->id_is_rowid || f->base.info.schema || second_table(f, kind)) return SQLITE_OK;
  int rc = rocpd_database_borrow(f->base.session, &f->database, &c, err);
  if (rc != SQLITE_OK) return rc;
  l.whole = true;
  rc = list_by_pages(&l, c, low, high);
  rocpd_database_give(f->base.session, c);
  if (rc == SQLITE_OK && l.batches == 1) {
    *out = l.batch[0];
    ((rocpd_rocprof_batch *)*out)->counted = ~(uint64_t)0; /* its rows are also in other batches, which count faults */
    rocpd_known_times_uncounted(*out);
    l.batches = 0;
  }
  list_clear(&l);
  return rc == SQLITE_NOTFOUND ? SQLITE_OK : rocpd_fail_code(err, rc);
}

/* Decodes all columns now, since other threads may need them later and must not use the user's connection. */
static int decode_all(const batch_cutter *l, rocpd_error *err) {
  const rocpd_column *c;
  int rc = SQLITE_OK;
  for (size_t i = 0; rc == SQLITE_OK && i < l->batches; i++)
    for (int k = 0; rc == SQLITE_OK && k < rocpd_kinds[l->kind].columns; k++) rc = rocpd_batch_column(l->batch[i], k, &c, err);
  return rc;
}

int rocpd_rocprof_batches(rocpd_rocprof *f, int kind, rocpd_batch ***out, size_t *n, rocpd_error *err) {
  if (!f->kind[kind].listed) {
    batch_cutter l = list_of(f, kind, &f->set.table[kind], 0);
    rocpd_error why = {0};
    int rc = list_rows(&l, &why);
    if (rc == SQLITE_OK && f->base.info.schema) rc = decode_all(&l, &why);
    if (rocpd_is_damage(rc) && f->skip) {
      /* Batches that were listed before the damage are kept. */
      rocpd_source_damaged(&f->base, &why);
      rc = list_close(&l);
    }
    if (rc != SQLITE_OK) {
      list_clear(&l);
      return rocpd_fail_for(err, rc, &why);
    }
    f->kind[kind].batch = l.batch;
    f->kind[kind].batches = l.batches;
    f->kind[kind].listed = true;
  }
  *out = f->kind[kind].batch;
  *n = f->kind[kind].batches;
  return SQLITE_OK;
}

void rocpd_rocprof_batches_drop(rocpd_rocprof *f) {
  for (int k = 0; k < ROCPD_KIND_COUNT; k++) {
    for (size_t i = 0; i < f->kind[k].batches; i++) rocpd_batch_unref(f->kind[k].batch[i]);
    sqlite3_free(f->kind[k].batch);
  }
  memset(f->kind, 0, sizeof(f->kind));
}

void rocpd_rocprof_batch_free(rocpd_batch *base) {
  rocpd_rocprof_batch *b = (rocpd_rocprof_batch *)base;
  pthread_mutex_destroy(&b->mutex);
  sqlite3_free(b->leaf);
}
