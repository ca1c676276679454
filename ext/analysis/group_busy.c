/* See group_busy.h. Rows become spans of their agents; those of one group and agent are gathered and sorted; mostly they are in order already. */
#include "group_busy.h"
#include <pthread.h>
#include <stdlib.h>
#include "owner.h"
#include "sum.h"
#include "window.h"

typedef struct busy_span {
  int64_t start, end;
  uint32_t group, agent;
} busy_span;

typedef struct busy_spans {
  rocpd_snapshot *snapshot;
  int64_t gpu; /* the text "GPU" */
  pthread_mutex_t mutex; /* guards what follows */
  rocpd_groups agents; /* by source and id */
  busy_span *span;
  size_t n, room;
} busy_spans;

enum { BLOCK = ROCPD_BLOCK };

typedef struct owned_block { /* spans of a block, before agents are numbered */
  busy_span span[2 * BLOCK];
  int64_t agent[2 * BLOCK];
  size_t n;
} owned_block;

static void add_owned(const busy_spans *b, const rocpd_owner_columns *c, uint32_t row, int64_t group, owned_block *to) {
  const rocpd_window *w = rocpd_snapshot_window(b->snapshot);
  int64_t start = rocpd_column_at(c->start, row), end = rocpd_column_at(c->end, row);
  rocpd_owner owner[2];
  if (start == ROCPD_NULL || end == ROCPD_NULL) return;
  if (w) start = rocpd_later(start, w->start), end = rocpd_earlier(end, w->end);
  int owners = rocpd_owners((rocpd_owner){rocpd_column_at(c->agent, row), rocpd_column_at(c->type, row)},
                            (rocpd_owner){c->other ? rocpd_column_at(c->other, row) : ROCPD_NULL, c->other ? rocpd_column_at(c->other_type, row) : ROCPD_NULL},
                            b->gpu, owner);
  for (int i = 0; i < owners; i++, to->n++)
    to->span[to->n] = (busy_span){start, rocpd_later(start, end), (uint32_t)group, 0}, to->agent[to->n] = owner[i].agent;
}

static int keep(busy_spans *b, const rocpd_source *source, owned_block *from, rocpd_error *err) {
  int rc = rocpd_array_reserve(&b->span, &b->room, b->n + from->n, sizeof *b->span) == SQLITE_OK ? SQLITE_OK : rocpd_no_memory(err);
  for (size_t i = 0; rc == SQLITE_OK && i < from->n; i++) {
    int64_t agent;
    rc = rocpd_group_add(&b->agents, (int64_t[]){source->number, from->agent[i]}, &agent, err);
    from->span[i].agent = (uint32_t)agent;
    if (rc == SQLITE_OK) b->span[b->n++] = from->span[i];
  }
  return rc;
}

static int collect(void *arg, const rocpd_grouped *rows, rocpd_error *err) {
  busy_spans *b = arg;
  rocpd_owner_columns c;
  int rc = rocpd_owner_columns_load(rows->batch, ROCPD_LEVEL_AGENT, &c, err);
  owned_block *block = rc == SQLITE_OK ? sqlite3_malloc64(sizeof *block) : NULL;
  if (rc == SQLITE_OK && !block) rc = rocpd_no_memory(err);
  if (rc != SQLITE_OK) return rc;
  block->n = 0;
  for (uint32_t i = 0; i < rows->n; i++) add_owned(b, &c, rows->first + (rows->row ? rows->row[i] : i), rows->group[i], block);
  pthread_mutex_lock(&b->mutex);
  rc = keep(b, rows->batch->source, block, err);
  pthread_mutex_unlock(&b->mutex);
  sqlite3_free(block);
  return rc;
}

/* ---- in order */

static bool in_order(const busy_span *a, const busy_span *b) {
  if (a->group != b->group) return a->group < b->group;
  if (a->agent != b->agent) return a->agent < b->agent;
  return a->start <= b->start;
}

static void sort(busy_span *x, busy_span *spare, size_t n) {
  if (n < 2) return;
  size_t half = n / 2, a = 0, b = half, at = 0;
  sort(x, spare, half), sort(x + half, spare, n - half);
  if (in_order(&x[half - 1], &x[half])) return;
  memcpy(spare, x, half * sizeof *x);
  while (a < half) x[at++] = b < n && !in_order(&spare[a], &x[b]) ? x[b++] : spare[a++];
}

static int add_up(busy_spans *b, const rocpd_statistics *st, int64_t *out, rocpd_error *err) {
  busy_span *spare = sqlite3_malloc64((b->n / 2 + 1) * sizeof *spare);
  if (!spare) return rocpd_fail(err, SQLITE_NOMEM, "out of memory for %zu kernels and copies", b->n);
  sort(b->span, spare, b->n);
  sqlite3_free(spare);
  int64_t reached = INT64_MIN;
  for (const busy_span *x = b->span; x < b->span + b->n; x++) {
    int64_t *ns = &out[st->place[x->group]];
    if (x == b->span || x[-1].group != x->group || x[-1].agent != x->agent) reached = INT64_MIN;
    int64_t from = rocpd_later(reached, x->start);
    *ns = rocpd_add(*ns == ROCPD_NULL ? 0 : *ns, x->end > from ? x->end - from : 0);
    reached = rocpd_later(reached, x->end);
  }
  return SQLITE_OK;
}

int rocpd_group_busy(rocpd_snapshot *s, const rocpd_group_input *input, int inputs, const rocpd_statistics *st, int64_t *out, rocpd_error *err) {
  busy_spans b = {.snapshot = s, .agents.keys = 2};
  for (size_t i = 0; i < st->n; i++) out[i] = ROCPD_NULL;
  if (!inputs || !st->n) return SQLITE_OK;
  pthread_mutex_init(&b.mutex, NULL);
  int rc = rocpd_fail_code(err, rocpd_intern(rocpd_snapshot_session(s), "GPU", -1, &b.gpu));
  if (rc == SQLITE_OK) rc = rocpd_group_again(s, input, inputs, &st->table.groups, collect, &b, err);
  if (rc == SQLITE_OK) rc = add_up(&b, st, out, err);
  pthread_mutex_destroy(&b.mutex);
  rocpd_groups_free(&b.agents);
  sqlite3_free(b.span);
  return rc;
}
