/* Durations of events that touch others: that end when the next begins, or when the one around ends (so what has something in it may touch that). Readers add duration and start in doubles
** (Speedscope after it has made the thread's first event begin at 0), and the sum may be one bit off the number that the next event's start is: then the
** events do not nest for them, and all that follows is misplaced. So such a duration has more digits where it takes them. Rounded to ns it stays what it is. */
#include "json_write.h"
#include <math.h>

static double us(int64_t from, int64_t to) { return (double)((uint64_t)to - (uint64_t)from) / 1000; } /* from <= to */

/* A length that makes `to` of `from`, or as little less as there is: where two halves lie beside each other no sum is `to`. */
static double length_to(double from, double to) {
  double length = to - from;
  if (from + length == to) return length;
  double other = nextafter(length, from + length < to ? INFINITY : 0); /* it was rounded */
  return from + other == to || from + length > to ? other : length;
}

char *rocpd_json_put_touching(char *p, int64_t base, int64_t first, int64_t start, int64_t end, bool before, double *until) {
  double zero = us(base, first), from = us(base, start) - zero, plain = us(start, end), to = us(base, end) - zero;
  if (before) to = nextafter(to, 0);
  if (to > *until) to = *until;
  *until = from + plain;
  if (from + plain == to || fabs(to - from - plain) > 0.00025) return put_time(p, start, end); /* months from base: no double is near enough */
  double length = length_to(from, to);
  long double scale = 1000;
  for (int digits = 4; digits <= 19 && length * scale < 0x1p58L; digits++) {
    scale *= 10; /* exact, as the number is: their quotient is what readers make of the decimal */
    uint64_t number = (uint64_t)llroundl(length * scale), whole = (uint64_t)scale;
    double made = number < 1ULL << 53 ? (double)number / (double)scale : (double)(number / scale); /* rounded once where it can be */
    if (from + made != from + length) continue;
    *until = from + made;
    p = rocpd_put_unsigned(p, number / whole);
    char *fraction = p;
    p = rocpd_put_unsigned(p, number % whole + whole); /* its first digit, 1, makes way for the point */
    *fraction = '.';
    return p;
  }
  return put_time(p, start, end);
}
