/* Reads the columns of some events of a lane at once. */
#include "export.h"

rocpd_block_rows rocpd_block_rows_of(const rocpd_item *item, size_t n) {
  rocpd_block_rows r;
  uint32_t most = n < ROCPD_BLOCK_EVENTS ? (uint32_t)n : ROCPD_BLOCK_EVENTS, batch = item[0].batch, first = item[0].row, some = 0, apart = 0;
  for (; some < most && item[some].batch == batch; some++) {
    r.row[some] = item[some].row;
    apart |= item[some].row ^ (first + some);
  }
  r.item = item, r.n = some, r.dense = !apart;
  return r;
}

void rocpd_block_rows_get(const rocpd_block_rows *r, const rocpd_column *c, int64_t *out) {
  if (r->dense) rocpd_column_get(c, r->row[0], r->n, out);
  else rocpd_column_pick(c, r->row, r->n, out);
}

/* Those of n events that are in the first one's batch. Events of other batches in between are skipped, unless there are too many. */
static rocpd_block_rows rows_ahead(const rocpd_item *item, size_t n) {
  enum { OTHERS = 4, MORE = 16 }; /* number of other events that may be skipped for each */
  rocpd_block_rows r;
  r.item = item, r.dense = true, r.n = 0;
  for (size_t i = 0; i < n && r.n < ROCPD_BLOCK_EVENTS && i <= (OTHERS + 1) * r.n + MORE; i++) {
    if (item[i].batch != item[0].batch) continue;
    r.dense &= item[i].row == item[0].row + r.n;
    r.row[r.n++] = item[i].row;
  }
  return r;
}

static int read_rows(rocpd_writer *w, const rocpd_block_rows *r, rocpd_block *b) {
  const rocpd_export_batch *v = b->batch = &w->x->layout.batch[r->item[0].batch];
  b->n = r->n;
  rocpd_block_rows_get(r, v->name, b->name);
  rocpd_block_rows_get(r, v->category, b->category);
  rocpd_block_rows_get(r, v->stack_id, b->stack_id);
  for (int i = 0; i < v->owns; i++) {
    const rocpd_column *c = v->field[v->own[i]][0];
    b->field[i] = c == v->stack_id ? b->stack_id : b->value[i];
    if (c != v->stack_id) rocpd_block_rows_get(r, c, b->value[i]);
  }
  if (!v->event->signatures) return SQLITE_OK;
  int rc = SQLITE_OK;
  for (uint32_t i = 0; i < r->n && !rc; i++)
    rc = rocpd_signature_find(&w->signatures, v, r->row[i], &b->signature[i]);
  return rc;
}

int rocpd_block_read(rocpd_writer *w, const rocpd_item *item, size_t n, rocpd_block *b) {
  rocpd_block_rows r = rocpd_block_rows_of(item, n);
  return read_rows(w, &r, b);
}

int rocpd_block_ahead(rocpd_writer *w, const rocpd_item *item, size_t n, rocpd_block *b) {
  rocpd_block_rows r = rows_ahead(item, n);
  return read_rows(w, &r, b);
}
