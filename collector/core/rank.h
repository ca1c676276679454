/* Ranks: see rank.c. */
#ifndef COLLECT_RANK_H
#define COLLECT_RANK_H
#include <stdbool.h>

/* Whether COLLECT_RANKS includes this process. A process without a rank (launcher.h) is included. Call it once the settings are read. */
bool collect_rank_is_wanted(void);

/* Takes "8" or "8-11" off the beginning of a list of numbers. False: the list begins with neither. */
bool collect_range_take(const char **list, long *first, long *last);
/* Parses a setting that is a list of these. */
bool collect_ranges_parse(const char *list);

#endif
