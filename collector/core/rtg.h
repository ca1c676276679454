/* The variables of rtg_tracer: see rtg.c. */
#ifndef COLLECT_RTG_H
#define COLLECT_RTG_H
#include <stdbool.h>

/* What they say of a setting of ours; NULL: nothing. */
const char *collect_rtg_of(const char *setting);
/* Does a function of HIP pass whatever they say of HIP's? Those that launch do. */
bool collect_rtg_keeps(const char *function);

#endif
