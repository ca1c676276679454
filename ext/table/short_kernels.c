/* short_kernels: kernels shorter than a limit, by name, the most frequent first, with the time until the next kernel of their queue, which fusing the two
** could save. */
#include <stdlib.h>
#include "pool.h"
#include "queue_order.h"
#include "rows.h"
#include "sum.h"

#define COLUMN_LIST(C, H) \
  C(NAME, name, TEXT) C(CALLS, calls, INTEGER) C(SHORT_CALLS, short_calls, INTEGER) C(SHORT_SHARE, short_share, REAL) \
  C(SHORT_NS, short_ns, INTEGER) C(TIME_SHARE, time_share, REAL) C(GAPS, gaps, INTEGER) C(GAP_NS, gap_ns, INTEGER)
ROCPD_COLUMNS(COLUMN_LIST);

typedef struct tally {
  int64_t name, position, calls, short_calls, short_ns, total_ns, gaps, gap_ns;
} tally;

typedef struct tallies { /* of a worker thread; then of all together */
  rocpd_pooled pooled; /* must be first */
  rocpd_groups names;
  tally *tally;
  size_t room;
} tallies;

typedef struct shortness {
  rocpd_queue_order q;
  int64_t below;
  rocpd_pool workers; /* the tallies of worker threads */
} shortness;

static tallies *new_tallies(void) {
  tallies *t = sqlite3_malloc64(sizeof *t);
  if (t) *t = (tallies){.names = {.keys = 1, .by_text = true}};
  return t;
}

static void free_tallies(void *one) {
  tallies *t = one;
  rocpd_groups_free(&t->names), sqlite3_free(t->tally), sqlite3_free(t);
}

static int tally_of(tallies *m, int64_t name, tally **out, rocpd_error *err) {
  int64_t group;
  int rc = rocpd_group_add(&m->names, &name, &group, err);
  if (rc != SQLITE_OK) return rc;
  size_t room = m->room;
  if (rocpd_array_reserve(&m->tally, &m->room, m->names.n, sizeof *m->tally) != SQLITE_OK) return rocpd_no_memory(err);
  if (m->room > room) memset(m->tally + room, 0, (m->room - room) * sizeof *m->tally);
  *out = &m->tally[group];
  (*out)->name = name;
  return SQLITE_OK;
}

static int add(tallies *m, const rocpd_queued *x, int64_t below, rocpd_error *err) {
  tally *t = NULL;
  int rc = tally_of(m, x->name, &t, err);
  if (rc != SQLITE_OK) return rc;
  t->calls++, t->total_ns = rocpd_add(t->total_ns, x->end - x->start);
  if (x->end - x->start >= below) return SQLITE_OK;
  t->short_calls++, t->short_ns = rocpd_add(t->short_ns, x->end - x->start);
  if (x->pause != ROCPD_NULL) t->gaps++, t->gap_ns = rocpd_add(t->gap_ns, x->pause > 0 ? x->pause : 0);
  return SQLITE_OK;
}

static int count(const shortness *m, rocpd_queue_reader *r, tallies *to, rocpd_error *err) {
  rocpd_queued block[ROCPD_BLOCK];
  uint32_t n;
  int rc = rocpd_queue_read(r, block, &n, err);
  while (rc == SQLITE_OK && n) {
    for (uint32_t k = 0; rc == SQLITE_OK && k < n; k++) rc = add(to, &block[k], m->below, err);
    if (rc == SQLITE_OK) rc = rocpd_queue_read(r, block, &n, err);
  }
  return rc;
}

static int count_part(void *arg, size_t i, rocpd_error *err) {
  shortness *m = arg;
  tallies *to = rocpd_pool_take(&m->workers, NULL, NULL);
  rocpd_queue_reader *r = NULL;
  if (!to && !(to = new_tallies())) return rocpd_no_memory(err);
  int rc = rocpd_queue_reader_open(&m->q, i, &r, err);
  if (rc == SQLITE_OK) rc = count(m, r, to, err);
  rocpd_queue_reader_close(r);
  rocpd_pool_give(&m->workers, to);
  return rc;
}

/* Merges the tallies of all workers. */
static int gather(shortness *m, tallies *all, rocpd_error *err) {
  int rc = SQLITE_OK;
  for (tallies *w; (w = rocpd_pool_take(&m->workers, NULL, NULL)); free_tallies(w)) {
    for (size_t i = 0; rc == SQLITE_OK && i < w->names.n; i++) {
      const tally *x = &w->tally[i];
      tally *t = NULL;
      rc = tally_of(all, x->name, &t, err);
      if (rc != SQLITE_OK) break;
      t->calls += x->calls, t->short_calls += x->short_calls, t->gaps += x->gaps;
      t->total_ns = rocpd_add(t->total_ns, x->total_ns), t->short_ns = rocpd_add(t->short_ns, x->short_ns), t->gap_ns = rocpd_add(t->gap_ns, x->gap_ns);
    }
  }
  return rc;
}

static int compare(const void *a, const void *b) {
  const tally *x = a, *y = b;
  if (x->short_calls != y->short_calls) return x->short_calls < y->short_calls ? 1 : -1;
  return ROCPD_ORDER(x->position, y->position);
}

static int add_rows(tallies *m, rocpd_session *session, rocpd_row_builder *b) {
  const uint32_t *position = NULL;
  size_t positions = 0;
  int rc = m->names.n ? rocpd_string_positions(session, &position, &positions) : SQLITE_OK;
  for (size_t i = 0; rc == SQLITE_OK && i < m->names.n; i++)
    m->tally[i].position = m->tally[i].name == ROCPD_NULL ? -1 : (int64_t)position[m->tally[i].name];
  if (rc == SQLITE_OK && m->names.n) qsort(m->tally, m->names.n, sizeof *m->tally, compare);
  for (size_t i = 0; rc == SQLITE_OK && i < m->names.n && m->tally[i].short_calls; i++) {
    const tally *t = &m->tally[i];
    const int64_t value[COLUMNS] = {
      [NAME] = t->name, [CALLS] = t->calls, [SHORT_CALLS] = t->short_calls, [SHORT_SHARE] = rocpd_real_bits((double)t->short_calls / (double)t->calls),
      [SHORT_NS] = t->short_ns, [TIME_SHARE] = t->total_ns ? rocpd_real_bits((double)t->short_ns / (double)t->total_ns) : ROCPD_NULL,
      [GAPS] = t->gaps, [GAP_NS] = t->gap_ns,
    };
    rc = rocpd_rows_add(b, value);
  }
  return rc;
}

static int short_kernels_rows(rocpd_snapshot *s, const char *const *arg, rocpd_rows *out, rocpd_error *err) {
  shortness m = {.below = 10000};
  rocpd_session *session = rocpd_snapshot_session(s);
  tallies *all = new_tallies();
  rocpd_row_builder b = {.columns = COLUMNS};
  rocpd_pool_init(&m.workers);
  int rc = all ? rocpd_argument_number("short_kernels", "below", arg[0], "a number of ns", 0, &m.below, err) : rocpd_no_memory(err);
  if (rc == SQLITE_OK) rc = rocpd_queue_order_make(s, ROCPD_ORDER_QUEUES, &m.q, err);
  if (rc == SQLITE_OK) rc = rocpd_parallel(session, m.q.all.slices, count_part, &m, err);
  if (rc == SQLITE_OK) rc = gather(&m, all, err);
  if (rc == SQLITE_OK) rc = rocpd_fail_code(err, add_rows(all, session, &b));
  rocpd_pool_free(&m.workers, free_tallies);
  rocpd_queue_order_free(&m.q);
  if (all) free_tallies(all);
  return rocpd_rows_end(&b, rc, out, err);
}

static const char *const args[] = {"below", NULL};
ROCPD_TABLE(short_kernels) = {
  .name = "short_kernels", .kind = -1, .column = columns, .columns = COLUMNS, .args = args, .takes = ROCPD_TAKES_GPU, .rows = short_kernels_rows};
