/* Durations are gathered group by group, as differences from the group's least: 4 bytes each where that is enough. A worker
** collects many before it takes places in the groups for them; in which order is all the same to who selects among them. */
#include "spread.h"
#include <math.h>
#include "pool.h"
#include "quantile.h"

typedef struct gathering {
  const rocpd_statistics *st;
  const double *fraction;
  int fractions;
  double *out;
  int64_t *least;   /* of each group */
  uint64_t *begin;  /* where its durations are, */
  uint64_t *next;   /* and where the next goes. Atomic */
  uint32_t *narrow; /* the durations; or */
  uint64_t *wide;
  rocpd_pool collected;
} gathering;

#define COLLECTED 16384

typedef struct collection {
  rocpd_pooled pooled; /* must be first */
  uint32_t n, group[COLLECTED];
  uint64_t above[COLLECTED]; /* the group's least */
  uint64_t at[];             /* of each group: how many, then where the next goes */
} collection;

static void put(const gathering *g, collection *c) {
  for (uint32_t i = 0; i < c->n; i++) c->at[c->group[i]]++;
  /* The first of a group sees how many there are; it leaves a place, which is beyond any number of them. */
  const uint64_t placed = (uint64_t)1 << 63;
  for (uint32_t i = 0; i < c->n; i++) {
    uint64_t *at = &c->at[c->group[i]];
    if (!(*at & placed)) *at = placed | __atomic_fetch_add(&g->next[c->group[i]], *at, __ATOMIC_RELAXED);
    uint64_t to = (*at)++ & ~placed;
    if (g->narrow) g->narrow[to] = (uint32_t)c->above[i];
    else g->wide[to] = c->above[i];
  }
  for (uint32_t i = 0; i < c->n; i++) c->at[c->group[i]] = 0;
  c->n = 0;
}

static collection *take(gathering *g) {
  collection *c = rocpd_pool_take(&g->collected, NULL, NULL);
  size_t size = sizeof *c + g->st->table.groups.n * sizeof *c->at;
  if (!c && (c = sqlite3_malloc64(size))) memset(c, 0, size);
  return c;
}

static int collect(void *arg, const int64_t *group, const int64_t *duration, uint32_t n, rocpd_error *err) {
  gathering *g = arg;
  collection *c = take(g);
  if (!c) return rocpd_no_memory(err);
  for (uint32_t i = 0; i < n; i++) {
    if (duration[i] == ROCPD_NULL) continue;
    c->group[c->n] = (uint32_t)group[i], c->above[c->n++] = (uint64_t)duration[i] - (uint64_t)g->least[group[i]];
  }
  if (c->n > COLLECTED - ROCPD_BLOCK) put(g, c);
  rocpd_pool_give(&g->collected, c);
  return SQLITE_OK;
}

static void put_rest(gathering *g) {
  for (collection *c; (c = rocpd_pool_take(&g->collected, NULL, NULL)); sqlite3_free(c)) put(g, c);
}

/* ---- selecting */

/* The place-th smallest of those from `first` on, which are not less than those before it. */
static uint64_t select_at(const gathering *g, uint64_t begin, uint64_t end, uint64_t first, uint64_t place) {
  if (g->narrow) rocpd_select_32(g->narrow + begin + first, end - begin - first, place - first);
  else rocpd_select_64(g->wide + begin + first, end - begin - first, place - first);
  return g->narrow ? g->narrow[begin + place] : g->wide[begin + place];
}

static uint64_t least_of(const gathering *g, uint64_t from, uint64_t to) {
  uint64_t least = UINT64_MAX;
  for (uint64_t i = from; i < to; i++) {
    uint64_t v = g->narrow ? g->narrow[i] : g->wide[i];
    least = v < least ? v : least;
  }
  return least;
}

static int select_group(void *arg, size_t i, rocpd_error *err) {
  const gathering *g = arg;
  const rocpd_stat *x = &g->st->stat[i];
  uint64_t begin = g->begin[x->group], end = begin + x->ended, first = 0;
  for (int f = 0; f < g->fractions; f++) {
    double *out = &g->out[(size_t)f * g->st->n + i];
    *out = NAN;
    if (!x->ended) continue;
    double place = g->fraction[f] * (double)(x->ended - 1), part = place - (double)(uint64_t)place;
    uint64_t at = (uint64_t)place, below = select_at(g, begin, end, first, at);
    uint64_t above = part > 0 ? least_of(g, begin + at + 1, end) : below;
    *out = (double)((long double)x->min_ns + (long double)below + (long double)part * (long double)(above - below));
    first = at;
  }
  return SQLITE_OK;
}

/* ---- */

static int make_room(gathering *g, rocpd_error *err) {
  size_t groups = g->st->table.groups.n;
  uint64_t rows = 0, widest = 0;
  g->least = sqlite3_malloc64((groups + 1) * sizeof *g->least);
  g->begin = sqlite3_malloc64((groups + 1) * sizeof *g->begin);
  g->next = sqlite3_malloc64((groups + 1) * sizeof *g->next);
  if (!g->least || !g->begin || !g->next) return rocpd_no_memory(err);
  for (size_t i = 0; i < g->st->n; i++) {
    const rocpd_stat *x = &g->st->stat[i];
    g->least[x->group] = x->min_ns, g->begin[x->group] = g->next[x->group] = rows;
    rows += x->ended;
    uint64_t width = x->ended ? (uint64_t)x->max_ns - (uint64_t)x->min_ns : 0;
    if (width > widest) widest = width;
  }
  if (widest <= UINT32_MAX) g->narrow = sqlite3_malloc64((rows + 1) * sizeof *g->narrow);
  else g->wide = sqlite3_malloc64((rows + 1) * sizeof *g->wide);
  return g->narrow || g->wide ? SQLITE_OK : rocpd_fail(err, SQLITE_NOMEM, "out of memory for %llu durations", (unsigned long long)rows);
}

int rocpd_quantiles(rocpd_snapshot *s, const rocpd_group_input *input, int inputs, const rocpd_statistics *st, const double *fraction, int fractions,
                    double *out, rocpd_error *err) {
  gathering g = {.st = st, .fraction = fraction, .fractions = fractions, .out = out};
  rocpd_pool_init(&g.collected);
  int rc = make_room(&g, err);
  if (rc == SQLITE_OK && st->n) rc = rocpd_group_again(s, input, inputs, &st->table.groups, collect, &g, err);
  put_rest(&g);
  if (rc == SQLITE_OK) rc = rocpd_parallel(rocpd_snapshot_session(s), st->n, select_group, &g, err);
  rocpd_pool_free(&g.collected, sqlite3_free);
  sqlite3_free(g.least), sqlite3_free(g.begin), sqlite3_free(g.next), sqlite3_free(g.narrow), sqlite3_free(g.wide);
  return rc;
}
