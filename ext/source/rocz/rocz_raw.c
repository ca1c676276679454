/* Columns of chunks, decoded once for a batch and shared by all columns of the schema that are made from them; and columns made from plain values.
**
** Zones are made from the chunk's header (lane, times), so columns are checked against it when they are decoded. */
#include "rocz_file.h"

int rocpd_rocz_place(uint16_t kind, int column) {
  static const char *const name[L_COLUMNS] = {
      [L_DURATION] = "duration",     [L_START] = "start",           [L_FUNCTION] = "function",     [L_SEQUENCE] = "sequence",
      [L_PARENT] = "parent",         [L_RESULT] = "result",         [L_LAUNCH] = "launch",         [L_DISPATCH_ID] = "dispatch_id",
      [L_STACK_ID] = "stack_id",     [L_STREAM] = "stream",         [L_THREAD] = "thread",         [L_GRAPH_EXEC] = "graph_exec",
      [L_GRAPH_NODE] = "graph_node", [L_DIRECTION] = "direction",   [L_SIZE] = "size_bytes",       [L_DST_AGENT] = "dst_agent",
      [L_SRC_AGENT] = "src_agent",   [L_DST_ADDRESS] = "dst_address", [L_SRC_ADDRESS] = "src_address", [L_MESSAGE] = "message",
      [L_HOW] = "how"};
  const rocz_kind *k = rocz_kind_find(kind);
  for (int c = 0; c < k->columns; c++)
    if (strcmp(k->column[c].name, name[column]) == 0) return c;
  return -1;
}

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
  if (!what || rocpd_column_only_nulls(c) || (c->min >= low && c->max <= high)) return SQLITE_OK;
  rocz_fail(&e, ROCZ_DAMAGED, what, b->chunk.offset, (uint64_t)(c->min < low ? low : high), (uint64_t)(c->min < low ? c->min : c->max));
  return rocpd_rocz_fail_text(f->base.path, &e, err);
}

static rocpd_column *known_raw(rocpd_rocz_batch *b, int index) { return __atomic_load_n(&b->raw[index], __ATOMIC_ACQUIRE); }

int rocpd_rocz_narrow(rocpd_rocz_scratch *s, unsigned column, const int64_t *other, rocpd_column **out, rocz_error *e) {
  rocz_narrow shape;
  rocpd_column *c = sqlite3_malloc64(sizeof(*c) + rocz_narrow_bound(&s->body, column));
  *out = NULL;
  if (!c) return SQLITE_NOMEM;
  if (rocz_decode_narrow(s->decoder, &s->body, column, other, c + 1, &shape, e)) {
    sqlite3_free(c);
    return SQLITE_CORRUPT;
  }
  *c = (rocpd_column){.width = shape.width, .nulls = shape.nulls, .base = shape.base, .step = shape.step, .min = shape.min, .max = shape.max};
  size_t used = sizeof(*c) + (size_t)c->width * s->body.chunk.rows;
  rocpd_column *less = sqlite3_msize(c) > used + used / 8 + 64 ? sqlite3_realloc64(c, used) : NULL;
  *out = less ? less : c;
  (*out)->data = *out + 1;
  return SQLITE_OK;
}

/* Decodes a column of the chunk that s holds. The column that it refers to is decoded first, since it is mostly needed, too. */
static int decode_loaded(rocpd_rocz_batch *b, int index, rocpd_rocz_scratch *s, rocpd_column **out, rocpd_error *err) {
  const int64_t *other = NULL;
  rocz_error e = {0};
  int refers = rocz_column_other(&s->body, (unsigned)index), rc = SQLITE_OK;
  if (refers >= 0) {
    rocpd_column *c = known_raw(b, refers);
    if (!c) rc = decode_loaded(b, refers, s, &c, err);
    if (rc != SQLITE_OK) return rc;
    rocpd_column_get(c, 0, b->chunk.rows, s->values);
    other = s->values;
  }
  rocpd_column *c;
  rc = rocpd_rocz_narrow(s, (unsigned)index, other, &c, &e);
  if (rc != SQLITE_OK) return rc == SQLITE_CORRUPT ? rocpd_rocz_fail_text(b->base.source->path, &e, err) : rocpd_no_memory(err);
  rc = check_values(b, index, c, err);
  if (rc == SQLITE_OK) *out = rocpd_cache_put(&b->base, &b->raw[index], c);
  else sqlite3_free(c);
  return rc;
}

static int decode_chunk(rocpd_rocz_batch *b, int index, rocpd_column **out, rocpd_error *err) {
  rocpd_rocz_file *f = (rocpd_rocz_file *)b->base.source;
  rocpd_rocz_scratch *s = rocpd_rocz_scratch_take(f->base.session, f->base.number, b->chunk.offset);
  if (!s) return rocpd_no_memory(err);
  int rc = rocpd_rocz_load(f, &b->chunk, s, err);
  if (rc == SQLITE_OK) rc = decode_loaded(b, index, s, out, err);
  rocpd_rocz_scratch_give(f->base.session, s);
  return rc;
}

int rocpd_rocz_raw(rocpd_rocz_batch *b, int index, const rocpd_column **out, rocpd_error *err) {
  rocpd_column *c = known_raw(b, index);
  if (!c && b->live) {
    c = rocpd_column_of(b->live->column[index], b->live->rows);
    if (!c) return rocpd_no_memory(err);
    c = rocpd_cache_put(&b->base, &b->raw[index], c);
  } else if (!c) {
    int rc = decode_chunk(b, index, &c, err);
    if (rc != SQLITE_OK) return rc;
  }
  *out = c;
  return SQLITE_OK;
}

