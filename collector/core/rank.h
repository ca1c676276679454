/* COLLECT_RANKS: see rank.c. */
#ifndef COLLECT_RANK_H
#define COLLECT_RANK_H
#include <stdbool.h>

/* Is this process to be recorded? One whose launcher gave it no rank is. Once the settings are
** parsed. */
bool collect_rank_is_wanted(void);

#endif
