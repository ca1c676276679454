/* See meeting.h. */
#include "meeting.h"
#include <stdlib.h>
#include "category.h"
#include "origins.h"

typedef struct attendant { /* a kernel that may belong to a meeting */
  int64_t name, agent, host, start, end;
  uint32_t file, kernel;
} attendant;

typedef struct meeting_search {
  rocpd_session *session;
  rocpd_categories *categories;
  int64_t collective; /* interned */
  uint8_t *kind;      /* [kinds] by id of a name: enum name_kind, for the names seen so far */
  size_t kinds;
  attendant *of;
  size_t n;
  rocpd_meetings *out;
  bool of_run;
} meeting_search;

/* ---- collective kernels */

enum name_kind { NOT_MET, OTHER, COLLECTIVE };
enum { BLOCK = 512 };

/* Makes room for all ids of names; call it after the column with names has been read. */
static int reserve_kinds(meeting_search *m, rocpd_error *err) {
  size_t n = (size_t)rocpd_string_count(m->session);
  if (n <= m->kinds) return SQLITE_OK;
  uint8_t *more = sqlite3_realloc64(m->kind, n);
  if (!more) return rocpd_no_memory(err);
  memset(more + m->kinds, NOT_MET, n - m->kinds);
  m->kind = more, m->kinds = n;
  return SQLITE_OK;
}

static int is_collective(meeting_search *m, int64_t name, bool *out, rocpd_error *err) {
  int64_t category = ROCPD_NULL;
  bool listed = name >= 0 && (size_t)name < m->kinds;
  int rc = SQLITE_OK;
  if (listed && m->kind[name] != NOT_MET) return *out = m->kind[name] == COLLECTIVE, SQLITE_OK;
  rc = rocpd_category_of(m->categories, name, &category, err);
  *out = category == m->collective;
  if (rc == SQLITE_OK && listed) m->kind[name] = *out ? COLLECTIVE : OTHER;
  return rc;
}

static int add_batch(meeting_search *m, rocpd_batch *b, uint32_t file, uint32_t first, int64_t host, rocpd_error *err) {
  static const int wanted[] = {ROCPD_KERNEL_name, ROCPD_KERNEL_start, ROCPD_KERNEL_end, ROCPD_KERNEL_agent_id};
  const rocpd_column *c[4];
  int64_t names[BLOCK];
  bool collective;
  int rc = rocpd_batch_columns(b, wanted, 4, c, err);
  if (rc == SQLITE_OK) rc = reserve_kinds(m, err);
  for (uint32_t row = 0; rc == SQLITE_OK && row < b->rows; row++) {
    if (row % BLOCK == 0) rocpd_column_get(c[0], row, b->rows - row < BLOCK ? b->rows - row : BLOCK, names);
    int64_t name = names[row % BLOCK];
    rc = is_collective(m, name, &collective, err);
    if (rc != SQLITE_OK || !collective) continue;
    int64_t start = rocpd_column_at(c[1], row), end = rocpd_column_at(c[2], row);
    if (start == ROCPD_NULL || end == ROCPD_NULL) continue;
    if (rocpd_array_push_reserve(&m->of, m->n, sizeof *m->of) != SQLITE_OK) return rocpd_no_memory(err);
    m->of[m->n++] = (attendant){name, rocpd_column_at(c[3], row), host, start, rocpd_later(start, end), file, first + row};
  }
  return rc;
}

static int add_file(meeting_search *m, const rocpd_part *of, uint32_t file, rocpd_error *err) {
  rocpd_batch **batch;
  size_t n;
  uint32_t first = 0;
  int rc = rocpd_snapshot_batches_of(of->snapshot, of->source, ROCPD_KIND_KERNEL, &batch, &n, err);
  for (size_t i = 0; rc == SQLITE_OK && i < n; first += batch[i++]->rows) rc = add_batch(m, batch[i], file, first, of->origin.host, err);
  return rc;
}

/* ---- which belong together */

/* Sorts by name, GPU, start. */
static int compare(const void *a, const void *b) {
  const attendant *x = a, *y = b;
  return ROCPD_ORDER(x->name, y->name) ?: ROCPD_ORDER(x->file, y->file) ?: ROCPD_ORDER(x->agent, y->agent) ?: ROCPD_ORDER(x->start, y->start) ?:
         ROCPD_ORDER(x->kernel, y->kernel);
}

static bool is_one_gpu(const attendant *a, const attendant *b) { return a->name == b->name && a->file == b->file && a->agent == b->agent; }

/* True if kernels of each host overlap in time; clocks of different hosts are not compared. */
static bool run_together(const meeting_search *m, const attendant *a, const attendant *b) {
  return (m->of_run && a->host != b->host) || (a->start < b->end && b->start < a->end);
}

/* Makes the i-th meeting from `gpus` lists of n kernels, which follow each other. */
static int meet(meeting_search *m, const attendant *a, size_t gpus, size_t n, size_t i, int64_t from, int64_t to, rocpd_error *err) {
  rocpd_meeting x = {.n = (uint32_t)gpus, .work_ns = INT64_MAX, .last = INT64_MIN};
  for (size_t k = 0; k < gpus; k++) {
    const attendant *y = &a[k * n + i];
    if (y->start < from || y->end > to) return SQLITE_OK;
    for (size_t other = 0; other < k; other++)
      if (!run_together(m, &a[other * n + i], y)) return SQLITE_OK;
    x.work_ns = rocpd_earlier(x.work_ns, y->end - y->start);
  }
  if (rocpd_array_push_reserve(&m->out->meeting, m->out->n, sizeof x) != SQLITE_OK) return rocpd_no_memory(err);
  m->out->meeting[m->out->n] = x;
  int rc = SQLITE_OK;
  for (size_t k = 0; rc == SQLITE_OK && k < gpus; k++) rc = rocpd_map_set(&m->out->of[a[k * n + i].file], a[k * n + i].kernel, m->out->n);
  m->out->n++;
  return rocpd_fail_code(err, rc);
}

/* Makes the meetings of kernels with one name. */
static int meet_by_name(meeting_search *m, const attendant *a, size_t n, int64_t from, int64_t to, rocpd_error *err) {
  size_t each = 1, gpus = 1;
  int rc = SQLITE_OK;
  while (each < n && is_one_gpu(&a[0], &a[each])) each++;
  for (size_t i = each, of_gpu = each; i < n; i++) {
    bool same = is_one_gpu(&a[i - 1], &a[i]);
    if (!same && of_gpu != each) return SQLITE_OK; /* GPUs have different numbers of such kernels, so they do not meet */
    gpus += !same, of_gpu = same ? of_gpu + 1 : 1;
  }
  if (gpus < 2 || gpus * each != n) return SQLITE_OK;
  for (size_t i = 0; rc == SQLITE_OK && i < each; i++) rc = meet(m, a, gpus, each, i, from, to, err);
  return rc;
}

static int find(meeting_search *m, const rocpd_part *const *file, size_t files, int64_t from, int64_t to, rocpd_error *err) {
  int rc = rocpd_categories_new(m->session, &m->categories, err);
  if (rc == SQLITE_OK) rc = rocpd_fail_code(err, rocpd_intern(m->session, ROCPD_CATEGORY_COLLECTIVE, -1, &m->collective));
  for (size_t i = 0; rc == SQLITE_OK && i < files; i++) rc = add_file(m, file[i], (uint32_t)i, err);
  if (rc == SQLITE_OK && m->n) qsort(m->of, m->n, sizeof *m->of, compare);
  for (size_t i = 0, n; rc == SQLITE_OK && i < m->n; i += n) {
    for (n = 1; i + n < m->n && m->of[i + n].name == m->of[i].name; n++) {}
    rc = meet_by_name(m, m->of + i, n, from, to, err);
  }
  return rc;
}

int rocpd_meetings_make(const rocpd_part *const *file, size_t files, bool of_run, int64_t from, int64_t to, rocpd_meetings *out, rocpd_error *err) {
  meeting_search m = {.session = file[0]->source->session, .out = out, .of_run = of_run};
  *out = (rocpd_meetings){.files = files};
  if (!(out->of = rocpd_zeroed((files + 1) * sizeof *out->of))) return rocpd_no_memory(err);
  int rc = find(&m, file, files, from, to, err);
  rocpd_categories_free(m.categories), sqlite3_free(m.of), sqlite3_free(m.kind);
  if (rc != SQLITE_OK) rocpd_meetings_drop(out);
  return rc;
}

void rocpd_meetings_drop(rocpd_meetings *m) {
  for (size_t i = 0; m->of && i < m->files; i++) rocpd_map_free(&m->of[i]);
  sqlite3_free(m->of), sqlite3_free(m->meeting);
  *m = (rocpd_meetings){0};
}
