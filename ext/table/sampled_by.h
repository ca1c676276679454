/* Tables of sampled stacks: whose rows are kept apart. */
#ifndef ROCPD_SAMPLED_BY_H
#define ROCPD_SAMPLED_BY_H
#include "rows.h"
#include "sampled.h"

enum rocpd_sampled_by { ROCPD_SAMPLED_BY_FUNCTION, ROCPD_SAMPLED_BY_PROCESS, ROCPD_SAMPLED_BY_THREAD };

/* The argument `by`; NULL: 'function'. */
int rocpd_sampled_by_of(const char *table, const char *arg, enum rocpd_sampled_by *out, rocpd_error *err);

/* Three keys of a row: the number of the source, pid and tid, ROCPD_NULL where rows of several are one. */
enum { ROCPD_SAMPLED_SOURCE, ROCPD_SAMPLED_PID, ROCPD_SAMPLED_TID, ROCPD_SAMPLED_WHOSE };
void rocpd_sampled_whose(enum rocpd_sampled_by by, size_t source, const rocpd_sampled_thread *t, int64_t *key);
/* The identity of a row with these keys; all unknown if its rows are of several sources. */
int rocpd_sampled_identity(rocpd_snapshot *s, const int64_t *key, rocpd_identity *out, rocpd_error *err);

#endif
