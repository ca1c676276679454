/* The arguments of calls, found by process and region id. Calls of Python functions have no arguments: for them, what is recorded about the function. */
#include "bisect.h"
#include "export.h"
#include "domain.h"
#include "node.h"
#include "json.h"
#include <stdlib.h>

static int compare(const void *a, const void *b) {
  const rocpd_argument *x = a, *y = b;
  return ROCPD_ORDER(x->process, y->process) ?: ROCPD_ORDER(x->region, y->region) ?: ROCPD_ORDER(x->position, y->position) ?: ROCPD_ORDER(x->batch, y->batch) ?:
         ROCPD_ORDER(x->row, y->row);
}

static int add_batch(rocpd_export *x, rocpd_batch *b, uint32_t number, bool *sorted, rocpd_error *err) {
  rocpd_arguments *a = &x->arguments;
  static const int index[] = {ROCPD_ARG_id, ROCPD_ARG_guid, ROCPD_ARG_pid, ROCPD_ARG_position, ROCPD_ARG_nid};
  const rocpd_column *c[5];
  int rc = rocpd_batch_columns(b, index, 5, c, err);
  if (!rc && rocpd_array_reserve(&a->entry, &a->capacity, a->n + b->rows, sizeof *a->entry))
    rc = rocpd_fail(err, SQLITE_NOMEM, "out of memory for the arguments");
  if (rc) return rc;
  int64_t guid = ROCPD_NULL, nid = ROCPD_NULL, pid = ROCPD_NULL;
  uint32_t process = UINT32_MAX;
  for (uint32_t row = 0; row < b->rows; row++) {
    int64_t g = rocpd_column_at(c[1], row), p = rocpd_column_at(c[2], row), m = rocpd_node_at(b->source, c[4], row);
    if (row == 0 || g != guid || p != pid || m != nid) {
      guid = g, nid = m, pid = p;
      process = UINT32_MAX;
      for (uint32_t i = 0; i < x->layout.processes && process == UINT32_MAX; i++)
        if (x->layout.process[i].guid == g && x->layout.process[i].nid == m && x->layout.process[i].pid == p) process = i;
    }
    if (process == UINT32_MAX) continue; /* the process has no events */
    int64_t position = rocpd_column_at(c[3], row);
    a->entry[a->n] = (rocpd_argument){rocpd_column_at(c[0], row), process, position < 0 ? row : (uint32_t)position, number, row};
    if (a->n && compare(&a->entry[a->n - 1], &a->entry[a->n]) > 0) *sorted = false;
    a->n++;
  }
  return rocpd_export_poll(x, 0, err);
}

/* ---- what is recorded about Python functions, once for each */

/* In 8 bits: the number of values. */
static int state(rocpd_export *x, int64_t place, rocpd_error *err) {
  static const struct { const char *path; int type; } member[] = {{"$.file", ROCPD_TEXT}, {"$.line", ROCPD_INT}, {"$.lasti", ROCPD_INT},
                                                                   {"$.argcount", ROCPD_INT}, {"$.nlocals", ROCPD_INT}, {"$.stacksize", ROCPD_INT}};
  enum { MEMBERS = sizeof member / sizeof *member };
  rocpd_arguments *a = &x->arguments;
  if (rocpd_map_get(&a->stated_of, (uint64_t)place, UINT64_MAX) != UINT64_MAX) return SQLITE_OK;
  if (rocpd_array_reserve(&a->stated, &a->stated_capacity, a->stated_n + MEMBERS, sizeof *a->stated)) return rocpd_no_memory(err);
  size_t first = a->stated_n;
  for (size_t i = 0; i < MEMBERS; i++) {
    rocpd_stated_argument s;
    char number[24];
    int rc = rocpd_json_value(x->session, place, member[i].path, member[i].type, &s.value, err);
    if (rc) return rc;
    if (s.value == ROCPD_NULL) continue;
    sqlite3_snprintf(sizeof number, number, "%lld", s.value);
    if (member[i].type == ROCPD_INT) rc = rocpd_intern(x->session, number, -1, &s.value);
    if (!rc) rc = rocpd_intern(x->session, member[i].path + 2, -1, &s.name);
    if (rc) return rocpd_fail_code(err, rc);
    a->stated[a->stated_n++] = s;
  }
  return rocpd_fail_code(err, rocpd_map_set(&a->stated_of, (uint64_t)place, (uint64_t)first << 8 | (a->stated_n - first)));
}

static int state_batch(rocpd_export *x, rocpd_batch *b, const rocpd_domain_ids *python, rocpd_error *err) {
  const rocpd_column *category, *place = NULL;
  int64_t last = ROCPD_NULL;
  int rc = rocpd_batch_column(b, ROCPD_REGION_category, &category, err);
  for (uint32_t row = 0; row < b->rows && !rc; row++) {
    int64_t c = rocpd_column_at(category, row), now;
    if (!rocpd_domain_is(python, c)) continue;
    if (!place) rc = rocpd_batch_column(b, ROCPD_REGION_line_info, &place, err);
    if (rc || (now = rocpd_column_at(place, row)) == last || now == ROCPD_NULL) continue;
    rc = state(x, last = now, err);
  }
  return rc ? rc : rocpd_export_poll(x, 0, err);
}

static int state_all(rocpd_export *x, rocpd_error *err) {
  rocpd_batch **batch;
  const rocpd_column *read;
  size_t n = 0;
  int rc = rocpd_snapshot_batches(x->snapshot, ROCPD_KIND_REGION, &batch, &n, err);
  for (size_t i = 0; i < n && !rc; i++) rc = rocpd_batch_column(batch[i], ROCPD_REGION_category, &read, err); /* decoding interns the texts */
  rocpd_domain_ids python;
  rocpd_domain_find(x->session, ROCZ_DOMAIN_python, &python);
  for (size_t i = 0; i < n && !rc && rocpd_domain_any(&python); i++) rc = state_batch(x, batch[i], &python, err);
  return rc;
}

int rocpd_arguments_make(rocpd_export *x, rocpd_error *err) {
  rocpd_arguments *a = &x->arguments;
  size_t batches;
  int rc = rocpd_snapshot_batches(x->snapshot, ROCPD_KIND_ARG, &a->batch, &batches, err);
  bool sorted = true;
  for (size_t i = 0; i < batches && !rc; i++) rc = add_batch(x, a->batch[i], (uint32_t)i, &sorted, err);
  if (!rc && !sorted) qsort(a->entry, a->n, sizeof *a->entry, compare);
  return rc ? rc : state_all(x, err);
}

/* ---- the arguments of a call */

void rocpd_arguments_find(const rocpd_arguments *a, size_t *cursor, uint32_t process, int64_t region, size_t *first, size_t *count) {
  rocpd_argument key = {region, process, 0, 0, 0};
  size_t low = *cursor;
  /* Regions come mostly in order, so the cursor is tried first. */
  if (low >= a->n || a->entry[low].process != process || a->entry[low].region != region) low = ROCPD_FIRST(i, 0, a->n, compare(&a->entry[i], &key) >= 0);
  size_t end = low;
  while (end < a->n && a->entry[end].process == process && a->entry[end].region == region) end++;
  *first = low;
  *count = end - low;
  *cursor = end;
}

int rocpd_arguments_take(rocpd_writer *w, const rocpd_export_batch *v, uint32_t process, uint32_t row, size_t *first, size_t *count, rocpd_error *err) {
  const rocpd_arguments *a = &w->x->arguments;
  const rocpd_column *id, *place;
  *first = *count = 0;
  int rc = a->n ? rocpd_batch_column(v->batch, ROCPD_REGION_id, &id, err) : SQLITE_OK;
  if (!rc && a->n) rocpd_arguments_find(a, &w->argument_cursor, process, rocpd_column_at(id, row), first, count);
  if (rc || *count || !a->stated_n) return rc;
  if ((rc = rocpd_batch_column(v->batch, ROCPD_REGION_line_info, &place, err))) return rc;
  int64_t at = rocpd_column_at(place, row);
  uint64_t stated = at == ROCPD_NULL ? 0 : rocpd_map_get(&a->stated_of, (uint64_t)at, 0);
  *first = a->n + (size_t)(stated >> 8), *count = stated & 0xff;
  return SQLITE_OK;
}

int rocpd_argument_ids(const rocpd_arguments *a, size_t index, int64_t *name, int64_t *value, rocpd_error *err) {
  const rocpd_column *names, *values;
  if (index >= a->n) return *name = a->stated[index - a->n].name, *value = a->stated[index - a->n].value, SQLITE_OK;
  const rocpd_argument *e = &a->entry[index];
  int rc = rocpd_batch_column(a->batch[e->batch], ROCPD_ARG_name, &names, err);
  if (!rc) rc = rocpd_batch_column(a->batch[e->batch], ROCPD_ARG_value, &values, err);
  if (!rc) *name = rocpd_column_at(names, e->row), *value = rocpd_column_at(values, e->row);
  return rc;
}

int rocpd_argument_text(const rocpd_export *x, size_t index, rocpd_argument_texts *out, rocpd_error *err) {
  int64_t name, value;
  int rc = rocpd_argument_ids(&x->arguments, index, &name, &value, err);
  if (rc) return rc;
  out->value = value == ROCPD_NULL ? NULL : rocpd_string(x->session, value, &out->value_size);
  out->name = name == ROCPD_NULL ? "" : rocpd_string(x->session, name, &out->name_size);
  if (*out->name) return SQLITE_OK;
  sqlite3_snprintf(sizeof out->nameless, out->nameless, "argument %u", index < x->arguments.n ? x->arguments.entry[index].position : 0);
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
  sqlite3_free(a->entry), sqlite3_free(a->stated);
  rocpd_map_free(&a->stated_of);
}
