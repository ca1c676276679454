/* See row_store.h. */
#include "row_store.h"
#include "batch.h"
#include <stdlib.h>

typedef struct stored_batch {
  rocpd_batch base; /* must be first */
  const rocpd_row_layout *layout;
  uint32_t ordinal;      /* number within its lane */
  rocpd_column *value[]; /* [width] */
} stored_batch;

/* ---- columns */

static const rocpd_column *value_of(const stored_batch *b, int index) {
  int value = b->layout->value[index];
  return value ? b->value[value - 1] : NULL;
}

/* Computes the duration; NULL if there is no end or no start. */
static rocpd_column *duration(const stored_batch *b) {
  const rocpd_kind *kind = &rocpd_kinds[b->base.kind];
  const rocpd_column *start = value_of(b, kind->start), *end = value_of(b, kind->end);
  int64_t *v = sqlite3_malloc64((uint64_t)b->base.rows * sizeof(*v));
  for (uint32_t i = 0; v && i < b->base.rows; i++) {
    int64_t from = rocpd_column_at(start, i), to = rocpd_column_at(end, i);
    v[i] = from == ROCPD_NULL || to == ROCPD_NULL ? ROCPD_NULL : to - from;
  }
  rocpd_column *c = v ? rocpd_column_of(v, b->base.rows) : NULL;
  sqlite3_free(v);
  return c;
}

/* Gets the value of a column that is the same in all rows of the batch. */
static int fixed_value(const stored_batch *b, int index, int64_t *value) {
  const rocpd_source *s = b->base.source;
  if (b->layout->zero >> index & 1) {
    *value = 0;
    return SQLITE_OK;
  }
  for (int i = 0; b->layout->text[i].value; i++)
    if (b->layout->text[i].column == index) return rocpd_intern(s->session, b->layout->text[i].value, -1, value);
  int rc = rocpd_common_value(s, b->base.kind, index, value);
  if (strcmp(rocpd_kinds[b->base.kind].column[index].name, "nid") == 0) *value = s->info.nid;
  return rc;
}

static int stored_decode(rocpd_batch *base, int index, rocpd_column **out, rocpd_error *err) {
  stored_batch *b = (stored_batch *)base;
  const rocpd_column *c = value_of(b, index);
  int64_t value;
  if (c) *out = rocpd_column_copy(c);
  else if (strcmp(rocpd_kinds[base->kind].column[index].name, "duration") == 0) *out = duration(b);
  else *out = fixed_value(b, index, &value) == SQLITE_OK ? rocpd_column_constant(value) : NULL;
  return *out ? SQLITE_OK : rocpd_no_memory(err);
}

static bool stored_zone(rocpd_batch *base, int index, int64_t *min, int64_t *max) {
  const rocpd_column *c = value_of((stored_batch *)base, index);
  if (!c) return false;
  *min = c->min;
  *max = c->max;
  return true;
}

static void stored_free(rocpd_batch *base) {
  stored_batch *b = (stored_batch *)base;
  for (int i = 0; i < b->layout->width; i++) rocpd_cache_drop(base, &b->value[i]);
}

static const rocpd_batch_class stored_class = {.decode = stored_decode, .zone = stored_zone, .free = stored_free};

/* ---- batches */

static int first_rowid(rocpd_row_store *store, rocpd_row_store_lane *l, uint32_t block, int64_t *out) {
  if (block == l->blocks) {
    if (ROCPD_PUSH(l->block, l->blocks, store->next_block++) != SQLITE_OK) return SQLITE_NOMEM;
  }
  *out = rocpd_first_rowid(store->source->number) + (int64_t)l->block[block] * ROCPD_BATCH_ROWS;
  return SQLITE_OK;
}

static void widen(rocpd_batch *b, const rocpd_column *time) {
  if (time->min < b->min_time) b->min_time = time->min;
  if (time->max > b->max_time) b->max_time = time->max;
}

/* Makes a batch of the rows at `value`; `column` is working memory for one column. */
static int pack_batch(rocpd_row_store *store, const int64_t *value, uint32_t rows, int64_t *column, stored_batch **out) {
  const rocpd_row_layout *layout = store->layout;
  const rocpd_kind *kind = &rocpd_kinds[layout->kind];
  stored_batch *b = (stored_batch *)rocpd_batch_new(store->source, layout->kind, sizeof(*b) + layout->width * sizeof(*b->value));
  *out = b;
  if (!b) return SQLITE_NOMEM;
  b->base.class = &stored_class;
  b->base.rows = rows;
  b->base.min_time = INT64_MAX;
  b->base.max_time = INT64_MIN;
  b->layout = layout;
  for (uint32_t c = 0; c < layout->width; c++) {
    for (uint32_t i = 0; i < rows; i++) column[i] = value[(uint64_t)i * layout->width + c];
    rocpd_column *packed = rocpd_column_of(column, rows);
    if (!packed) return SQLITE_NOMEM;
    rocpd_cache_put(&b->base, &b->value[c], packed);
  }
  if (kind->start >= 0) widen(&b->base, value_of(b, kind->start));
  if (kind->end >= 0) widen(&b->base, value_of(b, kind->end));
  return SQLITE_OK;
}

/* Packs the rows of a lane. A batch that is not full is packed only at the end. The memory for rows is kept. */
static int pack_rows(rocpd_row_store *store, uint32_t lane) {
  rocpd_row_store_lane *l = &store->lane[lane];
  uint64_t batches = (l->rows + ROCPD_BATCH_ROWS - 1) / ROCPD_BATCH_ROWS, rows = l->rows;
  int64_t *column = sqlite3_malloc64(ROCPD_BATCH_ROWS * sizeof(*column));
  rocpd_batch **more = sqlite3_realloc64(store->batch, (store->batches + batches + 1) * sizeof(*more));
  if (more) store->batch = more;
  int rc = column && more ? SQLITE_OK : SQLITE_NOMEM;
  for (uint64_t first = 0; rc == SQLITE_OK && first < rows; first += ROCPD_BATCH_ROWS) {
    stored_batch *b;
    rc = pack_batch(store, l->value + first * store->layout->width, rows - first < ROCPD_BATCH_ROWS ? (uint32_t)(rows - first) : ROCPD_BATCH_ROWS,
                    column, &b);
    if (b) store->batch[store->batches++] = &b->base;
    if (rc == SQLITE_OK) rc = first_rowid(store, l, l->packed, &b->base.first_rowid);
    if (rc != SQLITE_OK) break;
    b->base.lane = lane;
    b->ordinal = l->packed++;
  }
  sqlite3_free(column);
  if (rc == SQLITE_OK) l->rows = 0;
  return rc;
}

/* ---- rows */

static rocpd_row_store_lane *lane_of(rocpd_row_store *store, uint32_t lane) {
  if (lane >= store->lanes) {
    uint32_t lanes = lane + 1 > store->lanes * 2 ? lane + 1 : store->lanes * 2;
    rocpd_row_store_lane *more = sqlite3_realloc64(store->lane, lanes * sizeof(*more));
    if (!more) return NULL;
    memset(more + store->lanes, 0, (lanes - store->lanes) * sizeof(*more));
    store->lane = more;
    store->lanes = lanes;
  }
  return &store->lane[lane];
}

int64_t *rocpd_row_store_add(rocpd_row_store *store, uint32_t lane) {
  rocpd_row_store_lane *l = lane_of(store, lane);
  if (!l) return NULL;
  uint64_t width = store->layout->width;
  if (store->layout->final && l->rows == ROCPD_BATCH_ROWS && pack_rows(store, lane) != SQLITE_OK) return NULL;
  if (rocpd_array_reserve(&l->value, &l->capacity, l->rows + 1, width * sizeof(*l->value)) != SQLITE_OK) return NULL;
  int64_t *row = l->value + l->rows++ * width;
  for (uint64_t i = 0; i < width; i++) row[i] = ROCPD_NULL;
  return row;
}

/* ---- all */

static int compare_batches(const void *x, const void *y) {
  const stored_batch *a = *(stored_batch *const *)x, *b = *(stored_batch *const *)y;
  return ROCPD_ORDER(a->base.lane, b->base.lane) ?: ROCPD_ORDER(a->ordinal, b->ordinal);
}

int rocpd_row_store_pack(rocpd_row_store *store) {
  int rc = SQLITE_OK;
  for (uint32_t lane = 0; rc == SQLITE_OK && lane < store->lanes; lane++) {
    rocpd_row_store_lane *l = &store->lane[lane];
    if (l->rows) rc = pack_rows(store, lane);
    if (rc != SQLITE_OK) break;
    sqlite3_free(l->value);
    l->value = NULL;
    l->capacity = 0;
  }
  if (store->batches > 1) qsort(store->batch, store->batches, sizeof(*store->batch), compare_batches);
  return rc;
}

/* Adds the times of a column to `met`; `c` may be NULL. */
static void meet_times(const rocpd_column *c, uint32_t rows, rocpd_times_met *met) {
  if (!c || rocpd_column_only_nulls(c)) return;
  if (c->min > ROCPD_TIME_MINUTE + ROCPD_TIME_DAY && !rocpd_column_may_be_null(c)) { /* true for nearly all columns */
    met->n += rows, met->late += rows;
    met->above_zero = rocpd_earlier(met->above_zero, c->min), met->above_minute = rocpd_earlier(met->above_minute, c->min);
    return;
  }
  for (uint32_t i = 0; i < rows; i++) {
    int64_t t = rocpd_column_at(c, i);
    met->n += t > 0, met->late += t > ROCPD_TIME_MINUTE + ROCPD_TIME_DAY;
    if (t > 0) met->above_zero = rocpd_earlier(met->above_zero, t);
    if (t > ROCPD_TIME_MINUTE) met->above_minute = rocpd_earlier(met->above_minute, t);
  }
}

void rocpd_row_store_meet_times(const rocpd_row_store *store, rocpd_times_met *met) {
  const rocpd_kind *kind = &rocpd_kinds[store->layout->kind];
  for (size_t i = 0; i < store->batches && kind->start >= 0; i++) {
    const stored_batch *b = (const stored_batch *)store->batch[i];
    meet_times(value_of(b, kind->start), b->base.rows, met);
    if (kind->end >= 0 && kind->end != kind->start) meet_times(value_of(b, kind->end), b->base.rows, met);
  }
}

void rocpd_row_store_drop(rocpd_row_store *store) {
  for (size_t i = 0; i < store->batches; i++) rocpd_batch_unref(store->batch[i]);
  store->batches = 0;
  for (uint32_t i = 0; i < store->lanes; i++) {
    sqlite3_free(store->lane[i].value);
    store->lane[i].value = NULL;
    store->lane[i].rows = store->lane[i].capacity = 0;
    store->lane[i].packed = 0;
  }
}

void rocpd_row_store_free(rocpd_row_store *store) {
  rocpd_row_store_drop(store);
  for (uint32_t i = 0; i < store->lanes; i++) sqlite3_free(store->lane[i].block);
  sqlite3_free(store->lane);
  sqlite3_free(store->batch);
}
