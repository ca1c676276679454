/* The processes that a filter chooses (filter.h): a snapshot has them as if nothing else were attached. It has no sources of other processes, and of a
** merged file only the rows of chosen processes. */
#ifndef ROCPD_PROCESS_FILTER_H
#define ROCPD_PROCESS_FILTER_H
#include "snapshot_state.h"

/* Takes the sources out of s that have no chosen process, before it has any lists; keep[] goes with them. */
int rocpd_process_filter_sources(rocpd_snapshot *s, const rocpd_filter *f, bool *keep, rocpd_error *err);
/* Gives s its lists of the sources of which only some processes are chosen: of the kinds that these deliver themselves, so that all others are derived from
** chosen rows. What is there already stays. Connection's thread. */
int rocpd_process_filter_lists(rocpd_snapshot *s, const rocpd_filter *f, rocpd_error *err);

#endif
