/* See nearest.h. */
#include "nearest.h"
#include <string.h>

#define LETTER 64u

static unsigned distance(const char *a, const char *b) {
  unsigned row[3][ROCZ_NEAREST_BYTES];
  size_t m = strlen(a), n = strlen(b);
  if (m >= ROCZ_NEAREST_BYTES || n >= ROCZ_NEAREST_BYTES)
    return ROCZ_NONE_IS_NEAR - 1;
  for (size_t j = 0; j <= n; j++)
    row[0][j] = (unsigned)j;
  for (size_t i = 1; i <= m; i++) {
    unsigned *now = row[i % 3], *last = row[(i + 2) % 3], *last_but_one = row[(i + 1) % 3];
    now[0] = (unsigned)i;
    for (size_t j = 1; j <= n; j++) {
      unsigned best = last[j - 1] + (a[i - 1] != b[j - 1]);
      best = last[j] + 1 < best ? last[j] + 1 : best;
      best = now[j - 1] + 1 < best ? now[j - 1] + 1 : best;
      if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1] && last_but_one[j - 2] + 1 < best)
        best = last_but_one[j - 2] + 1;
      now[j] = best;
    }
  }
  return LETTER * row[m % 3][n];
}

/* The distance of a name from its beginning, which is what most people type; of several such names the shortest is the nearest. */
static unsigned missing(const char *given, const char *known) {
  size_t n = strlen(given), all = strlen(known);
  return n >= 3 && n < all && all < ROCZ_NEAREST_BYTES && !strncmp(given, known, n) ? LETTER / 4 + (unsigned)(all - n) : ROCZ_NONE_IS_NEAR;
}

void rocz_nearer(rocz_nearest *nearest, const char *given, const char *known) {
  unsigned d = missing(given, known);
  d = d == ROCZ_NONE_IS_NEAR ? distance(given, known) : d;
  if (d < nearest->least)
    *nearest = (rocz_nearest){known, d};
}

bool rocz_is_near(const rocz_nearest *nearest, const char *given) {
  return nearest->name && nearest->least <= LETTER * ((strlen(given) + 1) / 3) && nearest->least < LETTER * strlen(nearest->name);
}
