/* Lists of periods, "delay:duration:repeat,...": see period.c. */
#ifndef COLLECT_PERIOD_H
#define COLLECT_PERIOD_H
#include <stdbool.h>
#include <stdint.h>

/* Reads a number of seconds, "2" or "0.25", as ns; `end` is set behind it. False: it is no number, or too large. */
bool collect_seconds(const char *text, int64_t *ns, const char **end);
/* Whether this is a list of periods. */
bool collect_periods_good(const char *list);
/* Whether the time `at` (ns since the first delay began) is within a duration. `change`: the time at which that changes next,
** INT64_MAX: never. */
bool collect_periods_at(const char *list, int64_t at, int64_t *change);

#endif
