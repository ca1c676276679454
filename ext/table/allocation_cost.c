/* allocation_cost: calls that get or give back memory while the GPU has work to do, added up by function and process. */
#include "group_key.h"
#include "groups.h"
#include "once.h"
#include "parallel.h"
#include "rows.h"
#include "sum.h"

#define COLUMN_LIST(C, H) \
  C(NAME, name, TEXT) C(CALLS, calls, INTEGER) C(TOTAL, total_ns, INTEGER) C(ONCE, once_ns, INTEGER) C(PID, pid, INTEGER) \
  ROCPD_IDENTITY_COLUMNS(H)
ROCPD_COLUMNS(COLUMN_LIST);

static const char *const functions[] = {"hipMalloc", "hipFree", "hipHostMalloc", "hipHostFree", "hipMallocManaged", "hipHostRegister", "hipHostUnregister"};
enum { FUNCTIONS = sizeof functions / sizeof *functions };

/* The columns that say who made a call. The first three identify its lane: calls of a process that overlap count once. */
enum { OF_GUID, OF_NID, OF_PID, OF_SOURCE, OF_RUN, OF_HOST, OF_RANK, KEYS, LANE_KEYS = OF_PID + 1 };
static const int owner_column[KEYS] = {ROCPD_REGION_guid, ROCPD_REGION_nid,  ROCPD_REGION_pid, ROCPD_REGION_source,
                                       ROCPD_REGION_run,  ROCPD_REGION_host, ROCPD_REGION_rank};

typedef struct found_calls { /* in a batch. row: row of the batch; lane: number of the function */
  rocpd_once_row *call;
  size_t n, room;
} found_calls;

typedef struct start_range {
  int64_t first, last;
} start_range;

typedef struct call_sum {
  uint64_t calls;
  rocpd_sum128 total, once;
} call_sum;

typedef struct allocating {
  rocpd_session *session;
  rocpd_snapshot *snapshot;
  start_range kernels;    /* starts of all */
  rocpd_batch **batch;    /* regions */
  size_t batches;
  rocpd_groups names;     /* the functions, in their order */
  found_calls *found;     /* [batches] */
  rocpd_groups owners, lanes;
  rocpd_once_row *call;   /* calls of all batches. row: owner and function */
  size_t n;
  call_sum *sum;          /* [owners][FUNCTIONS] */
} allocating;

/* ---- kernels */

typedef struct start_ranges {
  rocpd_batch **batch;
  start_range *of; /* each */
} start_ranges;

static int find_starts(void *arg, size_t i, rocpd_error *err) {
  const start_ranges *r = arg;
  const rocpd_column *start;
  int64_t v[ROCPD_BLOCK];
  start_range x = {INT64_MAX, INT64_MIN};
  int rc = rocpd_batch_column(r->batch[i], ROCPD_KERNEL_start, &start, err);
  for (uint32_t rows = r->batch[i]->rows, first = 0; rc == SQLITE_OK && first < rows; first += ROCPD_BLOCK) {
    uint32_t n = rows - first < ROCPD_BLOCK ? rows - first : ROCPD_BLOCK;
    rocpd_column_get(start, first, n, v);
    for (uint32_t k = 0; k < n; k++) {
      x.first = v[k] != ROCPD_NULL && v[k] < x.first ? v[k] : x.first;
      x.last = rocpd_later(x.last, v[k]); /* NULL is less than any */
    }
  }
  r->of[i] = x;
  return rc;
}

/* Without kernels, no call is between kernels. */
static int find_kernels(allocating *m, rocpd_error *err) {
  start_ranges r = {0};
  size_t n;
  m->kernels = (start_range){INT64_MAX, INT64_MIN};
  int rc = rocpd_snapshot_batches(m->snapshot, ROCPD_KIND_KERNEL, &r.batch, &n, err);
  if (rc == SQLITE_OK && !(r.of = sqlite3_malloc64((n + 1) * sizeof *r.of))) rc = rocpd_no_memory(err);
  if (rc == SQLITE_OK) rc = rocpd_parallel(m->session, n, find_starts, &r, err);
  for (size_t i = 0; rc == SQLITE_OK && i < n; i++)
    m->kernels = (start_range){rocpd_earlier(m->kernels.first, r.of[i].first), rocpd_later(m->kernels.last, r.of[i].last)};
  sqlite3_free(r.of);
  return rc;
}

/* ---- calls */

static int read_names(void *arg, size_t i, rocpd_error *err) {
  const allocating *m = arg;
  const rocpd_column *name;
  return rocpd_batch_column(m->batch[i], ROCPD_REGION_name, &name, err);
}

/* Makes room for each text that a batch has, so that groups can be looked up without a test whether the text exists. */
static int make_names(allocating *m, rocpd_error *err) {
  int64_t id, group;
  int rc = rocpd_parallel(m->session, m->batches, read_names, m, err);
  for (size_t i = 0; rc == SQLITE_OK && i < FUNCTIONS; i++) {
    rc = rocpd_fail_code(err, rocpd_intern(m->session, functions[i], -1, &id));
    if (rc == SQLITE_OK) rc = rocpd_group_add(&m->names, &id, &group, err);
  }
  for (size_t i = 0; rc == SQLITE_OK && i < m->batches; i++) {
    const rocpd_column *name;
    rc = rocpd_batch_column(m->batch[i], ROCPD_REGION_name, &name, err);
    if (rc == SQLITE_OK && !rocpd_column_only_nulls(name)) rc = rocpd_groups_reserve(&m->names, name->max, err);
  }
  return rc;
}

/* Looks at a batch's dictionary first: it is short, and most batches of interfaces other than HIP have none of the names. */
static bool may_have_any(const rocpd_groups *names, const rocpd_column *name) {
  if (!name->dict) return true;
  uint32_t i = 0;
  while (i < name->ndict && rocpd_group_find(names, &name->dict[i]) == ROCPD_UNGROUPED) i++;
  return i < name->ndict;
}

typedef struct call_columns {
  const rocpd_column *name, *start, *end, *id;
} call_columns;

static int collect_block(const allocating *m, const call_columns *c, uint32_t first, uint32_t n, found_calls *to) {
  int64_t text[ROCPD_BLOCK], function[ROCPD_BLOCK];
  if (rocpd_array_reserve(&to->call, &to->room, to->n + n, sizeof *to->call) != SQLITE_OK) return SQLITE_NOMEM;
  rocpd_column_get(c->name, first, n, text);
  rocpd_groups_of_texts(&m->names, text, n, function);
  for (uint32_t i = 0, row = first; i < n; i++, row++) {
    if (function[i] == ROCPD_UNGROUPED) continue;
    int64_t start = rocpd_column_at(c->start, row), end = rocpd_column_at(c->end, row);
    if (start == ROCPD_NULL || end == ROCPD_NULL || start <= m->kernels.first || end >= m->kernels.last) continue;
    to->call[to->n++] = (rocpd_once_row){start, end, rocpd_column_at(c->id, row), (uint32_t)function[i], row};
  }
  return SQLITE_OK;
}

static int collect(void *arg, size_t i, rocpd_error *err) {
  const allocating *m = arg;
  rocpd_batch *b = m->batch[i];
  call_columns c;
  int rc = rocpd_batch_column(b, ROCPD_REGION_name, &c.name, err);
  if (rc != SQLITE_OK || !may_have_any(&m->names, c.name)) return rc;
  rc = rocpd_batch_times(b, &c.start, &c.end, err);
  if (rc == SQLITE_OK) rc = rocpd_batch_column(b, ROCPD_REGION_id, &c.id, err);
  for (uint32_t first = 0, n; rc == SQLITE_OK && (n = rocpd_rows_from(first, b->rows, ROCPD_BLOCK)) > 0; first += n) {
    if (collect_block(m, &c, first, n, &m->found[i]) != SQLITE_OK) rc = rocpd_no_memory(err);
  }
  return rc;
}

static int find_calls(allocating *m, rocpd_error *err) {
  int rc = rocpd_snapshot_batches(m->snapshot, ROCPD_KIND_REGION, &m->batch, &m->batches, err);
  if (rc == SQLITE_OK) rc = make_names(m, err);
  if (rc != SQLITE_OK) return rc;
  m->found = rocpd_zeroed((m->batches + 1) * sizeof *m->found);
  if (!m->found) return rocpd_no_memory(err);
  return rocpd_parallel(m->session, m->batches, collect, m, err);
}

/* ---- whose they are */

static int add_owner(allocating *m, const rocpd_column *const *of, uint32_t row, int64_t *owner, int64_t *lane, rocpd_error *err) {
  int64_t key[KEYS];
  for (int k = 0; k < KEYS; k++) key[k] = rocpd_column_at(of[k], row);
  int rc = rocpd_group_add(&m->owners, key, owner, err);
  if (rc == SQLITE_OK) rc = rocpd_group_add(&m->lanes, key, lane, err);
  if (rc == SQLITE_OK && m->owners.n > UINT32_MAX / FUNCTIONS)
    rc = rocpd_fail(err, SQLITE_TOOBIG, "allocation_cost: more than %u processes", UINT32_MAX / FUNCTIONS);
  return rc;
}

/* Appends the calls of a batch, which mostly belong to one process, to those of the batches before it. */
static int add_batch(allocating *m, size_t batch, rocpd_error *err) {
  const found_calls *f = &m->found[batch];
  const rocpd_column *of[KEYS];
  bool one = true;
  int64_t owner = 0, lane = 0;
  int rc = SQLITE_OK;
  if (!f->n) return SQLITE_OK;
  for (int k = 0; rc == SQLITE_OK && k < KEYS; k++) {
    rc = rocpd_batch_column(m->batch[batch], owner_column[k], &of[k], err);
    if (rc == SQLITE_OK) one = one && rocpd_column_is_constant(of[k]);
  }
  for (size_t i = 0; rc == SQLITE_OK && i < f->n; i++) {
    rocpd_once_row x = f->call[i];
    if (!i || !one) rc = add_owner(m, of, x.row, &owner, &lane, err);
    x.row = (uint32_t)owner * FUNCTIONS + x.lane, x.lane = (uint32_t)lane;
    m->call[m->n++] = x;
  }
  return rc;
}

static int join_batches(allocating *m, rocpd_error *err) {
  size_t n = 0;
  int rc = SQLITE_OK;
  for (size_t i = 0; i < m->batches; i++) n += m->found[i].n;
  if (!(m->call = rocpd_large_alloc((n + 1) * sizeof *m->call))) return rocpd_fail(err, SQLITE_NOMEM, "out of memory for %zu calls", n);
  for (size_t i = 0; rc == SQLITE_OK && i < m->batches; i++) {
    rc = add_batch(m, i, err);
    sqlite3_free(m->found[i].call), m->found[i] = (found_calls){0};
    if (rc == SQLITE_OK && rocpd_interrupted(m->session)) rc = rocpd_fail(err, SQLITE_INTERRUPT, "interrupted");
  }
  return rc;
}

static int add_call(void *arg, const rocpd_once_row *x, int64_t once, rocpd_error *err) {
  (void)err;
  call_sum *s = &((allocating *)arg)->sum[x->row];
  s->calls++, s->total += x->end - x->start, s->once += once;
  return SQLITE_OK;
}

static int add_up(allocating *m, rocpd_error *err) {
  if (!(m->sum = rocpd_zeroed(((uint64_t)m->owners.n * FUNCTIONS + 1) * sizeof *m->sum))) return rocpd_no_memory(err);
  return rocpd_once_each(m->session, m->call, m->n, add_call, m, err);
}

/* ---- rows */

static int add_rows(const allocating *m, rocpd_row_builder *b) {
  int rc = SQLITE_OK;
  for (size_t i = 0; rc == SQLITE_OK && i < m->owners.n * FUNCTIONS; i++) {
    const call_sum *s = &m->sum[i];
    const int64_t *of = &m->owners.key[i / FUNCTIONS * KEYS];
    if (!s->calls) continue;
    rc = rocpd_rows_add(b, (const int64_t[COLUMNS]){
      [NAME] = m->names.key[i % FUNCTIONS], [CALLS] = (int64_t)s->calls, [TOTAL] = rocpd_saturated(s->total), [ONCE] = rocpd_saturated(s->once),
      [PID] = of[OF_PID],
      [GUID] = of[OF_GUID], [SOURCE] = of[OF_SOURCE], [RUN] = of[OF_RUN], [HOST] = of[OF_HOST], [RANK] = of[OF_RANK]});
  }
  return rc;
}

static int cost_rows(rocpd_snapshot *s, const char *const *arg, rocpd_rows *out, rocpd_error *err) {
  allocating m = {.session = rocpd_snapshot_session(s), .snapshot = s, .names = {.keys = 1, .by_text = true}, .owners.keys = KEYS, .lanes.keys = LANE_KEYS};
  rocpd_row_builder b = {.columns = COLUMNS};
  int rc = find_kernels(&m, err);
  if (rc == SQLITE_OK) rc = find_calls(&m, err);
  if (rc == SQLITE_OK) rc = join_batches(&m, err);
  if (rc == SQLITE_OK) rc = add_up(&m, err);
  if (rc == SQLITE_OK) rc = rocpd_fail_code(err, add_rows(&m, &b));
  for (size_t i = 0; m.found && i < m.batches; i++) sqlite3_free(m.found[i].call);
  rocpd_groups_free(&m.names), rocpd_groups_free(&m.owners), rocpd_groups_free(&m.lanes);
  sqlite3_free(m.found), sqlite3_free(m.call), sqlite3_free(m.sum);
  return rocpd_rows_end(&b, rc, out, err);
}

ROCPD_TABLE(allocation_cost) = {
  .name = "allocation_cost", .kind = -1, .column = columns, .columns = COLUMNS, .kept = ROCPD_KEPT, .ignores = ROCPD_TAKES_ROWS, .rows = cost_rows};
