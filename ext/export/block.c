/* Reads the columns of some events of a lane at once, and numbers their launch signatures. */
#include "export.h"

/* ---- launch signatures: the values that all launches of a kernel in one configuration share (grid, workgroup, ...). A trace has thousands of them for
** millions of launches, so formats encode each once ---- */

int rocpd_signature_find(rocpd_signatures *s, const rocpd_export_batch *v, uint32_t row, uint32_t *number) {
  uint32_t *known = NULL;
  if (v->signature_code) {
    size_t end = v->first_code + v->signature_code->ndict, had = s->codes;
    if (had < end) {
      if (rocpd_array_reserve(&s->of_code, &s->codes, end, sizeof *s->of_code)) return SQLITE_NOMEM;
      memset(s->of_code + had, 0, (s->codes - had) * sizeof *s->of_code);
    }
    int64_t code = rocpd_column_code(v->signature_code, row);
    if (code != ROCPD_NULL) known = &s->of_code[v->first_code + (size_t)code];
    if (known && *known) {
      *number = *known - 1;
      return SQLITE_OK;
    }
  }
  int64_t value[ROCPD_SIGNATURE_VALUES] = {0};
  int n = 0;
  for (int f = 0; f < v->event->fields; f++)
    for (int i = 0; v->event->field[f].signature && i < v->event->field[f].count; i++) value[n++] = rocpd_column_at(v->field[f][i], row);
  int64_t group;
  s->all.keys = ROCPD_SIGNATURE_VALUES;
  int rc = rocpd_group_add(&s->all, value, &group, NULL);
  if (!rc) *number = (uint32_t)group;
  if (!rc && known) *known = *number + 1;
  return rc;
}

void rocpd_signatures_free(rocpd_signatures *s) {
  rocpd_groups_free(&s->all);
  sqlite3_free(s->of_code);
}

/* ---- blocks ---- */

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
