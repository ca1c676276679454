/* Lists of periods, "delay:duration:repeat,...": see period.c. */
#ifndef COLLECT_PERIOD_H
#define COLLECT_PERIOD_H
#include <stdbool.h>
#include <stdint.h>

/* A number of seconds, "2" or "0.25"; `end` is what follows. False: it is none, or too large. */
bool collect_seconds(const char *text, int64_t *ns, const char **end);
/* Is it a list? */
bool collect_periods_good(const char *list);
/* Does the time `at`, from the beginning of the first delay, lie in a duration? `change` is when
** that changes next; INT64_MAX: never. */
bool collect_periods_at(const char *list, int64_t at, int64_t *change);

#endif
