/* How much of an interval kernels of an agent cover that compute: the union of all but copies and collectives. */
#ifndef ROCPD_COVER_H
#define ROCPD_COVER_H
#include "snapshot.h"

typedef struct rocpd_cover rocpd_cover;

/* Of a snapshot's kernels. Connection's thread. */
int rocpd_cover_new(rocpd_snapshot *s, rocpd_cover **out, rocpd_error *err);
void rocpd_cover_free(rocpd_cover *c); /* NULL is allowed */

/* The ns from start to end in which kernels of the agent `a`, or of `b` (ROCPD_NULL: no other), of a source (guid and path, interned) ran. Thread safe. */
int rocpd_cover_ns(rocpd_cover *c, int64_t guid, int64_t source, int64_t a, int64_t b, int64_t start, int64_t end, int64_t *ns, rocpd_error *err);

#endif
