/* Dangling ids: references in base tables to rows that do not exist. */
#ifndef ROCPD_DANGLING_H
#define ROCPD_DANGLING_H
#include "snapshot.h"

/* Look for them in what a source itself has: read is what it has of ids, once for a state of the file. On the
** connection's thread. */
int rocpd_dangling_find(rocpd_snapshot *s, rocpd_source *source, rocpd_error *err);
/* Calls emit for each column in which some were found: name 'dangling kernel_id', value rows, detail the first. */
int rocpd_dangling_each(rocpd_snapshot *s, const rocpd_source *source,
                        int (*emit)(void *arg, const char *name, int64_t value, const char *detail), void *arg);

#endif
