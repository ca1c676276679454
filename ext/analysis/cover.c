/* See cover.h. Of each agent, and of two agents where somebody asks for both, there is a union in order of time, each interval with
** the length of those before it: what it covers of an interval takes two searches. */
#include "cover.h"
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
  rocpd_queue_order agents; /* emptied of kernels, its groups are the first lines */
  rocpd_groups pairs;       /* by guid, source and both agents: the lines from agents.queues on */
  cover_line *line;
  size_t lines;
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

static int computes(rocpd_categories *known, const int64_t idle[2], int64_t name, bool *yes, rocpd_error *err) {
  int64_t category;
  int rc = rocpd_category_of(known, name, &category, err);
  *yes = rc == SQLITE_OK && category != idle[0] && category != idle[1];
  return rc;
}

static int make_line(rocpd_cover *c, size_t i, rocpd_categories *known, const int64_t idle[2], rocpd_error *err) {
  const rocpd_queue_order *q = &c->agents;
  int64_t name = ROCPD_NULL; /* looked at last: no kernel's, or one that computes */
  bool yes = true;
  cover_adding a = {.span = sqlite3_malloc64((q->first[i + 1] - q->first[i] + 1) * sizeof *a.span)};
  int rc = a.span ? SQLITE_OK : rocpd_no_memory(err);
  for (uint64_t k = q->first[i]; rc == SQLITE_OK && k < q->first[i + 1]; k++) {
    const rocpd_queued *x = &q->kernel[k];
    if (x->name != name) rc = computes(known, idle, name = x->name, &yes, err);
    if (yes) add(&a, x->start, x->end);
  }
  c->line[i] = finish(&a);
  return rc;
}

static int make_lines(rocpd_cover *c, rocpd_snapshot *s, rocpd_error *err) {
  rocpd_session *session = rocpd_snapshot_session(s);
  rocpd_categories *known = NULL;
  int64_t idle[2];
  int rc = rocpd_categories_new(session, &known, err);
  if (rc == SQLITE_OK) rc = rocpd_fail_code(err, rocpd_intern(session, ROCPD_CATEGORY_COPY, -1, &idle[0]));
  if (rc == SQLITE_OK) rc = rocpd_fail_code(err, rocpd_intern(session, ROCPD_CATEGORY_COLLECTIVE, -1, &idle[1]));
  c->line = sqlite3_malloc64((c->agents.queues + 1) * sizeof *c->line);
  if (rc == SQLITE_OK && !c->line) rc = rocpd_no_memory(err);
  while (rc == SQLITE_OK && c->lines < c->agents.queues) {
    rc = make_line(c, c->lines++, known, idle, err);
    if (rc == SQLITE_OK && rocpd_interrupted(session)) rc = rocpd_fail(err, SQLITE_INTERRUPT, "interrupted");
  }
  rocpd_categories_free(known);
  sqlite3_free(c->agents.kernel);
  c->agents.kernel = NULL;
  return rc;
}

int rocpd_cover_new(rocpd_snapshot *s, rocpd_cover **out, rocpd_error *err) {
  rocpd_cover *c = *out = sqlite3_malloc64(sizeof *c);
  if (!c) return rocpd_no_memory(err);
  memset(c, 0, sizeof *c);
  c->pairs.keys = 4;
  int rc = rocpd_queue_order_make(s, ROCPD_ORDER_AGENTS, &c->agents, err);
  if (rc == SQLITE_OK) rc = make_lines(c, s, err);
  if (rc != SQLITE_OK) rocpd_cover_free(c), *out = NULL;
  return rc;
}

void rocpd_cover_free(rocpd_cover *c) {
  if (!c) return;
  for (size_t i = 0; i < c->lines; i++) sqlite3_free(c->line[i].span);
  sqlite3_free(c->line);
  rocpd_queue_order_free(&c->agents);
  rocpd_groups_free(&c->pairs);
  sqlite3_free(c);
}

/* ---- looking */

static const cover_line nothing;

static const cover_line *line_of(const rocpd_cover *c, int64_t guid, int64_t source, int64_t agent) {
  const int64_t key[ROCPD_ORDER_KEYS] = {guid, source, ROCPD_NULL, agent, ROCPD_NULL};
  int64_t group = agent == ROCPD_NULL ? ROCPD_UNGROUPED : rocpd_group_find(&c->agents.table.groups, key);
  return group == ROCPD_UNGROUPED ? &nothing : &c->line[group];
}

static int make_pair(rocpd_cover *c, const cover_line *a, const cover_line *b, rocpd_error *err) {
  cover_adding both = {.span = sqlite3_malloc64((a->n + b->n + 1) * sizeof *both.span)};
  if (!both.span) return rocpd_no_memory(err);
  for (size_t i = 0, k = 0; i < a->n || k < b->n;) {
    const cover_span *next = k == b->n || (i < a->n && a->span[i].start <= b->span[k].start) ? &a->span[i++] : &b->span[k++];
    add(&both, next->start, next->end);
  }
  cover_line *more = sqlite3_realloc64(c->line, (c->lines + 1) * sizeof *more);
  if (!more) return sqlite3_free(both.span), rocpd_no_memory(err);
  c->line = more;
  c->line[c->lines++] = finish(&both);
  return SQLITE_OK;
}

static int pair_of(rocpd_cover *c, int64_t guid, int64_t source, int64_t a, int64_t b, const cover_line **out, rocpd_error *err) {
  const cover_line *one = line_of(c, guid, source, a), *other = line_of(c, guid, source, b);
  *out = one->n ? one : other;
  if (!one->n || !other->n || one == other) return SQLITE_OK;
  int64_t key[4] = {guid, source, a, b}, group = rocpd_group_find(&c->pairs, key);
  int rc = SQLITE_OK;
  if (group == ROCPD_UNGROUPED) {
    rc = make_pair(c, one, other, err);
    if (rc == SQLITE_OK) rc = rocpd_group_add(&c->pairs, key, &group, err);
  }
  if (rc == SQLITE_OK) *out = &c->line[c->agents.queues + (size_t)group];
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
