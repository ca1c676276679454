/* See runs.h. */
#include "runs.h"
#include <math.h>

void rocpd_runs_free(rocpd_runs *r) {
  sqlite3_free(r->run);
  *r = (rocpd_runs){0};
}

int rocpd_runs_of(rocpd_runs *r, int64_t base, const uint64_t *above, uint64_t n) {
  size_t runs = 0;
  for (uint64_t i = 0; i < n; i++) runs += !i || above[i] != above[i - 1];
  *r = (rocpd_runs){.run = sqlite3_malloc64((runs + 1) * sizeof *r->run), .values = n};
  if (!r->run) return SQLITE_NOMEM;
  for (uint64_t i = 0; i < n; i++) {
    if (!i || above[i] != above[i - 1]) r->run[r->n++] = (rocpd_value_run){(int64_t)((uint64_t)base + above[i]), 0};
    r->run[r->n - 1].count++;
  }
  return SQLITE_OK;
}

int rocpd_runs_merge(rocpd_runs *to, const rocpd_runs *from) {
  rocpd_runs sum = {.run = sqlite3_malloc64((to->n + from->n + 1) * sizeof *sum.run), .values = to->values + from->values};
  if (!sum.run) return SQLITE_NOMEM;
  for (size_t a = 0, b = 0; a < to->n || b < from->n;) {
    bool left = b == from->n || (a < to->n && to->run[a].value <= from->run[b].value),
         right = a == to->n || (b < from->n && from->run[b].value <= to->run[a].value);
    sum.run[sum.n++] = (rocpd_value_run){left ? to->run[a].value : from->run[b].value, (left ? to->run[a].count : 0) + (right ? from->run[b].count : 0)};
    a += left, b += right;
  }
  sqlite3_free(to->run);
  *to = sum;
  return SQLITE_OK;
}

double rocpd_runs_quantile(const rocpd_runs *r, double fraction) {
  if (!r->values) return NAN;
  double place = fraction * (double)(r->values - 1), part = place - (double)(uint64_t)place;
  uint64_t at = (uint64_t)place;
  size_t i = 0;
  for (; at >= r->run[i].count; i++) at -= r->run[i].count;
  int64_t least = r->run[0].value, above_value = part > 0 && at + 1 == r->run[i].count && i + 1 < r->n ? r->run[i + 1].value : r->run[i].value;
  uint64_t below = (uint64_t)r->run[i].value - (uint64_t)least, above = (uint64_t)above_value - (uint64_t)least;
  return (double)((long double)least + (long double)below + (long double)part * (long double)(above - below));
}

#define FAR ((uint64_t)1 << 63)

void rocpd_runs_save(const rocpd_runs *r, rocpd_state_writer *to) {
  rocpd_state_put(to, r->n);
  for (size_t i = 0; i < r->n; i++) {
    uint64_t distance = i ? (uint64_t)r->run[i].value - (uint64_t)r->run[i - 1].value : 0, count = r->run[i].count;
    if (!i) {
      rocpd_state_put_signed(to, r->run[i].value);
      rocpd_state_put(to, count);
    } else if (distance >= FAR) {
      rocpd_state_put(to, 0);
      rocpd_state_put(to, distance);
      rocpd_state_put(to, count);
    } else {
      rocpd_state_put(to, distance << 1 | (count > 1));
      if (count > 1) rocpd_state_put(to, count);
    }
  }
}

/* Reads a run; `before` is the value of the one before, NULL for the first. */
static rocpd_value_run load_run(rocpd_state_reader *from, const int64_t *before) {
  if (!before) {
    int64_t value = rocpd_state_get_signed(from);
    return (rocpd_value_run){value, rocpd_state_get(from)};
  }
  uint64_t u = rocpd_state_get(from), distance = u ? u >> 1 : rocpd_state_get(from), count = !u || u & 1 ? rocpd_state_get(from) : 1;
  int64_t value = (int64_t)((uint64_t)*before + distance);
  from->bad |= value <= *before; /* also if it does not fit */
  return (rocpd_value_run){value, count};
}

int rocpd_runs_load(rocpd_runs *r, rocpd_state_reader *from) {
  uint64_t runs = rocpd_state_get(from);
  from->bad |= runs > rocpd_state_left(from); /* each takes at least a byte */
  if (from->bad) return SQLITE_OK;
  r->run = sqlite3_malloc64((runs + 1) * sizeof *r->run);
  if (!r->run) return SQLITE_NOMEM;
  while (r->n < runs && !from->bad) {
    rocpd_value_run x = load_run(from, r->n ? &r->run[r->n - 1].value : NULL);
    from->bad |= !x.count || __builtin_add_overflow(r->values, x.count, &r->values);
    r->run[r->n++] = x;
  }
  return SQLITE_OK;
}
