/* Ranks: see rank.c. */
#ifndef COLLECT_RANK_H
#define COLLECT_RANK_H
#include <stdbool.h>

/* The rank that the launcher's variables state. NULL: they state none. */
const char *collect_rank(void);
/* Whether COLLECT_RANKS includes this process. A process without a rank is included. Call it once the settings are read. */
bool collect_rank_is_wanted(void);

#endif
