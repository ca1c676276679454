/* See sequence.h. The places at which a sequence begins are stored together, in order. Extended by one kernel, they divide into one set for each following
** kernel; each set is processed before the next one (like a radix sort, most significant digit first). A sequence that occurs once is dropped, since no
** extension of it occurs twice. Each worker takes the sequences that begin with one name. The search adds up pauses, since they decide about the order of
** sequences. The time of kernels is added up when a row is read. */
#define _GNU_SOURCE /* qsort_r */
#include "sequence.h"
#include <stdlib.h>
#include "parallel.h"
#include "pool.h"
#include "sequence_order.h"
#include "sort.h"
#include "sum.h"

#define NONE UINT32_MAX
#define BREAK ROCPD_SEQUENCE_BREAK

typedef struct searching {
  rocpd_session *session;
  rocpd_sequences *out;
  rocpd_sequence_kernels *kernels; /* the kernels of the result */
  uint32_t longest;
  uint64_t *first;    /* [names + 1] index of each name's first place in out->at, which is grouped by names */
  uint32_t *by_size;  /* names, the one with the most places first */
  rocpd_sequence_found found[ROCPD_SEQUENCE_PARTS];
  rocpd_pool growers;
} searching;

/* ---- where they may begin */

static uint32_t name_at(const searching *m, uint64_t i) { return m->kernels->kernel[i].name & ~BREAK; }
static bool breaks_behind(const searching *m, uint64_t i) { return m->kernels->kernel[i].name & BREAK; }

static int by_size(const void *a, const void *b, void *arg) {
  const uint64_t *first = arg;
  uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
  uint64_t n = first[x + 1] - first[x], k = first[y + 1] - first[y];
  if (n != k) return n < k ? 1 : -1;
  return ROCPD_ORDER(x, y);
}

/* Finds the places of each name at which a sequence may begin. */
static int find_places(searching *m, rocpd_error *err) {
  uint32_t *at = m->out->at = sqlite3_malloc64((m->kernels->n + 1) * sizeof *at);
  m->first = rocpd_zeroed(((uint64_t)m->kernels->names + 2) * sizeof *m->first);
  m->by_size = sqlite3_malloc64(((uint64_t)m->kernels->names + 1) * sizeof *m->by_size);
  if (!m->first || !at || !m->by_size) return rocpd_fail(err, SQLITE_NOMEM, "out of memory for %llu kernels", (unsigned long long)m->kernels->n);
  for (uint64_t i = 0; i < m->kernels->n; i++)
    if (!breaks_behind(m, i)) m->first[name_at(m, i) + 2]++;
  for (uint32_t i = 0; i < m->kernels->names; i++) m->first[i + 2] += m->first[i + 1], m->by_size[i] = i;
  for (uint64_t i = 0; i < m->kernels->n; i++)
    if (!breaks_behind(m, i)) at[m->first[name_at(m, i) + 1]++] = (uint32_t)i;
  if (m->kernels->names) qsort_r(m->by_size, m->kernels->names, sizeof *m->by_size, by_size, m->first);
  return SQLITE_OK;
}

/* ---- sequences with a kernel more */

/* The places at which one sequence begins. */
typedef struct branch {
  uint32_t first; /* in out->at */
  uint32_t n, length, count;
  bool one; /* it consists of one kernel, repeated */
} branch;

/* A sequence extended by one kernel of some name. */
typedef struct longer {
  uint32_t n, count; /* n: number of places; count: number of occurrences that do not overlap */
  uint32_t next;     /* first place at which the next occurrence that counts may begin */
  uint32_t to;       /* index at which its places are stored */
} longer;

typedef struct longers {
  longer *of;    /* [names] zeroed, except */
  uint32_t *met; /* the names that occurred */
  uint32_t n;
} longers;

#define AHEAD 16 /* number of places ahead whose kernels are prefetched */
#define FOUND 8  /* number of sequences of a part that a worker collects before it waits for the mutex */

typedef struct grower { /* of a worker */
  rocpd_pooled pooled; /* must be first */
  searching *m;
  longers behind, before;
  uint32_t *spare;         /* room for places */
  uint32_t *name;          /* of the kernels that count_behind() has seen after each place */
  branch *open;            /* sequences that are still to be processed */
  size_t opened, room;
  struct {
    rocpd_sequence item[FOUND];
    uint32_t n;
  } found[ROCPD_SEQUENCE_PARTS]; /* sequences that are not in out->part yet */
} grower;

/* Counts a place at which the sequence can be extended by a kernel. Returns how many names were met so far. */
static inline uint32_t count(const longers *l, uint32_t met, uint32_t name, uint32_t at, uint32_t length) {
  longer *x = &l->of[name];
  bool counts = at >= x->next; /* without branches, since names are unpredictable */
  l->met[met] = name, met += !x->n;
  x->n++, x->count += counts;
  x->next = counts ? at + length : x->next;
  return met;
}

static void forget(longers *l) {
  while (l->n) l->of[l->met[--l->n]] = (longer){0};
}

/* True if an extension by one kernel occurs as often. */
static bool is_part(const longers *l, const branch *x, uint32_t first_name) {
  for (uint32_t i = 0; i < l->n; i++) {
    uint32_t count = l->of[l->met[i]].count;
    if (count > 1 && (count == x->count || (x->one && l->met[i] == first_name))) return true;
  }
  return false;
}

/* The name of the kernel after a sequence that begins at a place; NONE: it does not continue. */
static uint32_t name_behind(const searching *m, uint64_t at, uint32_t length) {
  return breaks_behind(m, at + length - 1) ? NONE : name_at(m, at + length);
}

static void count_behind(grower *g, const branch *x) {
  const searching *m = g->m;
  const uint32_t *at = m->out->at + x->first, n = x->n, length = x->length;
  uint32_t met = 0;
  for (uint32_t i = 0; i < n; i++) {
    if (n - i > AHEAD) __builtin_prefetch(&m->kernels->kernel[(uint64_t)at[i + AHEAD] + length]);
    uint32_t name = g->name[i] = name_behind(m, at[i], length);
    if (name != NONE) met = count(&g->behind, met, name, at[i], length + 1);
  }
  g->behind.n = met;
}

static void count_before(grower *g, const branch *x) {
  const uint32_t *at = g->m->out->at + x->first;
  uint32_t met = 0;
  for (uint32_t i = 0; i < x->n; i++)
    if (at[i] && !breaks_behind(g->m, at[i] - 1)) met = count(&g->before, met, name_at(g->m, at[i] - 1), at[i], x->length + 1);
  g->before.n = met;
}

/* Number of further equal kernels at two places, up to a maximum. */
static uint32_t common(const rocpd_sequence_kernel *a, const rocpd_sequence_kernel *b, uint32_t most) {
  uint32_t k = 0;
  if (!most || (a[-1].name | b[-1].name) & BREAK) return 0;
  while (k < most && a[k].name == b[k].name && !(a[k].name & BREAK)) k++;
  return k + (k < most && !((a[k].name ^ b[k].name) & ~BREAK));
}

/* If all occurrences continue equally and none overlap, each extension makes the shorter one redundant: extends as far as possible at once. */
static void skip_common(const searching *m, branch *x) {
  const uint32_t *at = m->out->at + x->first;
  const rocpd_sequence_kernel *end = m->kernels->kernel + x->length;
  uint32_t more = m->longest - x->length;
  for (uint32_t i = 1; i < x->n && more; i++) {
    uint32_t apart = at[i] - at[i - 1] - x->length;
    more = common(end + at[0], end + at[i], apart < more ? apart : more);
  }
  for (uint32_t k = 0; k < more; k++) x->one &= name_at(m, (uint64_t)at[0] + x->length + k) == name_at(m, at[0]);
  x->length += more;
}

/* Extensions by one kernel that occur twice are processed later, with their places in order. */
static int open_longer(grower *g, const branch *x, uint32_t first_name) {
  const searching *m = g->m;
  const longers *l = &g->behind;
  uint32_t *at = m->out->at + x->first, kept = 0, left = x->n; /* places that are kept go to the front, others to the end */
  if (rocpd_array_reserve(&g->open, &g->room, g->opened + l->n, sizeof *g->open) != SQLITE_OK) return SQLITE_NOMEM;
  for (uint32_t i = 0; i < l->n; i++) {
    longer *to = &l->of[l->met[i]];
    bool twice = to->count > 1;
    g->open[g->opened] = (branch){x->first + kept, to->n, x->length + 1, to->count, x->one && l->met[i] == first_name};
    g->opened += twice, left -= twice ? 0 : to->n;
    to->to = twice ? kept : left;
    kept += twice ? to->n : 0;
  }
  if (!kept || (l->n == 1 && kept == x->n)) return SQLITE_OK; /* no place has moved */
  uint32_t none = kept; /* places at which the sequence does not continue go between these */
  for (uint32_t i = 0; i < x->n; i++) {
    uint32_t name = g->name[i];
    g->spare[name == NONE ? none++ : l->of[name].to++] = at[i];
  }
  memcpy(at, g->spare, x->n * sizeof *at);
  return SQLITE_OK;
}

/* ---- which are listed */

/* True if it repeats a shorter sequence of several kernels. */
static bool is_repetition(const searching *m, const branch *x, uint64_t first) {
  for (uint32_t p = 2; p <= x->length / 2; p++) {
    uint32_t same = 0;
    if (name_at(m, first) != name_at(m, first + p)) continue;
    while (x->length % p == 0 && p + same < x->length && name_at(m, first + same) == name_at(m, first + p + same)) same++;
    if (x->length % p == 0 && p + same == x->length) return true;
  }
  return false;
}

/* A sum over each kernel and the one before it, where the last one precedes the first: it does not depend on where the sequence begins. */
static uint32_t hash_of(const searching *m, const rocpd_sequence *x) {
  uint64_t hash = x->length, before = name_at(m, (uint64_t)x->first + x->length - 1);
  for (uint32_t i = 0; i < x->length; i++) {
    uint64_t name = name_at(m, (uint64_t)x->first + i), both = (before << 32 | name) * 0x9e3779b97f4a7c15u;
    hash += (both ^ both >> 32) * 0x9e3779b97f4a7c15u, before = name;
  }
  return (uint32_t)((hash ^ hash >> 32) * 0x9e3779b97f4a7c15u >> 32);
}

/* Hands over the sequences of a part that a worker has found. */
static int hand_over(grower *g, uint32_t part) {
  int rc = rocpd_sequence_found_add(&g->m->found[part], g->found[part].item, g->found[part].n);
  g->found[part].n = 0;
  return rc;
}

static int list(grower *g, const branch *b) {
  const searching *m = g->m;
  const uint32_t *at = m->out->at + b->first;
  rocpd_sequence x = {.first = at[0], .length = b->length, .count = b->count, .at = b->first, .n = b->n};
  if (!b->one && is_repetition(m, b, at[0])) return SQLITE_OK;
  uint64_t next = 0;
  x.hash = hash_of(m, &x);
  for (uint32_t i = 0; i < b->n; i++) {
    if (at[i] < next) continue;
    next = (uint64_t)at[i] + b->length;
    x.gap_ns = rocpd_add(x.gap_ns, rocpd_sequence_gap_ns(m->kernels, at[i], b->length));
  }
  uint32_t part = x.hash % ROCPD_SEQUENCE_PARTS;
  g->found[part].item[g->found[part].n++] = x;
  return g->found[part].n < FOUND ? SQLITE_OK : hand_over(g, part);
}

/* ---- all that begin with a name */

/* For occurrences that do not overlap: true if the same kernel precedes all of them, so that the sequence that begins there occurs as often. */
static bool goes_back(const searching *m, const branch *x) {
  const uint32_t *at = m->out->at + x->first;
  const rocpd_sequence_kernel *kernel = m->kernels->kernel;
  if (!at[0] || breaks_behind(m, at[0] - 1)) return false;
  for (uint32_t i = 1; i < x->n; i++)
    if (kernel[at[i] - 1].name != kernel[at[0] - 1].name || at[i] - at[i - 1] <= x->length) return false;
  return true;
}

/* True if the sequence is to be listed. Also counts its extensions. */
static bool is_listed(grower *g, const branch *x, uint32_t first_name) {
  bool apart = x->n == x->count && !x->one; /* then it is no part of those behind: skip_common has gone as far as they are as many */
  if (x->length == g->m->longest) return true;
  if (x->n > 2 || !apart) count_behind(g, x);
  if (x->length == 1) return false;
  if (apart) return !goes_back(g->m, x);
  if (is_part(&g->behind, x, first_name)) return false;
  count_before(g, x);
  bool listed = !is_part(&g->before, x, first_name);
  forget(&g->before);
  return listed;
}

static int look_at(grower *g, branch x) {
  searching *m = g->m;
  uint32_t first_name = name_at(m, m->out->at[x.first]);
  if (x.n == x.count) skip_common(m, &x);
  int rc = is_listed(g, &x, first_name) ? list(g, &x) : SQLITE_OK;
  if (rc == SQLITE_OK && g->behind.n) rc = open_longer(g, &x, first_name);
  forget(&g->behind);
  return rc;
}

static int hand_over_all(grower *g) {
  int rc = SQLITE_OK;
  for (uint32_t part = 0; rc == SQLITE_OK && part < ROCPD_SEQUENCE_PARTS; part++)
    if (g->found[part].n) rc = hand_over(g, part);
  return rc;
}

static int new_longers(longers *l, uint32_t names) {
  l->of = rocpd_zeroed(((uint64_t)names + 1) * sizeof *l->of), l->met = sqlite3_malloc64(((uint64_t)names + 1) * sizeof *l->met);
  if (!l->of || !l->met) return SQLITE_NOMEM;
  return SQLITE_OK;
}

static void free_grower(void *one) {
  grower *g = one;
  sqlite3_free(g->behind.of), sqlite3_free(g->behind.met), sqlite3_free(g->before.of), sqlite3_free(g->before.met);
  sqlite3_free(g->spare), sqlite3_free(g->open), sqlite3_free(g);
}

static grower *new_grower(searching *m) {
  grower *g = rocpd_zeroed(sizeof *g);
  if (!g) return NULL;
  g->m = m;
  if (new_longers(&g->behind, m->kernels->names) == SQLITE_OK && new_longers(&g->before, m->kernels->names) == SQLITE_OK) return g;
  free_grower(g);
  return NULL;
}

static int grow(void *arg, size_t i, rocpd_error *err) {
  searching *m = arg;
  uint32_t name = m->by_size[i];
  uint32_t first = (uint32_t)m->first[name], n = (uint32_t)m->first[name + 1] - first;
  if (n < 2) return SQLITE_OK;
  grower *g = rocpd_pool_take(&m->growers, NULL, NULL);
  if (!g && !(g = new_grower(m))) return rocpd_no_memory(err);
  int rc = SQLITE_OK;
  g->spare = sqlite3_malloc64(2 * (uint64_t)n * sizeof *g->spare);
  if (!g->spare) rc = SQLITE_NOMEM;
  else g->name = g->spare + n;
  if (rc == SQLITE_OK) rc = look_at(g, (branch){first, n, 1, n, true});
  for (uint64_t looked = 0; rc == SQLITE_OK && g->opened; looked++) {
    rc = look_at(g, g->open[--g->opened]);
    if (looked % 1024 == 1023 && rocpd_interrupted(m->session)) rc = SQLITE_INTERRUPT;
  }
  g->opened = 0;
  sqlite3_free(g->spare), g->spare = NULL;
  rocpd_pool_give(&m->growers, g);
  return rocpd_fail_code(err, rc);
}

/* ---- */

static int finish_part(void *arg, size_t i, rocpd_error *err) {
  searching *m = arg;
  return rocpd_sequence_found_order(&m->found[i], m->kernels->kernel, &m->out->part[i], err);
}

static int search(searching *m, rocpd_queue_order *q, int64_t within_ns, rocpd_error *err) {
  int rc = rocpd_sequence_kernels_read(m->session, q, m->longest, within_ns, m->kernels, err);
  rocpd_queue_order_free(q);
  if (rc == SQLITE_OK) rc = find_places(m, err);
  if (rc == SQLITE_OK) rc = rocpd_parallel(m->session, m->kernels->names, grow, m, err);
  for (rocpd_pooled *g = m->growers.first; rc == SQLITE_OK && g; g = g->next) rc = rocpd_fail_code(err, hand_over_all((grower *)g));
  rocpd_pool_free(&m->growers, free_grower);
  sqlite3_free(m->first), sqlite3_free(m->by_size);
  if (rc == SQLITE_OK) rc = rocpd_parallel(m->session, ROCPD_SEQUENCE_PARTS, finish_part, m, err);
  for (int i = 0; i < ROCPD_SEQUENCE_PARTS; i++) m->out->n += m->out->part[i].n;
  return rc;
}

int rocpd_sequences_make(rocpd_session *session, rocpd_queue_order *q, uint32_t longest, int64_t within_ns, rocpd_sequences *out, rocpd_error *err) {
  searching m = {.session = session, .out = out, .kernels = &out->kernels, .longest = longest};
  memset(out, 0, sizeof *out);
  if (q->all.intervals >= NONE)
    return rocpd_fail(err, SQLITE_TOOBIG, "kernel_sequences: %llu kernels, expected fewer than %u", (unsigned long long)q->all.intervals, NONE);
  rocpd_pool_init(&m.growers);
  for (int i = 0; i < ROCPD_SEQUENCE_PARTS; i++) rocpd_sequence_found_begin(&m.found[i]);
  int rc = search(&m, q, within_ns, err);
  for (int i = 0; i < ROCPD_SEQUENCE_PARTS; i++) rocpd_sequence_found_end(&m.found[i]);
  if (rc != SQLITE_OK) rocpd_sequences_free(out);
  return rc;
}

void rocpd_sequences_free(rocpd_sequences *s) {
  for (int i = 0; i < ROCPD_SEQUENCE_PARTS; i++) sqlite3_free(s->part[i].item);
  rocpd_sequence_kernels_free(&s->kernels);
  sqlite3_free(s->at);
  memset(s, 0, sizeof *s);
}

static bool is_before(const void *a, const void *b) { return *(const uint32_t *)a < *(const uint32_t *)b; }
static const rocpd_sort_kind by_place = {sizeof(uint32_t), is_before};

int rocpd_sequence_kernel_time(const rocpd_sequences *s, const rocpd_sequence *x, int64_t *ns) {
  const uint32_t *at = s->at + x->at;
  uint32_t *in_order = NULL;
  uint64_t next = 0;
  if (x->count < x->n) { /* some overlap: which ones count depends on their order */
    if (!(in_order = sqlite3_malloc64(2 * (uint64_t)x->n * sizeof *in_order))) return SQLITE_NOMEM;
    memcpy(in_order, at, x->n * sizeof *at);
    rocpd_sort(&by_place, in_order, in_order + x->n, x->n);
    at = in_order;
  }
  *ns = 0;
  for (uint32_t i = 0; i < x->n; i++) {
    if (in_order && at[i] < next) continue;
    next = (uint64_t)at[i] + x->length;
    *ns = rocpd_add(*ns, rocpd_sequence_kernel_ns(&s->kernels, at[i], x->length));
  }
  sqlite3_free(in_order);
  return SQLITE_OK;
}

int64_t rocpd_sequence_name(const rocpd_sequences *s, const rocpd_sequence *x, uint32_t i) {
  return s->kernels.name[s->kernels.kernel[(uint64_t)x->first + i].name & ~BREAK];
}
