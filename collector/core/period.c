/* Periods of recording: "delay:duration:repeat,...", in seconds.
**
** After each delay the process records for the duration. Both are repeated `repeat` times (default 1; 0: for ever), then comes
** the next entry of the list. */
#include "period.h"

#define SECONDS_MAX 1000000000 /* 31 years */

/* strtod would depend on the program's locale. */
bool collect_seconds(const char *text, int64_t *ns, const char **end) {
  const char *p = text;
  int64_t value = 0, unit = 1000000000;
  for (; *p >= '0' && *p <= '9'; p++)
    if ((value = 10 * value + (*p - '0')) > SECONDS_MAX)
      return false;
  value *= 1000000000;
  bool digits = p > text;
  if (*p == '.')
    for (p++; *p >= '0' && *p <= '9'; p++, digits = true)
      value += (*p - '0') * (unit /= 10);
  *ns = value;
  *end = p;
  return digits;
}

typedef struct period { int64_t delay_ns, duration_ns, repeat; } period;

/* Takes the first entry off the list. False: it is not a period. */
static bool period_take(const char **list, period *p) {
  const char *at;
  *p = (period){.repeat = 1};
  if (!collect_seconds(*list, &p->delay_ns, &at) || *at++ != ':' || !collect_seconds(at, &p->duration_ns, &at) || !p->duration_ns)
    return false;
  if (*at == ':') {
    const char *digits = ++at;
    for (p->repeat = 0; *at >= '0' && *at <= '9'; at++)
      if ((p->repeat = 10 * p->repeat + (*at - '0')) > SECONDS_MAX)
        return false;
    if (at == digits)
      return false;
  }
  if (*at && *at != ',')
    return false;
  *list = at + (*at != 0);
  return true;
}

bool collect_periods_good(const char *list) {
  period p;
  while (*list)
    if (!period_take(&list, &p))
      return false;
  return true;
}

bool collect_periods_at(const char *list, int64_t at, int64_t *change) {
  period p;
  int64_t begin = 0;
  *change = INT64_MAX;
  while (*list && period_take(&list, &p)) {
    int64_t length = p.delay_ns + p.duration_ns, turn = at >= begin ? (at - begin) / length : 0;
    if (p.repeat && turn >= p.repeat) {
      if (p.repeat > (INT64_MAX / 2 - begin) / length)
        return false; /* that is thousands of years away */
      begin += p.repeat * length;
      continue;
    }
    int64_t start = begin + turn * length + p.delay_ns;
    *change = at < start ? start : start + p.duration_ns;
    /* Without a delay the next repetition follows at once. */
    if (at >= start && !p.delay_ns)
      *change = p.repeat ? begin + p.repeat * length : INT64_MAX;
    return at >= start;
  }
  return false;
}
