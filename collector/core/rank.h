/* Ranks: see rank.c. */
#ifndef COLLECT_RANK_H
#define COLLECT_RANK_H
#include <stdbool.h>

/* Whether COLLECT_RANKS includes this process. A process without a rank (launcher.h) is included. Call it once the settings are read. */
bool collect_rank_is_wanted(void);

#endif
