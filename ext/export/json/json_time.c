/* Durations of events that touch others: an event touches the next one if it ends when that one begins, and its parent if both end together (and so it may
** be touched by its own children). Readers add start and duration as doubles (Speedscope first moves the thread's first event to 0). The sum may differ by
** one bit from the next event's start; then the events do not nest for the reader, and all later ones are misplaced. So such a duration gets more digits if
** it needs them. Rounded to ns it stays the same. */
#include "json_write.h"
#include <math.h>

static double us(int64_t from, int64_t to) { return (double)((uint64_t)to - (uint64_t)from) / 1000; } /* from <= to */

/* A length whose sum with `from` is `to`, or as little below as possible: if two roundings are equally near, no sum is `to`. */
static double length_to(double from, double to) {
  double length = to - from;
  if (from + length == to) return length;
  double other = nextafter(length, from + length < to ? INFINITY : 0); /* the difference was rounded */
  return from + other == to || from + length > to ? other : length;
}

char *rocpd_json_put_touching(char *p, int64_t base, int64_t first, int64_t start, int64_t end, bool before, double *until) {
  double zero = us(base, first), from = us(base, start) - zero, plain = us(start, end), to = us(base, end) - zero;
  if (before) to = nextafter(to, 0);
  if (to > *until) to = *until;
  *until = from + plain;
  if (from + plain == to || fabs(to - from - plain) > 0.00025) return put_time(p, start, end); /* months from base: no double is close enough */
  double length = length_to(from, to);
  long double scale = 1000;
  for (int digits = 4; digits <= 19 && length * scale < 0x1p58L; digits++) {
    scale *= 10; /* exact, like the number: readers compute this quotient from the decimal */
    uint64_t number = (uint64_t)llroundl(length * scale), whole = (uint64_t)scale;
    double made = number < 1ULL << 53 ? (double)number / (double)scale : (double)(number / scale); /* rounded once if possible */
    if (from + made != from + length) continue;
    *until = from + made;
    p = rocpd_put_unsigned(p, number / whole);
    char *fraction = p;
    p = rocpd_put_unsigned(p, number % whole + whole); /* its first digit, 1, is replaced by the point */
    *fraction = '.';
    return p;
  }
  return put_time(p, start, end);
}
