/* The variables of rtg_tracer: see rtg.c. */
#ifndef COLLECT_RTG_H
#define COLLECT_RTG_H
#include <stdbool.h>

/* The value that they give one of our settings. NULL: none. */
const char *collect_rtg_of(const char *setting);
/* Whether this function of HIP is recorded whatever RTG's filters say: functions that launch are. */
bool collect_rtg_keeps(const char *function);

#endif
