/* The Mann-Whitney U test. Both sides are sorted (by radix sort, since there are many durations of few bytes). Then one pass over both computes U: for each
** duration of b, the number of smaller ones of a, plus half of the equal ones. */
#include "rank_test.h"
#include <math.h>

typedef struct rank_work {
  rocpd_gathered *a, *b;
  rocpd_rank_pair *pair;
} rank_work;

/* ---- sorting */

#define DIGIT_BITS 11
#define DIGITS (1 << DIGIT_BITS)

/* Radix sort from the lowest digit; a digit that all have in common is skipped. */
#define RADIX_SORT(name, type) \
  static void name(type *value, type *spare, uint64_t n, uint64_t most) { \
    for (unsigned shift = 0; shift < sizeof(type) * 8 && most >> shift; shift += DIGIT_BITS) { \
      uint64_t at[DIGITS] = {0}, sum = 0; \
      for (uint64_t i = 0; i < n; i++) at[value[i] >> shift & (DIGITS - 1)]++; \
      if (at[value[0] >> shift & (DIGITS - 1)] == n) continue; \
      for (int d = 0; d < DIGITS; d++) { \
        uint64_t of = at[d]; \
        at[d] = sum, sum += of; \
      } \
      for (uint64_t i = 0; i < n; i++) spare[at[value[i] >> shift & (DIGITS - 1)]++] = value[i]; \
      memcpy(value, spare, n * sizeof *value); \
    } \
  }
RADIX_SORT(sort_32, uint32_t)
RADIX_SORT(sort_64, uint64_t)

/* The sorted durations of a group on one side. */
typedef struct sorted {
  int64_t least;
  uint64_t n;
  const uint32_t *narrow;
  const uint64_t *wide;
} sorted;

static inline int64_t at(const sorted *s, uint64_t i) { return (int64_t)((uint64_t)s->least + (s->narrow ? s->narrow[i] : s->wide[i])); }

static int sort_side(rocpd_gathered *g, const rocpd_stat *x, sorted *out, rocpd_error *err) {
  uint64_t begin = g->begin[x->group], most = (uint64_t)x->max_ns - (uint64_t)x->min_ns;
  void *spare = sqlite3_malloc64(x->ended * (g->narrow ? sizeof *g->narrow : sizeof *g->wide));
  if (!spare) return rocpd_fail(err, SQLITE_NOMEM, "out of memory for %llu durations", (unsigned long long)x->ended);
  if (g->narrow) sort_32(g->narrow + begin, spare, x->ended, most);
  else sort_64(g->wide + begin, spare, x->ended, most);
  sqlite3_free(spare);
  *out = (sorted){x->min_ns, x->ended, g->narrow ? g->narrow + begin : NULL, g->wide ? g->wide + begin : NULL};
  return SQLITE_OK;
}

/* ---- the test */

/* Computes twice U, which is an integer, and the sum of t^3 - t over ties. */
static unsigned __int128 count_pairs(const sorted *a, const sorted *b, long double *ties) {
  unsigned __int128 twice_u = 0;
  *ties = 0;
  for (uint64_t i = 0, k = 0; i < a->n || k < b->n;) {
    int64_t v = i < a->n && (k == b->n || at(a, i) <= at(b, k)) ? at(a, i) : at(b, k);
    uint64_t first_a = i, first_b = k;
    while (i < a->n && at(a, i) == v) i++;
    while (k < b->n && at(b, k) == v) k++;
    twice_u += (unsigned __int128)(k - first_b) * (first_a + i);
    long double t = (long double)(i - first_a) + (long double)(k - first_b);
    *ties += t * t * t - t;
  }
  return twice_u;
}

static rocpd_rank_test test(const sorted *a, const sorted *b) {
  long double ties, n = (long double)a->n, m = (long double)b->n, all = n + m;
  long double u = (long double)count_pairs(a, b, &ties) / 2;
  rocpd_rank_test t = {.p_value = NAN, .b_longer = (double)(u / (n * m))};
  if (a->n < ROCPD_RANK_TEST_LEAST || b->n < ROCPD_RANK_TEST_LEAST) return t;
  long double variance = n * m / 12 * (all + 1 - ties / (all * (all - 1))), off = fabsl(u - n * m / 2) - 0.5L;
  t.p_value = variance <= 0 || off <= 0 ? 1 : erfc((double)(off / sqrtl(variance)) * 0.70710678118654752440);
  return t;
}

static int test_pair(void *arg, size_t i, rocpd_error *err) {
  const rank_work *w = arg;
  rocpd_rank_pair *p = &w->pair[i];
  sorted a, b;
  p->test = (rocpd_rank_test){NAN, NAN};
  if (!p->a || !p->b || !p->a->ended || !p->b->ended || p->a->summed || p->b->summed) return SQLITE_OK;
  int rc = sort_side(w->a, p->a, &a, err);
  if (rc == SQLITE_OK) rc = sort_side(w->b, p->b, &b, err);
  if (rc == SQLITE_OK) p->test = test(&a, &b);
  return rc;
}

int rocpd_rank_tests(rocpd_session *session, rocpd_gathered *a, rocpd_gathered *b, rocpd_rank_pair *pair, size_t n, rocpd_error *err) {
  return rocpd_parallel(session, n, test_pair, &(rank_work){a, b, pair}, err);
}
