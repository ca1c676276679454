/* Durations of events that touch others: that end when the next begins, or when the one around ends (so what has something in it may touch that). Readers add duration and start in doubles
** (Speedscope after it has made the thread's first event begin at 0), and the sum may be one bit off the number that the next event's start is: then the
** events do not nest for them, and all that follows is misplaced. So such a duration has more digits where it takes them. Rounded to ns it stays what it is. */
#include "json_write.h"
#include <math.h>

static double us(int64_t from, int64_t to) { return (double)((uint64_t)to - (uint64_t)from) / 1000; } /* from <= to */

char *rocpd_json_put_touching(char *p, int64_t base, int64_t first, int64_t start, int64_t end) {
  double zero = us(base, first), from = us(base, start) - zero, to = us(base, end) - zero;
  if (from + us(start, end) == to || fabs(to - from - us(start, end)) > 0.00025) return put_time(p, start, end); /* months from base: no double is near enough */
  long double scale = 1000;
  for (int digits = 4; digits <= 18 && (to - from) * scale < 0x1p58L; digits++) {
    scale *= 10; /* exact, as the number is: their quotient is what readers make of the decimal */
    uint64_t number = (uint64_t)llroundl((to - from) * scale), whole = (uint64_t)scale;
    double made = number < 1ULL << 53 ? (double)number / (double)scale : (double)(number / scale); /* rounded once where it can be */
    if (from + made != to) continue;
    p = rocpd_put_unsigned(p, number / whole);
    char *fraction = p;
    p = rocpd_put_unsigned(p, number % whole + whole); /* its first digit, 1, makes way for the point */
    *fraction = '.';
    return p;
  }
  return put_time(p, start, end);
}
