/* See gather.h. A worker collects many durations before it reserves places in the groups for them. Their order does not matter, since users select or sort. */
#include "gather.h"
#include "pool.h"

typedef struct gathering {
  const rocpd_statistics *st;
  rocpd_gathered out;
  int64_t *least; /* of each group */
  uint64_t *next; /* index of the next duration of each group. Atomic */
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
  /* The first duration of a group finds the number of durations here, and replaces it by a place, marked by a bit that no number has. */
  const uint64_t placed = (uint64_t)1 << 63;
  for (uint32_t i = 0; i < c->n; i++) {
    uint64_t *at = &c->at[c->group[i]];
    if (!(*at & placed)) *at = placed | __atomic_fetch_add(&g->next[c->group[i]], *at, __ATOMIC_RELAXED);
    uint64_t to = (*at)++ & ~placed;
    if (g->out.narrow) g->out.narrow[to] = (uint32_t)c->above[i];
    else g->out.wide[to] = c->above[i];
  }
  for (uint32_t i = 0; i < c->n; i++) c->at[c->group[i]] = 0;
  c->n = 0;
}

static collection *take(gathering *g) {
  collection *c = rocpd_pool_take(&g->collected, NULL, NULL);
  return c ? c : rocpd_zeroed(sizeof *c + g->st->table.groups.n * sizeof *c->at);
}

static int collect(void *arg, const rocpd_grouped *rows, rocpd_error *err) {
  gathering *g = arg;
  collection *c = take(g);
  if (!c) return rocpd_no_memory(err);
  for (uint32_t i = 0; i < rows->n; i++) {
    int64_t group = rows->group[i], duration = rows->duration[i];
    if (duration == ROCPD_NULL) continue;
    c->group[c->n] = (uint32_t)group, c->above[c->n++] = (uint64_t)duration - (uint64_t)g->least[group];
  }
  if (c->n > COLLECTED - ROCPD_BLOCK) put(g, c);
  rocpd_pool_give(&g->collected, c);
  return SQLITE_OK;
}

static void put_rest(gathering *g) {
  for (collection *c; (c = rocpd_pool_take(&g->collected, NULL, NULL)); sqlite3_free(c)) put(g, c);
}

static int make_room(gathering *g, rocpd_error *err) {
  size_t groups = g->st->table.groups.n;
  uint64_t rows = 0, widest = 0;
  g->least = sqlite3_malloc64((groups + 1) * sizeof *g->least);
  g->out.begin = sqlite3_malloc64((groups + 1) * sizeof *g->out.begin);
  g->next = sqlite3_malloc64((groups + 1) * sizeof *g->next);
  if (!g->least || !g->out.begin || !g->next) return rocpd_no_memory(err);
  for (size_t i = 0; i < g->st->n; i++) {
    const rocpd_stat *x = &g->st->stat[i];
    g->least[x->group] = x->min_ns, g->out.begin[x->group] = g->next[x->group] = rows;
    rows += x->ended - x->summed;
    uint64_t width = x->ended ? (uint64_t)x->max_ns - (uint64_t)x->min_ns : 0;
    if (width > widest) widest = width;
  }
  if (widest <= UINT32_MAX) g->out.narrow = sqlite3_malloc64((rows + 1) * sizeof *g->out.narrow);
  else g->out.wide = sqlite3_malloc64((rows + 1) * sizeof *g->out.wide);
  return g->out.narrow || g->out.wide ? SQLITE_OK : rocpd_fail(err, SQLITE_NOMEM, "out of memory for %llu durations", (unsigned long long)rows);
}

void rocpd_gathered_free(rocpd_gathered *g) {
  sqlite3_free(g->begin), sqlite3_free(g->narrow), sqlite3_free(g->wide);
  *g = (rocpd_gathered){0};
}

int rocpd_gather(rocpd_snapshot *s, const rocpd_group_input *input, int inputs, const rocpd_statistics *st, rocpd_gathered *out, rocpd_error *err) {
  gathering g = {.st = st};
  rocpd_pool_init(&g.collected);
  int rc = make_room(&g, err);
  if (rc == SQLITE_OK && st->n) rc = rocpd_group_again(s, input, inputs, &st->table.groups, collect, &g, err);
  put_rest(&g);
  rocpd_pool_free(&g.collected, sqlite3_free);
  sqlite3_free(g.least), sqlite3_free(g.next);
  if (rc != SQLITE_OK) rocpd_gathered_free(&g.out);
  *out = g.out;
  return rc;
}
