/* See cover.h. Of each agent, and of two agents where somebody asks for both, there is a union in order of time, each interval with
** the length of those before it: what it covers of an interval takes two searches. */
#include "cover.h"
#include <pthread.h>
#include "category.h"
#include "queue_order.h"

typedef struct cover_span {
  int64_t start, end; /* end > start; no other one touches it */
  int64_t before;     /* length of all before it */
} cover_span;

typedef struct cover_line {
  cover_span *span;
  size_t n;
} cover_line;

struct rocpd_cover {
  rocpd_groups agents; /* by the keys of a queue order */
  cover_line *line;    /* of each */
  size_t lines;
  pthread_mutex_t mutex; /* guards those of two agents: */
  rocpd_groups pairs;    /* by guid, source and both agents */
  cover_line **pair;     /* of each */
};

/* ---- unions */

typedef struct cover_adding { /* to a line */
  cover_span *span;
  size_t n;
} cover_adding;

static void add(cover_adding *a, int64_t start, int64_t end) {
  if (end <= start) return;
  cover_span *last = a->n ? &a->span[a->n - 1] : NULL;
  if (last && start <= last->end) {
    if (end > last->end) last->end = end;
    return;
  }
  a->span[a->n++] = (cover_span){start, end, last ? last->before + (last->end - last->start) : 0};
}

static cover_line finish(cover_adding *a) {
  cover_span *less = sqlite3_realloc64(a->span, (a->n + 1) * sizeof *less);
  return (cover_line){less ? less : a->span, a->n};
}

/* What the kernels that compute cover, part by part. */
typedef struct covering {
  rocpd_queue_order q;
  rocpd_categories *categories;
  int64_t idle[2]; /* those of kernels that do not compute; interned */
  cover_adding *part;
} covering;

static int computes(const covering *w, int64_t name, bool *yes, rocpd_error *err) {
  int64_t category;
  int rc = rocpd_category_of(w->categories, name, &category, err);
  *yes = rc == SQLITE_OK && category != w->idle[0] && category != w->idle[1];
  return rc;
}

static int add_block(const covering *w, const rocpd_queued *x, uint32_t n, cover_adding *to, size_t *room, rocpd_error *err) {
  int64_t name = ROCPD_NULL; /* looked at last: no kernel's, or one that computes */
  bool yes = true;
  if (rocpd_array_reserve(&to->span, room, to->n + n, sizeof *to->span) != SQLITE_OK) return rocpd_no_memory(err);
  for (uint32_t k = 0; k < n; k++) {
    int rc = x[k].name != name ? computes(w, name = x[k].name, &yes, err) : SQLITE_OK;
    if (rc != SQLITE_OK) return rc;
    if (yes) add(to, x[k].start, x[k].end);
  }
  return SQLITE_OK;
}

static int cover_part(void *arg, size_t i, rocpd_error *err) {
  const covering *w = arg;
  rocpd_queue_reader *r = NULL;
  rocpd_queued block[ROCPD_BLOCK];
  size_t room = 0;
  uint32_t n = 1;
  int rc = rocpd_queue_reader_open(&w->q, i, &r, err);
  while (rc == SQLITE_OK && n) {
    rc = rocpd_queue_read(r, block, &n, err);
    if (rc == SQLITE_OK) rc = add_block(w, block, n, &w->part[i], &room, err);
  }
  rocpd_queue_reader_close(r);
  return rc;
}

/* The parts of each agent as one line. */
static int join_parts(rocpd_cover *c, const covering *w, rocpd_error *err) {
  for (size_t i = 0, part = 0; i < w->q.queues; i++) {
    size_t n = 0, end = part;
    for (; end < w->q.parts && w->q.part[end].queue == i; end++) n += w->part[end].n;
    cover_adding all = {.span = sqlite3_malloc64((n + 1) * sizeof *all.span)};
    if (!all.span) return rocpd_fail(err, SQLITE_NOMEM, "out of memory for %zu intervals", n);
    for (; part < end; part++) {
      for (size_t k = 0; k < w->part[part].n; k++) add(&all, w->part[part].span[k].start, w->part[part].span[k].end);
      sqlite3_free(w->part[part].span), w->part[part].span = NULL;
    }
    c->line[c->lines++] = finish(&all);
  }
  return SQLITE_OK;
}

static int make_lines(rocpd_cover *c, rocpd_snapshot *s, covering *w, rocpd_error *err) {
  rocpd_session *session = rocpd_snapshot_session(s);
  int rc = rocpd_queue_order_make(s, ROCPD_ORDER_AGENTS, &w->q, err);
  if (rc == SQLITE_OK) rc = rocpd_categories_new(session, &w->categories, err);
  if (rc == SQLITE_OK) rc = rocpd_fail_code(err, rocpd_intern(session, ROCPD_CATEGORY_COPY, -1, &w->idle[0]));
  if (rc == SQLITE_OK) rc = rocpd_fail_code(err, rocpd_intern(session, ROCPD_CATEGORY_COLLECTIVE, -1, &w->idle[1]));
  if (rc != SQLITE_OK) return rc;
  w->part = sqlite3_malloc64((w->q.parts + 1) * sizeof *w->part);
  c->line = sqlite3_malloc64((w->q.queues + 1) * sizeof *c->line);
  if (w->part) memset(w->part, 0, (w->q.parts + 1) * sizeof *w->part);
  if (!w->part || !c->line) return rocpd_no_memory(err);
  rc = rocpd_parallel(session, w->q.parts, cover_part, w, err);
  return rc == SQLITE_OK ? join_parts(c, w, err) : rc;
}

int rocpd_cover_new(rocpd_snapshot *s, rocpd_cover **out, rocpd_error *err) {
  rocpd_cover *c = *out = sqlite3_malloc64(sizeof *c);
  if (!c) return rocpd_no_memory(err);
  memset(c, 0, sizeof *c);
  c->pairs.keys = 4;
  pthread_mutex_init(&c->mutex, NULL);
  covering w = {0};
  int rc = make_lines(c, s, &w, err);
  for (size_t i = 0; w.part && i < w.q.parts; i++) sqlite3_free(w.part[i].span);
  sqlite3_free(w.part);
  rocpd_categories_free(w.categories);
  c->agents = w.q.table.groups, w.q.table.groups = (rocpd_groups){0};
  rocpd_queue_order_free(&w.q);
  if (rc != SQLITE_OK) rocpd_cover_free(c), *out = NULL;
  return rc;
}

void rocpd_cover_free(rocpd_cover *c) {
  if (!c) return;
  for (size_t i = 0; i < c->lines; i++) sqlite3_free(c->line[i].span);
  for (size_t i = 0; c->pair && i < c->pairs.n; i++) sqlite3_free(c->pair[i]->span), sqlite3_free(c->pair[i]);
  sqlite3_free(c->line), sqlite3_free(c->pair);
  pthread_mutex_destroy(&c->mutex);
  rocpd_groups_free(&c->agents);
  rocpd_groups_free(&c->pairs);
  sqlite3_free(c);
}

/* ---- looking */

static const cover_line nothing;

static const cover_line *line_of(const rocpd_cover *c, int64_t guid, int64_t source, int64_t agent) {
  const int64_t key[ROCPD_ORDER_KEYS] = {guid, source, ROCPD_NULL, agent, ROCPD_NULL};
  int64_t group = agent == ROCPD_NULL ? ROCPD_UNGROUPED : rocpd_group_find(&c->agents, key);
  return group == ROCPD_UNGROUPED ? &nothing : &c->line[group];
}

static int make_pair(rocpd_cover *c, const cover_line *a, const cover_line *b, const int64_t *key, rocpd_error *err) {
  cover_adding both = {.span = sqlite3_malloc64((a->n + b->n + 1) * sizeof *both.span)};
  cover_line *line = sqlite3_malloc64(sizeof *line), **more = sqlite3_realloc64(c->pair, (c->pairs.n + 1) * sizeof *more);
  int64_t group;
  if (more) c->pair = more;
  int rc = both.span && line && more ? rocpd_group_add(&c->pairs, key, &group, err) : rocpd_no_memory(err);
  if (rc != SQLITE_OK) return sqlite3_free(both.span), sqlite3_free(line), rc;
  for (size_t i = 0, k = 0; i < a->n || k < b->n;) {
    const cover_span *next = k == b->n || (i < a->n && a->span[i].start <= b->span[k].start) ? &a->span[i++] : &b->span[k++];
    add(&both, next->start, next->end);
  }
  *line = finish(&both);
  c->pair[group] = line;
  return SQLITE_OK;
}

static int pair_of(rocpd_cover *c, int64_t guid, int64_t source, int64_t a, int64_t b, const cover_line **out, rocpd_error *err) {
  const cover_line *one = line_of(c, guid, source, a), *other = line_of(c, guid, source, b);
  *out = one->n ? one : other;
  if (!one->n || !other->n || one == other) return SQLITE_OK;
  int64_t key[4] = {guid, source, a, b};
  pthread_mutex_lock(&c->mutex);
  int rc = rocpd_group_find(&c->pairs, key) == ROCPD_UNGROUPED ? make_pair(c, one, other, key, err) : SQLITE_OK;
  if (rc == SQLITE_OK) *out = c->pair[rocpd_group_find(&c->pairs, key)];
  pthread_mutex_unlock(&c->mutex);
  return rc;
}

/* What is covered before a time. */
static int64_t until(const cover_line *l, int64_t time) {
  size_t low = 0, high = l->n; /* the first that starts at the time or later is among low..high */
  while (low < high) {
    size_t middle = (low + high) / 2;
    if (l->span[middle].start < time) low = middle + 1;
    else high = middle;
  }
  if (!low) return 0;
  const cover_span *x = &l->span[low - 1];
  return x->before + ((time < x->end ? time : x->end) - x->start);
}

int rocpd_cover_ns(rocpd_cover *c, int64_t guid, int64_t source, int64_t a, int64_t b, int64_t start, int64_t end, int64_t *ns, rocpd_error *err) {
  const cover_line *l;
  int rc = pair_of(c, guid, source, a, b, &l, err);
  *ns = rc == SQLITE_OK && end > start ? until(l, end) - until(l, start) : 0;
  return rc;
}
