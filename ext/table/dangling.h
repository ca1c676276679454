/* Dangling ids: references in base tables to rows that do not exist. */
#ifndef ROCPD_DANGLING_H
#define ROCPD_DANGLING_H
#include "snapshot.h"

/* Looks for dangling ids in the kinds that the source delivers itself. It reads all columns with ids, once for each state of the file. Connection's thread. */
int rocpd_dangling_find(rocpd_snapshot *s, rocpd_source *source, rocpd_error *err);
/* Calls emit for each column in which some were found: `name` is 'dangling kernel_id' or the like, `value` the number of rows, `detail` describes the first. */
int rocpd_dangling_each(rocpd_snapshot *s, const rocpd_source *source,
                        int (*emit)(void *arg, const char *name, int64_t value, const char *detail), void *arg);

#endif
