/* See cover.h. Of each agent, and of two agents where somebody asks for both, there is a union in order of time, each interval with
** the length of those before it: what it covers of an interval takes two searches, from where the last one ended. */
#include "cover.h"
#include <pthread.h>
#include "groups.h"
#include "merge.h"
#include "piece.h"
#include "slice_run.h"

typedef struct cover_span {
  int64_t start, end; /* end > start; no other one touches it */
  int64_t before;     /* length of all before it */
} cover_span;

typedef struct cover_line {
  cover_span *span;
  size_t n;
} cover_line;

enum { AGENT_KEYS = 3 };

struct rocpd_cover {
  rocpd_groups agents; /* by guid, source and agent */
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

/* What the kernels that compute cover: the pieces of each agent are cut into slices of time. */
typedef struct covering {
  rocpd_pieces pieces;
  rocpd_stretch *stretch;
  rocpd_chains *chains;  /* of each line */
  rocpd_slice *slice;
  size_t slices;
  cover_adding *part;    /* of each slice */
} covering;

static int cover_slice(void *arg, size_t i, rocpd_error *err) {
  const covering *w = arg;
  cover_adding *to = &w->part[i];
  rocpd_merger m;
  size_t room = 0;
  int rc = rocpd_merger_open(&w->slice[i], false, &m, err);
  if (rc != SQLITE_OK) return rc;
  while (rc == SQLITE_OK && rocpd_merger_round(&m)) {
    const rocpd_sorted *list = &m.of[ROCPD_COMPUTE];
    if (rocpd_array_reserve(&to->span, &room, to->n + list->n, sizeof *to->span) != SQLITE_OK) rc = rocpd_no_memory(err);
    for (size_t k = 0; rc == SQLITE_OK && k < list->n; k++) add(to, rocpd_key_start(&m, list->at[k]), m.end[rocpd_key_place(&m, list->at[k])]);
  }
  rocpd_merger_close(&m);
  return rc;
}

/* The number of a piece's agent. Sources of one guid and path are one. */
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

/* The stretches of each agent together: first[i] those of agent i, and one more. */
static int gather(rocpd_cover *c, covering *w, int64_t *number, size_t *first, rocpd_error *err) {
  const rocpd_piece *p = w->pieces.piece;
  size_t n = w->pieces.n;
  int rc = SQLITE_OK;
  memset(first, 0, (n + 2) * sizeof *first);
  for (size_t i = 0; rc == SQLITE_OK && i < n; i++) {
    if (i && !rocpd_piece_compare(&p[i], &p[i - 1])) number[i] = number[i - 1];
    else rc = find_agent(c, &p[i], &number[i], err);
    if (rc == SQLITE_OK) first[number[i] + 2]++;
  }
  if (rc != SQLITE_OK) return rc;
  for (size_t i = 0; i < c->agents.n; i++) first[i + 2] += first[i + 1];
  for (size_t i = 0; i < n; i++) w->stretch[first[number[i] + 1]++] = p[i].stretch;
  return SQLITE_OK;
}

static int cut_line(covering *w, size_t line, rocpd_error *err) {
  const rocpd_chains *c = &w->chains[line];
  size_t n = rocpd_slices_wanted(c->intervals);
  rocpd_slice *more = sqlite3_realloc64(w->slice, (w->slices + n + 1) * sizeof *more);
  if (!more) return rocpd_no_memory(err);
  w->slice = more;
  for (size_t i = 0; i < n; i++) more[w->slices + i].line = line;
  int rc = rocpd_slices(c, more + w->slices, n, err);
  if (rc == SQLITE_OK) w->slices += n;
  return rc;
}

static int find_lines(rocpd_cover *c, covering *w, rocpd_error *err) {
  size_t n = w->pieces.n, *first = sqlite3_malloc64((n + 2) * sizeof *first);
  int64_t *number = sqlite3_malloc64((n + 1) * sizeof *number);
  w->stretch = sqlite3_malloc64((n + 1) * sizeof *w->stretch);
  w->chains = sqlite3_malloc64((n + 1) * sizeof *w->chains);
  c->line = sqlite3_malloc64((n + 1) * sizeof *c->line);
  bool room = first && number && w->stretch && w->chains && c->line;
  int rc = room ? gather(c, w, number, first, err) : rocpd_fail(err, SQLITE_NOMEM, "out of memory for %zu lanes", n);
  for (size_t i = 0; rc == SQLITE_OK && i < c->agents.n; i++) {
    rc = rocpd_chains_open(w->stretch + first[i], first[i + 1] - first[i], false, &w->chains[i], err);
    if (rc != SQLITE_OK) break;
    c->line[c->lines++] = (cover_line){0};
    rc = cut_line(w, i, err);
  }
  sqlite3_free(first), sqlite3_free(number);
  return rc;
}

/* The slices of each agent as one line. */
static int join_slices(rocpd_cover *c, covering *w, rocpd_error *err) {
  for (size_t i = 0, part = 0; i < c->lines; i++) {
    size_t n = 0, end = part;
    for (; end < w->slices && w->slice[end].line == i; end++) n += w->part[end].n;
    cover_adding all = {.span = sqlite3_malloc64((n + 1) * sizeof *all.span)};
    if (!all.span) return rocpd_fail(err, SQLITE_NOMEM, "out of memory for %zu intervals", n);
    for (; part < end; part++) {
      for (size_t k = 0; k < w->part[part].n; k++) add(&all, w->part[part].span[k].start, w->part[part].span[k].end);
      sqlite3_free(w->part[part].span), w->part[part].span = NULL;
    }
    c->line[i] = finish(&all);
  }
  return SQLITE_OK;
}

static int make_lines(rocpd_cover *c, rocpd_snapshot *s, covering *w, rocpd_error *err) {
  int rc = rocpd_pieces_make(s, &(rocpd_timeline_wish){.level = ROCPD_LEVEL_AGENT, .computing = true}, NULL, 0, &w->pieces, err);
  if (rc == SQLITE_OK) rc = find_lines(c, w, err);
  if (rc != SQLITE_OK) return rc;
  w->part = sqlite3_malloc64((w->slices + 1) * sizeof *w->part);
  if (!w->part) return rocpd_no_memory(err);
  memset(w->part, 0, (w->slices + 1) * sizeof *w->part);
  rc = rocpd_parallel(rocpd_snapshot_session(s), w->slices, cover_slice, w, err);
  return rc == SQLITE_OK ? join_slices(c, w, err) : rc;
}

int rocpd_cover_new(rocpd_snapshot *s, rocpd_cover **out, rocpd_error *err) {
  rocpd_cover *c = *out = sqlite3_malloc64(sizeof *c);
  if (!c) return rocpd_no_memory(err);
  memset(c, 0, sizeof *c);
  c->agents.keys = AGENT_KEYS, c->pairs.keys = 4;
  pthread_mutex_init(&c->mutex, NULL);
  covering w = {0};
  int rc = make_lines(c, s, &w, err);
  for (size_t i = 0; i < w.slices; i++) {
    if (w.part) sqlite3_free(w.part[i].span);
    rocpd_slice_close(&w.slice[i]);
  }
  for (size_t i = 0; w.chains && i < c->lines; i++) rocpd_chains_close(&w.chains[i]);
  sqlite3_free(w.part), sqlite3_free(w.slice), sqlite3_free(w.chains), sqlite3_free(w.stretch);
  rocpd_pieces_drop(&w.pieces);
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
  const int64_t key[AGENT_KEYS] = {guid, source, agent};
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

/* The first interval that starts at the time or later, looked for from `near` on in steps that double. */
static size_t first_from(const cover_line *l, size_t near, int64_t time) {
  size_t low = 0, high = near;
  if (!near || l->span[near - 1].start < time) {
    low = near;
    for (size_t step = 1; high < l->n && l->span[high].start < time; step *= 2) low = high + 1, high += step;
    if (high > l->n) high = l->n;
  }
  while (low < high) {
    size_t middle = low + (high - low) / 2;
    if (l->span[middle].start < time) low = middle + 1;
    else high = middle;
  }
  return low;
}

/* What is covered before a time. */
static int64_t until(rocpd_cover_reader *r, int64_t time) {
  size_t first = r->near = first_from(r->line, r->near, time);
  if (!first) return 0;
  const cover_span *x = &r->line->span[first - 1];
  return x->before + ((time < x->end ? time : x->end) - x->start);
}

int rocpd_cover_ns(rocpd_cover_reader *r, int64_t guid, int64_t source, int64_t a, int64_t b, int64_t start, int64_t end, int64_t *ns, rocpd_error *err) {
  *ns = 0;
  if (!r->line || r->guid != guid || r->source != source || r->a != a || r->b != b) {
    const cover_line *line;
    int rc = pair_of(r->cover, guid, source, a, b, &line, err);
    if (rc != SQLITE_OK) return rc;
    *r = (rocpd_cover_reader){r->cover, line, guid, source, a, b, 0};
  }
  if (end <= start) return SQLITE_OK;
  int64_t before = until(r, start);
  *ns = until(r, end) - before;
  return SQLITE_OK;
}
