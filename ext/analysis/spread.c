/* See spread.h. */
#include "spread.h"
#include <math.h>
#include "gather.h"
#include "quantile.h"

typedef struct selection {
  const rocpd_statistics *st;
  rocpd_gathered gathered;
  const double *fraction;
  int fractions;
  double *out;
} selection;

/* Selects the place-th smallest of the durations from `first` on, none of which is less than those before. */
static uint64_t select_at(const selection *s, uint64_t begin, uint64_t end, uint64_t first, uint64_t place) {
  if (s->gathered.narrow) rocpd_select_32(s->gathered.narrow + begin + first, end - begin - first, place - first);
  else rocpd_select_64(s->gathered.wide + begin + first, end - begin - first, place - first);
  return s->gathered.narrow ? s->gathered.narrow[begin + place] : s->gathered.wide[begin + place];
}

static uint64_t least_of(const selection *s, uint64_t from, uint64_t to) {
  uint64_t least = UINT64_MAX;
  for (uint64_t i = from; i < to; i++) {
    uint64_t v = s->gathered.narrow ? s->gathered.narrow[i] : s->gathered.wide[i];
    least = v < least ? v : least;
  }
  return least;
}

static int select_group(void *arg, size_t i, rocpd_error *err) {
  const selection *s = arg;
  const rocpd_stat *x = &s->st->stat[i];
  uint64_t begin = s->gathered.begin[x->group], end = begin + x->ended, first = 0;
  for (int f = 0; f < s->fractions; f++) {
    double *out = &s->out[(size_t)f * s->st->n + i];
    *out = NAN;
    if (!x->ended || x->summed) continue;
    double place = s->fraction[f] * (double)(x->ended - 1), part = place - (double)(uint64_t)place;
    uint64_t at = (uint64_t)place, below = select_at(s, begin, end, first, at);
    uint64_t above = part > 0 ? least_of(s, begin + at + 1, end) : below;
    *out = (double)((long double)x->min_ns + (long double)below + (long double)part * (long double)(above - below));
    first = at;
  }
  return SQLITE_OK;
}

int rocpd_quantiles(rocpd_snapshot *s, const rocpd_group_input *input, int inputs, const rocpd_statistics *st, const double *fraction, int fractions,
                    double *out, rocpd_error *err) {
  selection x = {.st = st, .fraction = fraction, .fractions = fractions, .out = out};
  int rc = rocpd_gather(s, input, inputs, st, &x.gathered, err);
  if (rc == SQLITE_OK) rc = rocpd_parallel(rocpd_snapshot_session(s), st->n, select_group, &x, err);
  rocpd_gathered_free(&x.gathered);
  return rc;
}
