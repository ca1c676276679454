/* See row_list.h. */
#include "row_list.h"

typedef struct listed_batch {
  rocpd_batch base; /* must be first */
  int64_t *value;   /* [columns][rows] */
} listed_batch;

static int listed_decode(rocpd_batch *base, int index, rocpd_column **out, rocpd_error *err) {
  *out = rocpd_column_of(((listed_batch *)base)->value + (uint64_t)index * base->rows, base->rows);
  return *out ? SQLITE_OK : rocpd_no_memory(err);
}

static void listed_free(rocpd_batch *base) { sqlite3_free(((listed_batch *)base)->value); }

static const rocpd_batch_class listed_class = {.decode = listed_decode, .free = listed_free};

int rocpd_row_list_begin(rocpd_row_list *l, rocpd_source *source, int kind) {
  int rc = SQLITE_OK;
  memset(l, 0, sizeof(*l));
  l->source = source;
  l->kind = kind;
  for (int c = 0; rc == SQLITE_OK && c < rocpd_kinds[kind].columns; c++) rc = rocpd_common_value(source, kind, c, &l->common[c]);
  return rc;
}

int64_t *rocpd_row_list_add(rocpd_row_list *l) {
  uint64_t columns = (uint64_t)rocpd_kinds[l->kind].columns;
  if (rocpd_array_push_reserve(&l->value, l->rows, columns * sizeof(*l->value)) != SQLITE_OK) return NULL;
  int64_t *row = l->value + l->rows++ * columns;
  memcpy(row, l->common, columns * sizeof(*row));
  return row;
}

static void note_time(rocpd_batch *b, int64_t time) {
  if (time == ROCPD_NULL) return;
  if (time < b->min_time) b->min_time = time;
  if (time > b->max_time) b->max_time = time;
}

static rocpd_batch *listed_new(const rocpd_row_list *l, uint64_t first, uint32_t rows) {
  const rocpd_kind *kind = &rocpd_kinds[l->kind];
  uint64_t columns = (uint64_t)kind->columns;
  listed_batch *b = (listed_batch *)rocpd_batch_new(l->source, l->kind, sizeof(*b));
  if (!b) return NULL;
  b->base.class = &listed_class;
  b->base.rows = rows;
  b->base.first_rowid = rocpd_first_rowid(l->source->number) + (int64_t)first;
  b->base.min_time = INT64_MAX;
  b->base.max_time = INT64_MIN;
  b->value = sqlite3_malloc64(rows * columns * sizeof(*b->value));
  if (!b->value) {
    rocpd_batch_unref(&b->base);
    return NULL;
  }
  for (uint32_t i = 0; i < rows; i++) {
    const int64_t *row = l->value + (first + i) * columns;
    for (uint64_t c = 0; c < columns; c++) b->value[c * rows + i] = row[c];
    if (kind->start >= 0) note_time(&b->base, row[kind->start]);
    if (kind->end >= 0) note_time(&b->base, row[kind->end]);
  }
  return &b->base;
}

int rocpd_row_list_batches(const rocpd_row_list *l, rocpd_batch ***out, size_t *n) {
  size_t batches = (size_t)((l->rows + ROCPD_BATCH_ROWS - 1) / ROCPD_BATCH_ROWS);
  rocpd_batch **all = sqlite3_realloc64(*out, (*n + batches + 1) * sizeof(*all));
  if (!all) return SQLITE_NOMEM;
  *out = all;
  for (uint64_t first = 0; first < l->rows; first += ROCPD_BATCH_ROWS) {
    uint64_t left = l->rows - first;
    rocpd_batch *b = listed_new(l, first, left < ROCPD_BATCH_ROWS ? (uint32_t)left : ROCPD_BATCH_ROWS);
    if (!b) return SQLITE_NOMEM;
    all[(*n)++] = b;
  }
  return SQLITE_OK;
}

void rocpd_row_list_end(rocpd_row_list *l) {
  sqlite3_free(l->value);
  l->value = NULL;
}
