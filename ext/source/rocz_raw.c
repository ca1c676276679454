/* Columns as chunks have them: decoded once for a batch and shared by all columns of
** the schema that are made of them; and the making of columns from plain values.
**
** What the chunk's header says of its rows (lane, times) is what zones are made of, so
** columns are checked against it when they are decoded. */
#include "rocz_file.h"

int rocpd_rocz_place(uint16_t kind, int column) {
  static const char *const name[L_COLUMNS] = {
      [L_DURATION] = "duration",     [L_START] = "start",           [L_FUNCTION] = "function",     [L_SEQUENCE] = "sequence",
      [L_PARENT] = "parent",         [L_RESULT] = "result",         [L_LAUNCH] = "launch",         [L_DISPATCH_ID] = "dispatch_id",
      [L_STACK_ID] = "stack_id",     [L_STREAM] = "stream",         [L_THREAD] = "thread",         [L_GRAPH_EXEC] = "graph_exec",
      [L_GRAPH_NODE] = "graph_node", [L_DIRECTION] = "direction",   [L_SIZE] = "size_bytes",       [L_DST_AGENT] = "dst_agent",
      [L_SRC_AGENT] = "src_agent",   [L_DST_ADDRESS] = "dst_address", [L_SRC_ADDRESS] = "src_address"};
  const rocz_kind *k = rocz_kind_find(kind);
  for (int c = 0; c < k->columns; c++)
    if (strcmp(k->column[c].name, name[column]) == 0) return c;
  return -1;
}

/* ---- making columns */

rocpd_column *rocpd_rocz_column_constant(int64_t value) {
  rocpd_column *c = sqlite3_malloc64(sizeof(*c));
  if (!c) return NULL;
  bool null = value == ROCPD_NULL;
  *c = (rocpd_column){.nulls = null, .base = value, .min = null ? INT64_MAX : value, .max = null ? INT64_MIN : value};
  return c;
}

/* Bytes for a range of values, with room for NULL if there is one. */
uint8_t rocpd_rocz_width(int64_t min, int64_t max, bool nulls) {
  uint64_t range = (uint64_t)max - (uint64_t)min, spare = nulls;
  return range <= UINT8_MAX - spare ? 1 : range <= UINT16_MAX - spare ? 2 : range <= UINT32_MAX - spare ? 4 : 8;
}

#define NARROW(type) \
  for (uint32_t i = 0; i < n; i++) ((type *)data)[i] = v[i] == ROCPD_NULL ? (type)-1 : (type)((uint64_t)v[i] - (uint64_t)base)

void rocpd_rocz_narrow(const int64_t *restrict v, uint32_t n, uint8_t width, int64_t base, void *restrict data) {
  switch (width) {
    case 1: NARROW(uint8_t); break;
    case 2: NARROW(uint16_t); break;
    case 4: NARROW(uint32_t); break;
    default: memcpy(data, v, (size_t)n * 8); break;
  }
}

rocpd_column *rocpd_rocz_column_of(const int64_t *value, uint32_t rows) {
  int64_t min = INT64_MAX, max = INT64_MIN;
  bool nulls = false;
  for (uint32_t i = 0; i < rows; i++) {
    if (value[i] == ROCPD_NULL) {
      nulls = true;
      continue;
    }
    if (value[i] < min) min = value[i];
    if (value[i] > max) max = value[i];
  }
  if (min > max) return rocpd_rocz_column_constant(ROCPD_NULL);
  if (min == max && !nulls) return rocpd_rocz_column_constant(min);
  uint8_t width = rocpd_rocz_width(min, max, nulls);
  rocpd_column *c = sqlite3_malloc64(sizeof(*c) + (uint64_t)rows * width);
  if (!c) return NULL;
  *c = (rocpd_column){.width = width, .nulls = nulls, .base = width == 8 ? 0 : min, .data = c + 1, .min = min, .max = max};
  rocpd_rocz_narrow(value, rows, width, c->base, c + 1);
  return c;
}

static int out_of_memory(rocpd_error *err) { return rocpd_fail(err, SQLITE_NOMEM, "out of memory"); }

/* ---- columns of the chunk */

static int check_values(rocpd_rocz_batch *b, int index, const rocpd_column *c, rocpd_error *err) {
  const rocpd_rocz_file *f = (const rocpd_rocz_file *)b->base.source;
  rocz_error e = {0};
  int64_t low = INT64_MIN, high = INT64_MAX;
  const char *what = NULL;
  if (index == rocpd_rocz_place(b->kind, L_START)) {
    low = b->chunk.min_time;
    high = b->chunk.max_time;
    what = "start of a row and times of its chunk";
  } else if (index == rocpd_rocz_place(b->kind, L_SEQUENCE)) {
    low = 0;
    high = ((int64_t)1 << ROCZ_STACK_SHIFT) - 1;
    what = "sequence of a call";
  }
  if (!what || c->min > c->max || (c->min >= low && c->max <= high)) return SQLITE_OK;
  rocz_fail(&e, ROCZ_DAMAGED, what, b->chunk.offset, (uint64_t)(c->min < low ? low : high), (uint64_t)(c->min < low ? c->min : c->max));
  return rocpd_rocz_fail_text(f->base.path, &e, err);
}

/* The first of two threads that decode a column wins; *c becomes the one that stays. */
static void publish(rocpd_rocz_batch *b, int index, rocpd_column **c) {
  rocpd_column *first = NULL;
  if (__atomic_compare_exchange_n(&b->raw[index], &first, *c, false, __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE)) return;
  sqlite3_free(*c);
  *c = first;
}

static rocpd_column *known_raw(rocpd_rocz_batch *b, int index) { return __atomic_load_n(&b->raw[index], __ATOMIC_ACQUIRE); }

/* A column of the chunk that s holds, and before it the one that it refers to: that is
** mostly wanted as well. */
static int decode_loaded(rocpd_rocz_batch *b, int index, rocpd_scratch *s, rocpd_column **out, rocpd_error *err) {
  const rocz_body *body = &s->body;
  const int64_t *other = NULL;
  rocz_narrow shape;
  rocz_error e = {0};
  int refers = rocz_column_other(body, (unsigned)index), rc = SQLITE_OK;
  if (refers >= 0) {
    rocpd_column *c = known_raw(b, refers);
    if (!c) rc = decode_loaded(b, refers, s, &c, err);
    if (rc != SQLITE_OK) return rc;
    rocpd_column_get(c, 0, b->chunk.rows, s->values);
    other = s->values;
  }
  rocpd_column *c = sqlite3_malloc64(sizeof(*c) + rocz_narrow_bound(body, (unsigned)index));
  if (!c) return out_of_memory(err);
  if (rocz_decode_narrow(s->decoder, body, (unsigned)index, other, c + 1, &shape, &e)) {
    rc = rocpd_rocz_fail_text(b->base.source->path, &e, err);
  } else {
    *c = (rocpd_column){.width = shape.width, .nulls = shape.nulls, .base = shape.base, .step = shape.step, .data = c + 1,
                        .min = shape.min, .max = shape.max};
    rc = check_values(b, index, c, err);
  }
  if (rc != SQLITE_OK) {
    sqlite3_free(c);
    return rc;
  }
  size_t used = sizeof(*c) + (size_t)c->width * b->chunk.rows;
  rocpd_column *less = sqlite3_msize(c) > used + used / 8 + 64 ? sqlite3_realloc64(c, used) : NULL;
  if (less) {
    c = less;
    c->data = c + 1;
  }
  publish(b, index, &c);
  *out = c;
  return SQLITE_OK;
}

static int decode_chunk(rocpd_rocz_batch *b, int index, rocpd_column **out, rocpd_error *err) {
  rocpd_rocz_file *f = (rocpd_rocz_file *)b->base.source;
  rocpd_scratch *s = rocpd_scratch_take(f->base.trace, f->base.number, b->chunk.offset);
  if (!s) return out_of_memory(err);
  int rc = rocpd_rocz_load(f, &b->chunk, s, err);
  if (rc == SQLITE_OK) rc = decode_loaded(b, index, s, out, err);
  rocpd_scratch_give(f->base.trace, s);
  return rc;
}

int rocpd_rocz_raw(rocpd_rocz_batch *b, int index, const rocpd_column **out, rocpd_error *err) {
  rocpd_column *c = known_raw(b, index);
  if (!c && b->plain) {
    c = rocpd_rocz_column_of(b->plain->column[index], b->plain->rows);
    if (!c) return out_of_memory(err);
    publish(b, index, &c);
  } else if (!c) {
    int rc = decode_chunk(b, index, &c, err);
    if (rc != SQLITE_OK) return rc;
  }
  *out = c;
  return SQLITE_OK;
}

