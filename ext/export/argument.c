/* The arguments of calls, found by process and region id. */
#include "export.h"
#include <stdlib.h>

static int compare(const void *a, const void *b) {
  const rocpd_argument *x = a, *y = b;
#define BY(field)                                                                                                                          \
  if (x->field != y->field) return x->field < y->field ? -1 : 1
  BY(process);
  BY(region);
  BY(position);
  BY(batch);
  BY(row);
#undef BY
  return 0;
}

static int add_batch(rocpd_export *x, rocpd_batch *b, uint32_t number, bool *sorted, rocpd_error *err) {
  rocpd_arguments *a = &x->arguments;
  static const int index[] = {ROCPD_ARG_id, ROCPD_ARG_guid, ROCPD_ARG_pid, ROCPD_ARG_position};
  const rocpd_column *c[4];
  int rc = SQLITE_OK;
  for (int i = 0; i < 4 && !rc; i++) rc = rocpd_batch_column(b, index[i], &c[i], err);
  if (!rc && rocpd_array_reserve(&a->entry, &a->capacity, a->n + b->rows, sizeof *a->entry))
    rc = rocpd_fail(err, SQLITE_NOMEM, "out of memory for the arguments");
  if (rc) return rc;
  int64_t guid = ROCPD_NULL, pid = ROCPD_NULL;
  uint32_t process = UINT32_MAX;
  for (uint32_t row = 0; row < b->rows; row++) {
    int64_t g = rocpd_column_at(c[1], row), p = rocpd_column_at(c[2], row);
    if (row == 0 || g != guid || p != pid) {
      guid = g;
      pid = p;
      process = UINT32_MAX;
      for (uint32_t i = 0; i < x->layout.processes && process == UINT32_MAX; i++)
        if (x->layout.process[i].guid == g && x->layout.process[i].pid == p) process = i;
    }
    if (process == UINT32_MAX) continue; /* it has no events */
    int64_t position = rocpd_column_at(c[3], row);
    a->entry[a->n] = (rocpd_argument){rocpd_column_at(c[0], row), process, position < 0 ? row : (uint32_t)position, number, row};
    if (a->n && compare(&a->entry[a->n - 1], &a->entry[a->n]) > 0) *sorted = false;
    a->n++;
  }
  return rocpd_export_poll(x, 0, err);
}

int rocpd_arguments_make(rocpd_export *x, rocpd_error *err) {
  rocpd_arguments *a = &x->arguments;
  size_t batches;
  int rc = rocpd_snapshot_batches(x->snapshot, ROCPD_KIND_ARG, &a->batch, &batches, err);
  bool sorted = true;
  for (size_t i = 0; i < batches && !rc; i++) rc = add_batch(x, a->batch[i], (uint32_t)i, &sorted, err);
  if (!rc && !sorted) qsort(a->entry, a->n, sizeof *a->entry, compare);
  return rc;
}

void rocpd_arguments_find(const rocpd_arguments *a, size_t *cursor, uint32_t process, int64_t region, size_t *first, size_t *count) {
  rocpd_argument key = {region, process, 0, 0, 0};
  size_t low = *cursor, high = a->n;
  /* Regions come mostly in order: first look at the cursor. */
  if (low >= a->n || a->entry[low].process != process || a->entry[low].region != region) {
    low = 0;
    while (low < high) {
      size_t middle = low + (high - low) / 2;
      if (compare(&a->entry[middle], &key) < 0)
        low = middle + 1;
      else
        high = middle;
    }
  }
  size_t end = low;
  while (end < a->n && a->entry[end].process == process && a->entry[end].region == region) end++;
  *first = low;
  *count = end - low;
  *cursor = end;
}

int rocpd_arguments_take(rocpd_writer *w, const rocpd_export_batch *v, uint32_t process, uint32_t row, size_t *first, size_t *count, rocpd_error *err) {
  const rocpd_column *id;
  *first = *count = 0;
  if (!w->x->arguments.n) return SQLITE_OK;
  int rc = rocpd_batch_column(v->batch, ROCPD_REGION_id, &id, err);
  if (!rc) rocpd_arguments_find(&w->x->arguments, &w->argument_cursor, process, rocpd_column_at(id, row), first, count);
  return rc;
}

int rocpd_argument_text(const rocpd_export *x, size_t index, rocpd_argument_texts *out, rocpd_error *err) {
  const rocpd_arguments *a = &x->arguments;
  const rocpd_argument *e = &a->entry[index];
  const rocpd_column *name, *value;
  int rc = rocpd_batch_column(a->batch[e->batch], ROCPD_ARG_name, &name, err);
  if (!rc) rc = rocpd_batch_column(a->batch[e->batch], ROCPD_ARG_value, &value, err);
  if (rc) return rc;
  int64_t id = rocpd_column_at(value, e->row);
  out->value = id == ROCPD_NULL ? NULL : rocpd_string(x->session, id, &out->value_size);
  id = rocpd_column_at(name, e->row);
  out->name = id == ROCPD_NULL ? "" : rocpd_string(x->session, id, &out->name_size);
  if (*out->name) return SQLITE_OK;
  sqlite3_snprintf(sizeof out->nameless, out->nameless, "argument %u", e->position);
  out->name = out->nameless;
  out->name_size = (int64_t)strlen(out->nameless);
  return SQLITE_OK;
}

int rocpd_arguments_size(const rocpd_export *x, size_t first, size_t count, size_t *bytes, rocpd_error *err) {
  *bytes = 0;
  for (size_t i = first; i < first + count; i++) {
    rocpd_argument_texts a;
    int rc = rocpd_argument_text(x, i, &a, err);
    if (rc) return rc;
    if (a.value) *bytes += (size_t)(a.name_size + a.value_size);
  }
  return SQLITE_OK;
}

void rocpd_arguments_free(rocpd_arguments *a) {
  sqlite3_free(a->entry);
}
