/* Ranks: see rank.c. */
#ifndef COLLECT_RANK_H
#define COLLECT_RANK_H
#include <stdbool.h>

/* As the launcher's variables say it; NULL: they do not. */
const char *collect_rank(void);
/* Is this process to be recorded? One whose launcher gave it no rank is. Once the settings are
** parsed. */
bool collect_rank_is_wanted(void);

#endif
