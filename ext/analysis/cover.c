/* See cover.h. For each agent, and on request for a pair of agents, there is a union in order of time. The covered part of an interval takes two searches,
** each beginning where the last one ended. */
#include "cover.h"
#include <pthread.h>
#include "groups.h"
#include "piece.h"
#include "span.h"

enum { AGENT_KEYS = 3 };

struct rocpd_cover {
  rocpd_groups agents; /* by guid, source and agent */
  rocpd_spans *line;   /* of each */
  size_t lines;
  pthread_mutex_t mutex; /* guards the unions of two agents: */
  rocpd_groups pairs;    /* by guid, source and both agents */
  rocpd_spans **pair;    /* of each */
};

/* ---- unions of the kernels that compute */

/* Finds the number of a piece's agent. Sources with the same guid and path are one. */
static int find_agent(rocpd_cover *c, const rocpd_piece *p, int64_t *number, rocpd_error *err) {
  static const int column[] = {ROCPD_KERNEL_guid, ROCPD_KERNEL_source};
  int64_t key[AGENT_KEYS] = {[AGENT_KEYS - 1] = p->agent};
  int rc = SQLITE_OK;
  for (int k = 0; rc == SQLITE_OK && k < AGENT_KEYS - 1; k++) {
    const rocpd_column *of;
    rc = rocpd_batch_column(p->stretch.batch, column[k], &of, err);
    if (rc == SQLITE_OK) key[k] = rocpd_column_at(of, p->stretch.row ? p->stretch.row[0] : 0);
  }
  return rc == SQLITE_OK ? rocpd_group_add(&c->agents, key, number, err) : rc;
}

/* Gathers the stretches by agent; first[i] is the first one of agent i, with one more element. */
static int gather(rocpd_cover *c, const rocpd_pieces *pieces, int64_t *number, size_t *first, rocpd_stretch *stretch, rocpd_error *err) {
  const rocpd_piece *p = pieces->piece;
  size_t n = pieces->n;
  int rc = SQLITE_OK;
  memset(first, 0, (n + 2) * sizeof *first);
  for (size_t i = 0; rc == SQLITE_OK && i < n; i++) {
    if (i && !rocpd_piece_compare(&p[i], &p[i - 1])) number[i] = number[i - 1];
    else rc = find_agent(c, &p[i], &number[i], err);
    if (rc == SQLITE_OK) first[number[i] + 2]++;
  }
  if (rc != SQLITE_OK) return rc;
  for (size_t i = 0; i < c->agents.n; i++) first[i + 2] += first[i + 1];
  for (size_t i = 0; i < n; i++) stretch[first[number[i] + 1]++] = p[i].stretch;
  return SQLITE_OK;
}

static int make_lines(rocpd_cover *c, rocpd_snapshot *s, const rocpd_pieces *pieces, rocpd_error *err) {
  size_t n = pieces->n, *first = sqlite3_malloc64((n + 2) * sizeof *first);
  int64_t *number = sqlite3_malloc64((n + 1) * sizeof *number);
  rocpd_stretch *stretch = sqlite3_malloc64((n + 1) * sizeof *stretch);
  c->line = rocpd_zeroed((n + 1) * sizeof *c->line);
  int rc =
    first && number && stretch && c->line ? gather(c, pieces, number, first, stretch, err) : rocpd_fail(err, SQLITE_NOMEM, "out of memory for %zu lanes", n);
  if (rc == SQLITE_OK) rc = rocpd_spans_make(rocpd_snapshot_session(s), stretch, first, c->lines = c->agents.n, ROCPD_COMPUTE, c->line, err);
  sqlite3_free(first), sqlite3_free(number), sqlite3_free(stretch);
  return rc;
}

int rocpd_cover_new(rocpd_snapshot *s, rocpd_cover **out, rocpd_error *err) {
  rocpd_cover *c = *out = rocpd_zeroed(sizeof *c);
  if (!c) return rocpd_no_memory(err);
  c->agents.keys = AGENT_KEYS, c->pairs.keys = 4;
  pthread_mutex_init(&c->mutex, NULL);
  rocpd_pieces pieces = {0};
  int rc = rocpd_pieces_make(s, &(rocpd_timeline_wish){.level = ROCPD_LEVEL_AGENT, .computing = true}, NULL, 0, &pieces, err);
  if (rc == SQLITE_OK) rc = make_lines(c, s, &pieces, err);
  rocpd_pieces_drop(&pieces);
  if (rc != SQLITE_OK) rocpd_cover_free(c), *out = NULL;
  return rc;
}

void rocpd_cover_free(rocpd_cover *c) {
  if (!c) return;
  for (size_t i = 0; i < c->lines; i++) rocpd_spans_free(&c->line[i]);
  for (size_t i = 0; c->pair && i < c->pairs.n; i++) rocpd_spans_free(c->pair[i]), sqlite3_free(c->pair[i]);
  sqlite3_free(c->line), sqlite3_free(c->pair);
  pthread_mutex_destroy(&c->mutex);
  rocpd_groups_free(&c->agents);
  rocpd_groups_free(&c->pairs);
  sqlite3_free(c);
}

/* ---- looking */

static const rocpd_spans nothing;

static const rocpd_spans *line_of(const rocpd_cover *c, int64_t guid, int64_t source, int64_t agent) {
  const int64_t key[AGENT_KEYS] = {guid, source, agent};
  int64_t group = agent == ROCPD_NULL ? ROCPD_UNGROUPED : rocpd_group_find(&c->agents, key);
  return group == ROCPD_UNGROUPED ? &nothing : &c->line[group];
}

static int unite(const rocpd_spans *a, const rocpd_spans *b, rocpd_spans *out, rocpd_error *err) {
  int rc = SQLITE_OK;
  for (size_t i = 0, k = 0; rc == SQLITE_OK && (i < a->n || k < b->n);) {
    const rocpd_covered_span *next = k == b->n || (i < a->n && a->span[i].start <= b->span[k].start) ? &a->span[i++] : &b->span[k++];
    rc = rocpd_spans_add(out, next->start, next->end, err);
  }
  if (rc == SQLITE_OK) rocpd_spans_finish(out);
  return rc;
}

static int make_pair(rocpd_cover *c, const rocpd_spans *a, const rocpd_spans *b, const int64_t *key, rocpd_error *err) {
  rocpd_spans both = {0}, *line = sqlite3_malloc64(sizeof *line), **more = sqlite3_realloc64(c->pair, (c->pairs.n + 1) * sizeof *more);
  int64_t group;
  if (more) c->pair = more;
  int rc = line && more ? unite(a, b, &both, err) : rocpd_no_memory(err);
  if (rc == SQLITE_OK) rc = rocpd_group_add(&c->pairs, key, &group, err);
  if (rc != SQLITE_OK) return rocpd_spans_free(&both), sqlite3_free(line), rc;
  *line = both;
  c->pair[group] = line;
  return SQLITE_OK;
}

static int pair_of(rocpd_cover *c, int64_t guid, int64_t source, int64_t a, int64_t b, const rocpd_spans **out, rocpd_error *err) {
  const rocpd_spans *one = line_of(c, guid, source, a), *other = line_of(c, guid, source, b);
  *out = one->n ? one : other;
  if (!one->n || !other->n || one == other) return SQLITE_OK;
  int64_t key[4] = {guid, source, a, b};
  pthread_mutex_lock(&c->mutex);
  int rc = rocpd_group_find(&c->pairs, key) == ROCPD_UNGROUPED ? make_pair(c, one, other, key, err) : SQLITE_OK;
  if (rc == SQLITE_OK) *out = c->pair[rocpd_group_find(&c->pairs, key)];
  pthread_mutex_unlock(&c->mutex);
  return rc;
}

int rocpd_cover_ns(rocpd_cover_reader *r, int64_t guid, int64_t source, int64_t a, int64_t b, int64_t start, int64_t end, int64_t *ns, rocpd_error *err) {
  *ns = 0;
  if (!r->line || r->guid != guid || r->source != source || r->a != a || r->b != b) {
    const rocpd_spans *line;
    int rc = pair_of(r->cover, guid, source, a, b, &line, err);
    if (rc != SQLITE_OK) return rc;
    *r = (rocpd_cover_reader){r->cover, line, guid, source, a, b, 0};
  }
  if (end <= start) return SQLITE_OK;
  int64_t before = rocpd_spans_until(r->line, &r->near, start);
  *ns = rocpd_spans_until(r->line, &r->near, end) - before;
  return SQLITE_OK;
}
