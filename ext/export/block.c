/* Reads the columns of some neighbouring events at once: the columns' fast form is
** by neighbouring rows, and a lane's events nearly always are. */
#include "export.h"

enum { FEW = 6 }; /* rows that are read one by one */

rocpd_block_rows rocpd_block_rows_of(const rocpd_item *item, size_t n) {
  rocpd_block_rows r = {item, 0, item[0].row, 0, true};
  uint32_t high = r.low;
  for (; r.n < n && r.n < ROCPD_BLOCK && item[r.n].batch == item[0].batch; r.n++) {
    uint32_t row = item[r.n].row;
    r.dense &= row == item[0].row + r.n;
    if (row < r.low) r.low = row;
    if (row > high) high = row;
  }
  r.span = high - r.low + 1;
  return r;
}

void rocpd_block_rows_get(const rocpd_block_rows *r, const rocpd_column *c, int64_t *out) {
  if (r->n > FEW && r->dense) {
    rocpd_column_get(c, r->low, r->n, out);
  } else if (r->n > FEW && r->span <= 2 * ROCPD_BLOCK) { /* calls come in the order of their ends: close by */
    int64_t value[2 * ROCPD_BLOCK];
    rocpd_column_get(c, r->low, r->span, value);
    for (uint32_t i = 0; i < r->n; i++) out[i] = value[r->item[i].row - r->low];
  } else {
    for (uint32_t i = 0; i < r->n; i++) out[i] = rocpd_column_at(c, r->item[i].row);
  }
}

int rocpd_block_read(rocpd_writer *w, const rocpd_item *item, size_t n, rocpd_block *b) {
  rocpd_block_rows r = rocpd_block_rows_of(item, n);
  const rocpd_export_batch *v = b->batch = &w->x->layout.batch[item[0].batch];
  b->n = r.n;
  rocpd_block_rows_get(&r, v->name, b->name);
  rocpd_block_rows_get(&r, v->category, b->category);
  rocpd_block_rows_get(&r, v->stack_id, b->stack_id);
  for (int i = 0; i < v->owns; i++) {
    const rocpd_column *c = v->field[v->own[i]][0];
    b->field[i] = c == v->stack_id ? b->stack_id : b->value[i];
    if (c != v->stack_id) rocpd_block_rows_get(&r, c, b->value[i]);
  }
  if (!v->event->signatures) return SQLITE_OK;
  int rc = SQLITE_OK;
  for (uint32_t i = 0; i < r.n && !rc; i++)
    rc = rocpd_signature_find(&w->signatures, v, item[i].row, &b->signature[i]);
  return rc;
}
