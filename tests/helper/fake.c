/* See fake.h. */
#include "fake.h"
#include "held_batches.h"
#include "registry.h"
#include <stdio.h>
#include <stdlib.h>

#define LANES 3
#define TEXTS 24

typedef struct fake_source {
  rocpd_source base;
  uint64_t seed;
  int batches, rows; /* numbers per lane and kind */
  int64_t guid;
  int64_t text[TEXTS], json[3];
  rocpd_batch **batch[ROCPD_KIND_COUNT];
  size_t n[ROCPD_KIND_COUNT];
  int64_t next_rowid;
} fake_source;

typedef struct fake_batch {
  rocpd_batch base;
  uint64_t seed;
  int64_t *value; /* [columns][rows] */
  uint16_t *signature; /* [rows]: an array that several dictionary columns share */
  uint32_t signatures;
  int64_t *dict; /* [columns][signatures] */
} fake_batch;

static uint32_t draw(uint64_t *seed, uint32_t below) { /* xorshift64* */
  uint64_t x = *seed;
  x ^= x >> 12, x ^= x << 25, x ^= x >> 27;
  *seed = x;
  return (uint32_t)((x * 2685821657736338717ull >> 33) % below);
}

static const char *const texts[TEXTS] = {"", "a", "A", "abc", "ABC", "abd", "100", "5.5", " 12 ", "1e2", "0x10", "-1", "gemm", "Cijk_Ailk_Bljk",
  "void ns::add<float>(float*)", "\xc3\xa4", "\xff\xfe", "9223372036854775807", "9223372036854775808", "NULL", "x'00'", "z", "100.0", "kernel with blanks"};

/* ---- values ---- */

/* Values of columns. For each column of a batch the seed chooses how they are distributed. */
static int64_t odd_int(uint64_t *seed) {
  static const int64_t odd[] = {0, 1, -1, 100, 5, 12, INT64_MAX, INT64_MIN + 1, INT32_MAX, 255, 256, 65535, 65536, 9007199254740993, -100};
  return odd[draw(seed, sizeof(odd) / sizeof(*odd))];
}

static int64_t int_value(uint64_t *seed, int mode, int64_t base, uint32_t i) {
  switch (mode) {
    case 0: return base;
    case 1: return base + (int64_t)i * 3;
    case 2: return base + draw(seed, 8);
    case 3: return base + draw(seed, 300);
    case 4: return base + draw(seed, 70000);
    case 5: return base + (int64_t)draw(seed, 1u << 31) * 5;
    case 6: return odd_int(seed);
    case 7: return ROCPD_NULL;
    case 8: return draw(seed, 5) ? base : ROCPD_NULL;
    default: return draw(seed, 5) ? base + draw(seed, 20) : ROCPD_NULL;
  }
}

static void fill_ints(const rocpd_column_def *d, uint64_t *seed, int64_t *value, uint32_t rows, int64_t first_rowid) {
  int mode = (int)draw(seed, 10);
  int64_t base = draw(seed, 3) ? draw(seed, 40) : -(int64_t)draw(seed, 100000);
  if (strcmp(d->name, "id") == 0) mode = 1, base = first_rowid & 0xfffff;
  else if (d->flags & ROCPD_C_ID) mode = draw(seed, 4) ? 3 : 9, base = 0;
  for (uint32_t i = 0; i < rows; i++) value[i] = int_value(seed, mode, base, i);
}

/* A REAL value is stored as the bits of a double. Here the doubles are multiples of a quarter. */
static int64_t as_real(int64_t value) {
  double real = (double)value / 4;
  if (value != ROCPD_NULL) memcpy(&value, &real, sizeof value);
  return value;
}

static void make_real(int64_t *value, uint32_t rows) {
  for (uint32_t i = 0; i < rows; i++) value[i] = as_real(value[i]);
}

static void fill_texts(const fake_source *s, const rocpd_column_def *d, uint64_t *seed, int64_t *value, uint32_t rows) {
  int mode = (int)draw(seed, 4);
  uint32_t first = draw(seed, TEXTS);
  for (uint32_t i = 0; i < rows; i++) {
    if (strcmp(d->declared, "JSONB") == 0) value[i] = s->json[draw(seed, 3)];
    else if (strcmp(d->name, "guid") == 0) value[i] = s->guid;
    else if (mode == 0) value[i] = s->text[first];
    else if (mode == 1) value[i] = s->text[draw(seed, TEXTS)];
    else if (mode == 2) value[i] = draw(seed, 4) ? s->text[(first + draw(seed, 3)) % TEXTS] : ROCPD_NULL;
    else value[i] = ROCPD_NULL;
  }
}

static void fill_times(fake_batch *b, uint64_t *seed, int64_t from) {
  const rocpd_kind *kind = &rocpd_kinds[b->base.kind];
  uint32_t rows = b->base.rows;
  int64_t *start = b->value + (size_t)kind->start * rows, *end = b->value + (size_t)kind->end * rows;
  int order = (int)draw(seed, 3); /* 0 sorted, 1 nearly sorted, 2 with NULLs */
  int64_t t = from;
  b->base.min_time = INT64_MAX;
  b->base.max_time = INT64_MIN;
  for (uint32_t i = 0; i < rows; i++) {
    t += draw(seed, 4) ? draw(seed, 1000) : 0;
    start[i] = order == 1 ? t - draw(seed, 2000) : order == 2 && !draw(seed, 6) ? ROCPD_NULL : t;
    end[i] = start[i] == ROCPD_NULL || !draw(seed, 20) ? ROCPD_NULL : start[i] + draw(seed, 3000);
    for (int k = 0; k < 2; k++) {
      int64_t x = k ? end[i] : start[i];
      if (x == ROCPD_NULL) continue;
      if (x < b->base.min_time) b->base.min_time = x;
      if (x > b->base.max_time) b->base.max_time = x;
    }
  }
}

/* Makes values that depend only on the signature of the row. */
static void fill_signed(fake_batch *b, int c, uint64_t *seed, const fake_source *s) {
  int type = rocpd_kinds[b->base.kind].column[c].type;
  uint32_t rows = b->base.rows;
  int64_t *dict = b->dict + (size_t)c * b->signatures;
  int64_t only = draw(seed, 3) ? ROCPD_NULL : type == ROCPD_TEXT ? s->text[draw(seed, TEXTS)] : odd_int(seed);
  for (uint32_t k = 0; k < b->signatures; k++)
    dict[k] = !draw(seed, 6) ? ROCPD_NULL : only != ROCPD_NULL ? only : type == ROCPD_TEXT ? s->text[draw(seed, TEXTS)] : odd_int(seed);
  if (type == ROCPD_REAL) make_real(dict, b->signatures);
  for (uint32_t i = 0; i < rows; i++) b->value[(size_t)c * rows + i] = dict[b->signature[i]];
}

/* Whether column c uses the shared dictionary in this batch. The seed decides it for each batch, so that a filter meets both forms. */
static bool by_signature(const fake_batch *b, int c) {
  const rocpd_column_def *d = &rocpd_kinds[b->base.kind].column[c];
  if (d->flags & (ROCPD_C_ID | ROCPD_C_START | ROCPD_C_END) || strcmp(d->declared, "JSONB") == 0) return false;
  return (b->seed >> (c % 48) & 3) == 0;
}

static rocpd_batch *make_batch(fake_source *s, int kind, int lane, int ordinal) {
  const rocpd_kind *k = &rocpd_kinds[kind];
  uint64_t seed = s->seed * 1000003 + (uint64_t)kind * 10007 + (uint64_t)lane * 101 + (uint64_t)ordinal + 1;
  for (int i = 0; i < 4; i++) draw(&seed, 2);
  fake_batch *b = (fake_batch *)rocpd_batch_new(&s->base, kind, sizeof(*b));
  if (!b) return NULL;
  uint32_t rows = 1 + draw(&seed, (uint32_t)s->rows);
  b->seed = seed;
  b->signatures = 1 + draw(&seed, 6);
  b->base.rows = rows;
  b->base.lane = (uint32_t)lane;
  b->base.min_time = INT64_MAX;
  b->base.max_time = INT64_MIN;
  b->base.first_rowid = ((int64_t)s->base.number << 40) + (((int64_t)kind * LANES + lane) * 1000 + ordinal) * ROCPD_BATCH_ROWS;
  b->value = sqlite3_malloc64((uint64_t)k->columns * rows * sizeof(*b->value));
  b->signature = sqlite3_malloc64(rows * sizeof(*b->signature));
  b->dict = sqlite3_malloc64((uint64_t)k->columns * b->signatures * sizeof(*b->dict));
  if (!b->value || !b->signature || !b->dict) {
    rocpd_batch_unref(&b->base);
    return NULL;
  }
  for (uint32_t i = 0; i < rows; i++) b->signature[i] = (uint16_t)draw(&seed, b->signatures);
  for (int c = 0; c < k->columns; c++) {
    int64_t *value = b->value + (size_t)c * rows;
    if (by_signature(b, c)) fill_signed(b, c, &seed, s);
    else if (k->column[c].type == ROCPD_TEXT) fill_texts(s, &k->column[c], &seed, value, rows);
    else fill_ints(&k->column[c], &seed, value, rows, b->base.first_rowid);
    if (k->column[c].type == ROCPD_REAL && !by_signature(b, c)) make_real(value, rows);
  }
  if (k->start >= 0) fill_times(b, &seed, 1000000 + (int64_t)ordinal * 50000);
  return &b->base;
}

/* ---- columns ---- */

static void put_code(uint8_t *data, int width, uint32_t i, uint64_t u) { memcpy(data + (size_t)i * (size_t)width, &u, (size_t)width); }

static void value_range(const int64_t *value, uint32_t rows, int64_t *min, int64_t *max, bool *nulls) {
  *min = INT64_MAX;
  *max = INT64_MIN;
  *nulls = false;
  for (uint32_t i = 0; i < rows; i++) {
    if (value[i] == ROCPD_NULL) { *nulls = true; continue; }
    if (value[i] < *min) *min = value[i];
    if (value[i] > *max) *max = value[i];
  }
}

/* Returns the narrowest width that holds the values, or a wider one. */
static int fitting_width(int64_t min, int64_t max, bool nulls, uint64_t *seed) {
  uint64_t span = min > max ? 0 : (uint64_t)max - (uint64_t)min;
  int width = 1;
  while (width < 8 && span + nulls > (width == 1 ? UINT8_MAX : width == 2 ? UINT16_MAX : UINT32_MAX) - 0ull) width *= 2;
  if (span == UINT64_MAX) width = 8;
  while (width < 8 && !draw(seed, 3)) width *= 2;
  return width;
}

static bool is_step(const int64_t *value, uint32_t rows, int64_t *step) {
  *step = rows > 1 ? (int64_t)((uint64_t)value[1] - (uint64_t)value[0]) : 0;
  for (uint32_t i = 1; i < rows; i++)
    if ((uint64_t)value[i] - (uint64_t)value[i - 1] != (uint64_t)*step) return false;
  for (uint32_t i = 0; i < rows; i++)
    if (value[i] == ROCPD_NULL && (i || *step)) return false;
  return true;
}

/* Decodes into a dictionary of the rows' values and an index for each row. NULL is a value of the dictionary, or a special index. */
static int decode_listed(fake_batch *b, int c, uint64_t *seed, rocpd_column **out) {
  uint32_t rows = b->base.rows, n = 0;
  rocpd_column *col = sqlite3_malloc64(sizeof(*col) + (uint64_t)rows * (8 + 4));
  if (!col) return SQLITE_NOMEM;
  const int64_t *value = b->value + (size_t)c * rows;
  int64_t *dict = (int64_t *)(col + 1);
  uint32_t *index = (uint32_t *)(dict + rows);
  bool by_index = draw(seed, 2), steps = !by_index && draw(seed, 2), nulls;
  for (uint32_t i = 0; i < rows; i++) {
    index[i] = by_index && value[i] == ROCPD_NULL ? UINT32_MAX : n;
    if (index[i] == n) dict[n++] = value[i];
  }
  *col = (rocpd_column){.width = steps ? 0 : 4, .step = steps, .nulls = by_index, .data = index, .dict = dict, .ndict = n};
  value_range(value, rows, &col->min, &col->max, &nulls);
  *out = col;
  return SQLITE_OK;
}

static int decode_values(fake_batch *b, int c, uint64_t *seed, rocpd_column **out) {
  uint32_t rows = b->base.rows;
  const int64_t *value = b->value + (size_t)c * rows;
  rocpd_column *col = sqlite3_malloc64(sizeof(*col) + (uint64_t)rows * 8);
  if (!col) return SQLITE_NOMEM;
  memset(col, 0, sizeof(*col));
  value_range(value, rows, &col->min, &col->max, &col->nulls);
  int64_t step;
  if (is_step(value, rows, &step) && draw(seed, 4)) {
    col->width = 0;
    col->base = value[0];
    col->step = step;
    col->nulls = false;
    if (col->base == ROCPD_NULL) col->step = 0;
  } else {
    int width = fitting_width(col->min, col->max, col->nulls, seed);
    col->width = (uint8_t)width;
    col->base = width == 8 && col->nulls ? 0 : col->min > col->max ? 0 : col->min;
    col->data = col + 1;
    for (uint32_t i = 0; i < rows; i++) {
      uint64_t u = (uint64_t)value[i] - (uint64_t)col->base;
      if (value[i] == ROCPD_NULL) u = width == 8 ? (uint64_t)ROCPD_NULL : UINT64_MAX;
      put_code((uint8_t *)(col + 1), width, i, u);
    }
  }
  *out = col;
  return SQLITE_OK;
}

static int decode_signed(fake_batch *b, int c, rocpd_column **out) {
  rocpd_column *col = sqlite3_malloc64(sizeof(*col));
  if (!col) return SQLITE_NOMEM;
  bool nulls;
  memset(col, 0, sizeof(*col));
  col->width = 2;
  col->data = b->signature;
  col->dict = b->dict + (size_t)c * b->signatures;
  col->ndict = b->signatures;
  value_range(b->value + (size_t)c * b->base.rows, b->base.rows, &col->min, &col->max, &nulls);
  *out = col;
  return SQLITE_OK;
}

static int fake_decode(rocpd_batch *batch, int c, rocpd_column **out, rocpd_error *err) {
  fake_batch *b = (fake_batch *)batch;
  uint64_t seed = b->seed + (uint64_t)c * 977 + 1;
  draw(&seed, 2);
  int rc = by_signature(b, c) ? decode_signed(b, c, out) : draw(&seed, 5) ? decode_values(b, c, &seed, out) : decode_listed(b, c, &seed, out);
  return rc == SQLITE_OK ? rc : rocpd_fail(err, rc, "out of memory");
}

/* Only some columns have a zone. */
static bool fake_zone(rocpd_batch *batch, int c, int64_t *min, int64_t *max) {
  fake_batch *b = (fake_batch *)batch;
  bool nulls;
  if ((b->seed >> (c % 40) & 1) == 0) return false;
  value_range(b->value + (size_t)c * b->base.rows, b->base.rows, min, max, &nulls);
  return true;
}

static void fake_batch_free(rocpd_batch *batch) {
  fake_batch *b = (fake_batch *)batch;
  sqlite3_free(b->value);
  sqlite3_free(b->signature);
  sqlite3_free(b->dict);
}

/* ---- the class ---- */

static int fake_probe(const char *path, const uint8_t *head, size_t n) { return n > 5 && memcmp(head, "FAKE ", 5) == 0; }

static int read_batches(const char *path) {
  unsigned long long seed;
  int batches = -1, rows;
  FILE *f = fopen(path, "r");
  if (f && fscanf(f, "FAKE %llu %d %d", &seed, &batches, &rows) != 3) batches = -1;
  if (f) fclose(f);
  return batches;
}

/* Extends every lane to `batches` batches. */
static int grow(fake_source *s, int batches) {
  for (int kind = 0; kind < ROCPD_KIND_COUNT; kind++) {
    size_t total = (size_t)batches * LANES;
    rocpd_batch **all = sqlite3_malloc64((total + 1) * sizeof(*all));
    if (!all) return SQLITE_NOMEM;
    size_t n = 0;
    for (int lane = 0; lane < LANES; lane++)
      for (int i = 0; i < batches; i++) {
        rocpd_batch *b = i < s->batches ? s->batch[kind][lane * s->batches + i] : make_batch(s, kind, lane, i);
        if (!b) {
          for (size_t j = 0; j < n; j++)
            if ((int)(j % (size_t)batches) >= s->batches) rocpd_batch_unref(all[j]);
          sqlite3_free(all);
          return SQLITE_NOMEM;
        }
        all[n++] = b;
      }
    sqlite3_free(s->batch[kind]);
    s->batch[kind] = all;
    s->n[kind] = total;
  }
  s->batches = batches;
  return SQLITE_OK;
}

static void fake_close(rocpd_source *base) {
  const fake_source *s = (const fake_source *)base;
  held_batches_close(base, s->batch, s->n);
}

static int intern_texts(rocpd_session *session, fake_source *s) {
  int rc = rocpd_intern(session, s->base.info.guid, -1, &s->guid);
  for (int i = 0; i < TEXTS && rc == SQLITE_OK; i++) rc = rocpd_intern(session, texts[i], -1, &s->text[i]);
  if (rc == SQLITE_OK) rc = rocpd_intern(session, "{}", -1, &s->json[0]);
  if (rc == SQLITE_OK) rc = rocpd_intern(session, "{\"message\":\"x\"}", -1, &s->json[1]);
  s->json[2] = ROCPD_NULL;
  return rc;
}


static int fake_open(const rocpd_source_class *class, rocpd_session *session, const char *path, const rocpd_open_options *options, rocpd_source **out,
                     rocpd_error *err) {
  unsigned long long seed = 0;
  int batches = 0, rows = 0;
  FILE *f = fopen(path, "r");
  if (!f || fscanf(f, "FAKE %llu %d %d", &seed, &batches, &rows) != 3) {
    if (f) fclose(f);
    return rocpd_fail(err, SQLITE_CORRUPT, "%s: not a fake trace", path);
  }
  fclose(f);
  fake_source *s = (fake_source *)rocpd_source_new(session, class, path, sizeof(*s));
  if (!s) return rocpd_fail(err, SQLITE_NOMEM, "out of memory");
  s->base.info.native = ROCPD_KIND_BIT(ROCPD_KIND_COUNT) - 1;
  s->seed = seed;
  s->rows = rows;
  snprintf(s->base.info.guid, sizeof(s->base.info.guid), "fake-%llu", seed);
  int rc = intern_texts(session, s);
  if (rc == SQLITE_OK) rc = grow(s, batches);
  if (rc != SQLITE_OK) {
    fake_close(&s->base);
    return rocpd_fail(err, rc, "out of memory");
  }
  *out = &s->base;
  return SQLITE_OK;
}

static int fake_refresh(rocpd_source *base, bool *changed, rocpd_error *err) {
  fake_source *s = (fake_source *)base;
  int batches = read_batches(base->path);
  if (batches <= s->batches) return SQLITE_OK;
  *changed = true;
  int rc = grow(s, batches);
  return rc == SQLITE_OK ? rc : rocpd_fail(err, rc, "out of memory");
}

static int fake_batches(rocpd_source *base, int kind, rocpd_batch ***out, size_t *n, rocpd_error *err) {
  fake_source *s = (fake_source *)base;
  *out = s->batch[kind];
  *n = s->n[kind];
  return SQLITE_OK;
}

ROCPD_SOURCE_CLASS(fake) = {.name = "fake", .probe = fake_probe, .open = fake_open, .close = fake_close, .refresh = fake_refresh,
                            .batches = fake_batches, .batch = {.decode = fake_decode, .zone = fake_zone, .free = fake_batch_free}};

/* ---- for tests ---- */

int fake_write(const char *path, uint64_t seed, int batches, int rows) {
  FILE *f = fopen(path, "w");
  if (!f) return 1;
  fprintf(f, "FAKE %llu %d %d\n", (unsigned long long)seed, batches, rows);
  return fclose(f);
}

static void bind(sqlite3_stmt *stmt, int i, rocpd_session *session, int type, int64_t value) {
  double real;
  if (value == ROCPD_NULL) sqlite3_bind_null(stmt, i);
  else if (type == ROCPD_INT) sqlite3_bind_int64(stmt, i, value);
  else if (type == ROCPD_TEXT) sqlite3_bind_text(stmt, i, rocpd_string(session, value, NULL), -1, SQLITE_STATIC);
  else memcpy(&real, &value, 8), sqlite3_bind_double(stmt, i, real);
}

int fake_native(sqlite3 *db, rocpd_trace *t, int kind, const char *name) {
  const rocpd_kind *k = &rocpd_kinds[kind];
  sqlite3_str *create = sqlite3_str_new(NULL), *insert = sqlite3_str_new(NULL), *marks = sqlite3_str_new(NULL);
  sqlite3_str_appendf(create, "BEGIN; CREATE TABLE main.\"%w\"(", name);
  sqlite3_str_appendf(insert, "INSERT INTO main.\"%w\"(rowid", name);
  for (int c = 0; c < k->columns; c++) {
    sqlite3_str_appendf(create, "%s\"%w\" %s", c ? ", " : "", k->column[c].name, k->column[c].declared);
    sqlite3_str_appendf(insert, ", \"%w\"", k->column[c].name);
    sqlite3_str_appendall(marks, ", ?");
  }
  sqlite3_str_appendall(create, ")");
  char *m = sqlite3_str_finish(marks);
  sqlite3_str_appendf(insert, ") VALUES (?%s)", m);
  char *create_sql = sqlite3_str_finish(create), *insert_sql = sqlite3_str_finish(insert);
  sqlite3_stmt *stmt = NULL;
  int rc = sqlite3_exec(db, create_sql, NULL, NULL, NULL);
  if (rc == SQLITE_OK) rc = sqlite3_prepare_v2(db, insert_sql, -1, &stmt, NULL);
  rocpd_snapshot *snapshot = NULL;
  rocpd_batch **batch;
  size_t n = 0;
  if (rc == SQLITE_OK) rc = rocpd_trace_snapshot(t, &snapshot, NULL);
  if (rc == SQLITE_OK) rc = rocpd_snapshot_batches(snapshot, kind, &batch, &n, NULL);
  for (size_t i = 0; rc == SQLITE_OK && i < n; i++)
    for (uint32_t row = 0; rc == SQLITE_OK && row < batch[i]->rows; row++) {
      sqlite3_bind_int64(stmt, 1, batch[i]->first_rowid + row);
      for (int c = 0; c < k->columns && rc == SQLITE_OK; c++) {
        const rocpd_column *column;
        rc = rocpd_batch_column(batch[i], c, &column, NULL);
        if (rc == SQLITE_OK) bind(stmt, c + 2, rocpd_trace_session(t), k->column[c].type, rocpd_column_at(column, row));
      }
      sqlite3_step(stmt);
      rc = sqlite3_reset(stmt);
    }
  rocpd_snapshot_release(snapshot);
  sqlite3_finalize(stmt);
  int end = sqlite3_exec(db, "COMMIT", NULL, NULL, NULL);
  sqlite3_free(m), sqlite3_free(create_sql), sqlite3_free(insert_sql);
  return rc == SQLITE_OK ? end : rc;
}
