/* It is unpredictable which of two lists has the next key, so there is no branch. But then each step waits for the one before; so the result is written at
** four places at once: both of its halves, each from both ends. */
#include "sorted.h"
#include "bisect.h"
#include <string.h>

/* Number of keys of `a` among the first `half` keys of both lists. */
static size_t cut_of(rocpd_sorted a, rocpd_sorted b, size_t half) {
  return ROCPD_FIRST(i, half > b.n ? half - b.n : 0, half < a.n ? half : a.n, a.at[i] >= b.at[half - i - 1]);
}

/* Parts of two lists that are merged from both ends. Beyond each end of a part is a key that must not be taken: one of the other half, which is greater or
** less than all, or the end of the list. */
typedef struct ends {
  const uint64_t *a, *b;   /* next from the front */
  const uint64_t *ya, *yb; /* next from the back */
  uint64_t *out, *yout;
} ends;

static inline __attribute__((always_inline)) void step(ends *e) {
  uint64_t a = *e->a, b = *e->b, ya = *e->ya, yb = *e->yb;
  int second = b < a, ysecond = yb > ya;
  *e->out++ = second ? b : a;
  *e->yout-- = ysecond ? yb : ya;
  e->a += !second, e->b += second;
  e->ya -= !ysecond, e->yb -= ysecond;
}

/* Merges the remaining keys, fewer than four. */
static void finish(ends *e) {
  while (e->out <= e->yout) *e->out++ = e->a <= e->ya && (e->b > e->yb || *e->a < *e->b) ? *e->a++ : *e->b++;
}

rocpd_sorted rocpd_sorted_merge(rocpd_sorted a, rocpd_sorted b, uint64_t *out) {
  size_t n = a.n + b.n, half = n / 2, i = cut_of(a, b, half), j = half - i;
  a.at[-1] = b.at[-1] = 0, a.at[a.n] = b.at[b.n] = UINT64_MAX;
  ends low = {a.at, b.at, a.at + i - 1, b.at + j - 1, out, out + half - 1};
  ends high = {a.at + i, b.at + j, a.at + a.n - 1, b.at + b.n - 1, out + half, out + n - 1};
  for (size_t k = half / 2; k > 0; k--) step(&low), step(&high);
  finish(&low), finish(&high);
  return (rocpd_sorted){out, n};
}

static rocpd_sorted copy(rocpd_sorted list, uint64_t *to) {
  memcpy(to, list.at, list.n * sizeof *to);
  return (rocpd_sorted){to, list.n};
}

static size_t without_empty(rocpd_sorted *list, size_t n) {
  size_t kept = 0;
  for (size_t i = 0; i < n; i++)
    if (list[i].n) list[kept++] = list[i];
  return kept;
}

rocpd_sorted rocpd_sorted_merge_all(rocpd_sorted *list, size_t n, ptrdiff_t twin) {
  uint64_t *to = n ? list[0].at : NULL;
  n = without_empty(list, n);
  if (!n) return (rocpd_sorted){to, 0};
  ptrdiff_t other = twin;
  for (; n > 1; n = (n + 1) / 2, other = -other) {
    for (size_t i = 0; i < n; i += 2) {
      uint64_t *out = list[i].at + other;
      list[i / 2] = i + 1 < n ? rocpd_sorted_merge(list[i], list[i + 1], out) : copy(list[i], out);
    }
  }
  return other == twin ? list[0] : copy(list[0], list[0].at - twin);
}
