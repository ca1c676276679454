/* See select_source.h. */
#include "select_source.h"
#include "guid.h"
#include "held_batches.h"
#include "registry.h"
#include <stdio.h>

typedef struct select_source {
  rocpd_source base;
  int rows, zones;
  rocpd_batch **batch[ROCPD_KIND_COUNT];
  size_t n[ROCPD_KIND_COUNT];
} select_source;

typedef struct select_batch {
  rocpd_batch base;
  int64_t *value; /* [columns][rows] */
} select_batch;

static int decoded[ROCPD_KIND_COUNT]; /* changed atomically */

int select_decoded(int kind) { return __atomic_exchange_n(&decoded[kind], 0, __ATOMIC_RELAXED); }

static int select_decode(rocpd_batch *base, int c, rocpd_column **out, rocpd_error *err) {
  select_batch *b = (select_batch *)base;
  __atomic_fetch_add(&decoded[base->kind], 1, __ATOMIC_RELAXED);
  const int64_t *v = b->value + (size_t)c * base->rows;
  bool steps = base->rows > 1;
  for (uint32_t i = 1; steps && i < base->rows; i++) steps = v[i] != ROCPD_NULL && v[i - 1] != ROCPD_NULL && (uint64_t)v[i] - (uint64_t)v[i - 1] == 1;
  if (steps) {
    *out = sqlite3_malloc64(sizeof(**out));
    if (*out) **out = (rocpd_column){.base = v[0], .step = 1, .min = v[0], .max = v[base->rows - 1]};
  } else {
    *out = rocpd_column_of(v, base->rows);
  }
  return *out ? SQLITE_OK : rocpd_fail(err, SQLITE_NOMEM, "out of memory");
}

static bool select_zone(rocpd_batch *base, int c, int64_t *min, int64_t *max) {
  const select_batch *b = (const select_batch *)base;
  if (!((select_source *)base->source)->zones || !(rocpd_kinds[base->kind].column[c].flags & ROCPD_C_ID)) return false;
  *min = INT64_MAX;
  *max = INT64_MIN;
  for (uint32_t i = 0; i < base->rows; i++) {
    int64_t v = b->value[(size_t)c * base->rows + i];
    if (v == ROCPD_NULL) continue;
    if (v < *min) *min = v;
    if (v > *max) *max = v;
  }
  return true;
}

static void select_batch_free(rocpd_batch *b) { sqlite3_free(((select_batch *)b)->value); }

/* ---- reading */

static bool has_column(sqlite3 *db, const char *table, const char *column) {
  sqlite3_stmt *stmt;
  if (sqlite3_prepare_v2(db, "SELECT 1 FROM pragma_table_info(?1) WHERE name = ?2", -1, &stmt, NULL) != SQLITE_OK) return false;
  sqlite3_bind_text(stmt, 1, table, -1, SQLITE_STATIC);
  sqlite3_bind_text(stmt, 2, column, -1, SQLITE_STATIC);
  bool has = sqlite3_step(stmt) == SQLITE_ROW;
  sqlite3_finalize(stmt);
  return has;
}

/* As in every source, a time out of range is NULL. */
static int64_t cell(rocpd_session *session, sqlite3_stmt *stmt, int i, const rocpd_column_def *column) {
  int64_t v = ROCPD_NULL;
  if (sqlite3_column_type(stmt, i) == SQLITE_NULL) return v;
  if (column->type == ROCPD_INT) {
    v = sqlite3_column_int64(stmt, i);
    return column->flags & ROCPD_C_TIMES && !rocpd_is_time(v) ? ROCPD_NULL : v;
  }
  double real = sqlite3_column_double(stmt, i);
  if (column->type == ROCPD_REAL) memcpy(&v, &real, 8);
  else if (rocpd_intern(session, (const char *)sqlite3_column_text(stmt, i), -1, &v) != SQLITE_OK) return ROCPD_NULL;
  return v;
}

static sqlite3_stmt *select_kind(sqlite3 *db, const rocpd_kind *k) {
  sqlite3_str *s = sqlite3_str_new(NULL);
  sqlite3_stmt *stmt = NULL;
  sqlite3_str_appendf(s, "SELECT ");
  for (int c = 0; c < k->columns; c++)
    sqlite3_str_appendf(s, has_column(db, k->name, k->column[c].name) ? "%s\"%w\"" : "%sNULL", c ? ", " : "", k->column[c].name);
  sqlite3_str_appendf(s, " FROM \"%w\"", k->name);
  char *sql = sqlite3_str_finish(s);
  sqlite3_prepare_v2(db, sql, -1, &stmt, NULL);
  sqlite3_free(sql);
  return stmt;
}

/* Reads one batch of up to s->rows rows. NULL: there are no more. */
static rocpd_batch *read_batch(select_source *s, sqlite3_stmt *stmt, int kind, size_t ordinal) {
  const rocpd_kind *k = &rocpd_kinds[kind];
  select_batch *b = (select_batch *)rocpd_batch_new(&s->base, kind, sizeof(*b));
  int64_t *value = sqlite3_malloc64((uint64_t)k->columns * (uint64_t)s->rows * 8);
  uint32_t rows = 0;
  for (; rows < (uint32_t)s->rows && sqlite3_step(stmt) == SQLITE_ROW; rows++)
    for (int c = 0; c < k->columns; c++) value[(size_t)c * (size_t)s->rows + rows] = cell(s->base.session, stmt, c, &k->column[c]);
  for (int c = 1; c < k->columns; c++) memmove(value + (size_t)c * rows, value + (size_t)c * (size_t)s->rows, rows * 8);
  b->value = value;
  b->base.rows = rows;
  b->base.first_rowid = ((int64_t)s->base.number << 40) + 1 + (int64_t)ordinal * s->rows;
  b->base.min_time = k->start >= 0 ? INT64_MIN + 1 : INT64_MAX;
  b->base.max_time = k->start >= 0 ? INT64_MAX : INT64_MIN;
  if (rows) return &b->base;
  rocpd_batch_unref(&b->base);
  return NULL;
}

static void read_kind(select_source *s, sqlite3 *db, int kind) {
  sqlite3_stmt *stmt = select_kind(db, &rocpd_kinds[kind]);
  if (!stmt) return;
  s->base.info.native |= ROCPD_KIND_BIT(kind);
  for (rocpd_batch *b; (b = read_batch(s, stmt, kind, s->n[kind]));) {
    s->batch[kind] = sqlite3_realloc64(s->batch[kind], (s->n[kind] + 1) * sizeof(b));
    s->batch[kind][s->n[kind]++] = b;
    if (b->rows < (uint32_t)s->rows) break; /* the statement has ended: another step would run it again */
  }
  sqlite3_finalize(stmt);
}

/* ---- the class */

static int select_probe(const char *path, const uint8_t *head, size_t n) { return n > 7 && memcmp(head, "SELECT ", 7) == 0; }

static int select_open(const rocpd_source_class *class, rocpd_session *session, const char *path, const rocpd_open_options *options, rocpd_source **out,
                       rocpd_error *err) {
  char database[4096];
  int rows = 0, zones = 0;
  FILE *f = fopen(path, "r");
  if (!f || fscanf(f, "SELECT %d %d %4095s", &rows, &zones, database) != 3) {
    if (f) fclose(f);
    return rocpd_fail(err, SQLITE_CORRUPT, "%s: not a trace of SELECTs", path);
  }
  fclose(f);
  sqlite3 *db;
  select_source *s = (select_source *)rocpd_source_new(session, class, path, sizeof(*s));
  if (!s || sqlite3_open_v2(database, &db, SQLITE_OPEN_READONLY, NULL) != SQLITE_OK) return rocpd_fail(err, SQLITE_CANTOPEN, "%s", database);
  s->rows = rows;
  s->zones = zones;
  bool sums = s->base.info.complete = has_column(db, "aggregated", "id");
  for (int k = 0; k < ROCPD_KIND_COUNT; k++) {
    bool whose = sums && (k == ROCPD_KIND_PROCESS || k == ROCPD_KIND_THREAD);
    if (whose || strncmp(rocpd_kinds[k].name, "rocpd_", 6) == 0 || (k >= ROCPD_KIND_METRIC && k <= ROCPD_KIND_AGGREGATE)) read_kind(s, db, k);
  }
  if (s->n[ROCPD_KIND_METRIC] || s->n[ROCPD_KIND_AGGREGATE] || s->n[ROCPD_KIND_FRAME]) rocpd_guid_make(&s->base, path, strlen(path));
  sqlite3_close(db);
  *out = &s->base;
  return SQLITE_OK;
}

static void select_close(rocpd_source *base) {
  const select_source *s = (const select_source *)base;
  held_batches_close(base, s->batch, s->n);
}

static int select_refresh(rocpd_source *base, bool *changed, rocpd_error *err) { return SQLITE_OK; }

static int select_batches(rocpd_source *base, int kind, rocpd_batch ***out, size_t *n, rocpd_error *err) {
  select_source *s = (select_source *)base;
  *out = s->batch[kind];
  *n = s->n[kind];
  return SQLITE_OK;
}

ROCPD_SOURCE_CLASS(select_tables) = {.name = "select_tables", .probe = select_probe, .open = select_open, .close = select_close, .refresh = select_refresh,
                                     .batches = select_batches, .batch = {.decode = select_decode, .zone = select_zone, .free = select_batch_free}};

int select_write(const char *path, const char *database, int rows, int zones) {
  FILE *f = fopen(path, "w");
  if (!f) return 1;
  fprintf(f, "SELECT %d %d %s\n", rows, zones, database);
  return fclose(f);
}
