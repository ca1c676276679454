/* arrivals: each kernel of a collective operation, and what its GPU did since the one before: how long it computed, and how long it did something else or
** nothing. */
#include <stdlib.h>
#include "category.h"
#include "cover.h"
#include "parallel.h"
#include "rows.h"

#define COLUMN_LIST(C, H) \
  C(AGENT, agent_id, INTEGER) C(N, n, INTEGER) C(NAME, name, TEXT) C(SINCE, since, BIGINT) C(START, start, BIGINT) C(END, end, BIGINT) \
  C(COMPUTE, compute_ns, INTEGER) C(OTHER, other_ns, INTEGER) \
  ROCPD_IDENTITY_COLUMNS(H) H(WALL, wall_ns, INTEGER) H(STACK, stack_id, INTEGER) H(ID, id, INTEGER) H(PID, pid, INTEGER)
ROCPD_COLUMNS(COLUMN_LIST);

/* Columns that are read of a kernel. The first three identify its GPU. */
enum { OF_GUID, OF_PATH, OF_AGENT, OF_START, OF_END, OF_NAME, OF_STACK, OF_ID, OF_PID, READ, GPU_KEYS = OF_AGENT + 1 };
static const int kernel_column[READ] = {ROCPD_KERNEL_guid, ROCPD_KERNEL_source, ROCPD_KERNEL_agent_id, ROCPD_KERNEL_start, ROCPD_KERNEL_end, ROCPD_KERNEL_name,
                                        ROCPD_KERNEL_stack_id, ROCPD_KERNEL_id, ROCPD_KERNEL_pid};

typedef struct arrival {
  int64_t of[READ];
  rocpd_source *source;
} arrival;

typedef struct arrival_list {
  arrival *row;
  size_t n, room;
} arrival_list;

typedef struct arrival_search {
  rocpd_batch **batch;
  rocpd_categories *category;
  int64_t collective;
  arrival_list *of; /* [batches] */
} arrival_search;

/* ---- kernels of collective operations */

/* Looks at a batch's few names first; mostly none is that of a collective kernel. */
static int may_have_any(const arrival_search *f, const rocpd_column *name, bool *any, rocpd_error *err) {
  int64_t category;
  int rc = SQLITE_OK;
  *any = !name->dict;
  for (uint32_t i = 0; rc == SQLITE_OK && !*any && i < name->ndict; i++) {
    rc = rocpd_category_of(f->category, name->dict[i], &category, err);
    *any = rc == SQLITE_OK && category == f->collective;
  }
  return rc;
}

static int find_in_batch(void *arg, size_t i, rocpd_error *err) {
  const arrival_search *f = arg;
  rocpd_batch *b = f->batch[i];
  arrival_list *to = &f->of[i];
  const rocpd_column *c[READ];
  bool any;
  int64_t category;
  int rc = rocpd_batch_column(b, ROCPD_KERNEL_name, &c[OF_NAME], err);
  if (rc == SQLITE_OK) rc = may_have_any(f, c[OF_NAME], &any, err);
  if (rc != SQLITE_OK || !any) return rc;
  rc = rocpd_batch_columns(b, kernel_column, READ, c, err);
  for (uint32_t row = 0; rc == SQLITE_OK && row < b->rows; row++) {
    rc = rocpd_category_of(f->category, rocpd_column_at(c[OF_NAME], row), &category, err);
    if (rc != SQLITE_OK || category != f->collective || rocpd_column_at(c[OF_START], row) == ROCPD_NULL) continue;
    if (rocpd_array_reserve(&to->row, &to->room, to->n + 1, sizeof *to->row) != SQLITE_OK) return rocpd_no_memory(err);
    arrival *x = &to->row[to->n++];
    x->source = b->source;
    for (int k = 0; k < READ; k++) x->of[k] = rocpd_column_at(c[k], row);
  }
  return rc;
}

/* By GPU, then in order of time. */
static int compare(const void *a, const void *b) {
  static const int key[] = {OF_GUID, OF_AGENT, OF_START, OF_END, OF_ID};
  const arrival *x = a, *y = b;
  int order = ROCPD_ORDER(x->source->number, y->source->number);
  for (size_t k = 0; !order && k < sizeof key / sizeof *key; k++) order = ROCPD_ORDER(x->of[key[k]], y->of[key[k]]);
  return order;
}

static int join(const arrival_search *f, size_t batches, arrival_list *all, rocpd_error *err) {
  for (size_t i = 0; i < batches; i++) {
    if (!f->of[i].n) continue;
    if (rocpd_array_reserve(&all->row, &all->room, all->n + f->of[i].n, sizeof *all->row) != SQLITE_OK) return rocpd_no_memory(err);
    memcpy(all->row + all->n, f->of[i].row, f->of[i].n * sizeof *all->row);
    all->n += f->of[i].n;
  }
  if (all->n) qsort(all->row, all->n, sizeof *all->row, compare);
  return SQLITE_OK;
}

/* Reads columns with texts, not in parallel: texts are numbered in the order in which they are read, and the numbers must be the same every time. */
static int load_texts(const arrival_search *f, size_t batches, rocpd_error *err) {
  static const int text[] = {ROCPD_KERNEL_name, ROCPD_KERNEL_guid, ROCPD_KERNEL_source};
  const rocpd_column *c;
  int rc = SQLITE_OK;
  for (size_t k = 0; k < sizeof text / sizeof *text; k++)
    for (size_t i = 0; rc == SQLITE_OK && i < batches; i++) rc = rocpd_batch_column(f->batch[i], text[k], &c, err);
  return rc;
}

static int find_arrivals(rocpd_snapshot *s, arrival_list *all, rocpd_error *err) {
  rocpd_session *session = rocpd_snapshot_session(s);
  arrival_search f = {0};
  size_t batches = 0;
  int rc = rocpd_snapshot_batches(s, ROCPD_KIND_KERNEL, &f.batch, &batches, err);
  if (rc == SQLITE_OK) rc = load_texts(&f, batches, err);
  if (rc == SQLITE_OK) rc = rocpd_fail_code(err, rocpd_intern(session, ROCPD_CATEGORY_COLLECTIVE, -1, &f.collective));
  if (rc == SQLITE_OK) rc = rocpd_categories_new(session, &f.category, err);
  if (rc == SQLITE_OK && !(f.of = rocpd_zeroed((batches + 1) * sizeof *f.of))) rc = rocpd_no_memory(err);
  if (rc == SQLITE_OK) rc = rocpd_parallel(session, batches, find_in_batch, &f, err);
  if (rc == SQLITE_OK) rc = join(&f, batches, all, err);
  for (size_t i = 0; f.of && i < batches; i++) sqlite3_free(f.of[i].row);
  sqlite3_free(f.of);
  rocpd_categories_free(f.category);
  return rc;
}

/* ---- what was between them */

typedef struct arriving {
  rocpd_snapshot *snapshot;
  rocpd_cover_reader cover;
  rocpd_identity whose;
  rocpd_row_builder b;
  int64_t n, reached; /* number of the GPU's operations so far, and the end of the last one; ROCPD_NULL: none yet */
} arriving;

static int add_row(arriving *m, const arrival *x, rocpd_error *err) {
  int64_t start = x->of[OF_START], since = m->reached == ROCPD_NULL || m->reached < start ? m->reached : start, compute;
  int rc =
    rocpd_cover_ns(&m->cover, x->of[OF_GUID], x->of[OF_PATH], x->of[OF_AGENT], ROCPD_NULL, since == ROCPD_NULL ? -ROCPD_MAX_TIME : since, start, &compute, err);
  if (rc == SQLITE_OK) rc = rocpd_identify(&m->whose, m->snapshot, x->source, x->of[OF_AGENT], err);
  if (rc != SQLITE_OK) return rc;
  int64_t offset_ns = m->whose.origin.wall_offset_ns, wall;
  if (offset_ns == ROCPD_NULL || __builtin_add_overflow(start, offset_ns, &wall)) wall = ROCPD_NULL;
  const int64_t value[COLUMNS] = {
    [AGENT] = x->of[OF_AGENT], [N] = ++m->n, [NAME] = x->of[OF_NAME], [SINCE] = since, [START] = start, [END] = x->of[OF_END], [COMPUTE] = compute,
    [OTHER] = since == ROCPD_NULL ? ROCPD_NULL : start - since - compute, ROCPD_IDENTITY_OF(m->whose), [WALL] = wall, [STACK] = x->of[OF_STACK],
    [ID] = x->of[OF_ID], [PID] = x->of[OF_PID]};
  return rocpd_fail_code(err, rocpd_rows_add(&m->b, value));
}

static int add_rows(arriving *m, const arrival_list *all, rocpd_error *err) {
  int rc = SQLITE_OK;
  for (size_t i = 0; rc == SQLITE_OK && i < all->n; i++) {
    const arrival *x = &all->row[i];
    bool is_first = !i || x->source != x[-1].source || memcmp(x->of, x[-1].of, GPU_KEYS * sizeof *x->of);
    if (is_first) m->n = 0, m->reached = ROCPD_NULL;
    rc = add_row(m, x, err);
    m->reached = rocpd_later(m->reached, rocpd_later(x->of[OF_START], x->of[OF_END])); /* ROCPD_NULL is less than any time */
  }
  return rc;
}

static int arrivals_rows(rocpd_snapshot *s, const char *const *arg, rocpd_rows *out, rocpd_error *err) {
  arriving m = {.snapshot = s, .b.columns = COLUMNS};
  arrival_list all = {0};
  int rc = find_arrivals(s, &all, err);
  if (rc == SQLITE_OK && all.n) rc = rocpd_cover_new(s, &m.cover.cover, err);
  if (rc == SQLITE_OK) rc = add_rows(&m, &all, err);
  rocpd_cover_free(m.cover.cover);
  sqlite3_free(all.row);
  return rocpd_rows_end(&m.b, rc, out, err);
}

ROCPD_TABLE(arrivals) = {.name = "arrivals", .kind = -1, .column = columns, .columns = COLUMNS, .kept = ROCPD_KEPT_BY_CATEGORY,
                         .shows = {ROCPD_TAKES_ROWS, ID, -1}, .rows = arrivals_rows};
