/* How much of an interval computing kernels of an agent cover: the union of all kernels except copies and collectives. */
#ifndef ROCPD_COVER_H
#define ROCPD_COVER_H
#include "snapshot.h"

typedef struct rocpd_cover rocpd_cover;

/* Of a snapshot's kernels. Connection's thread. */
int rocpd_cover_new(rocpd_snapshot *s, rocpd_cover **out, rocpd_error *err);
void rocpd_cover_free(rocpd_cover *c); /* NULL is allowed */

/* Looking one interval after the other up, which are mostly of the same agents, and near the one before. Zeroed at first, but for the cover. */
typedef struct rocpd_cover_reader {
  rocpd_cover *cover;
  const struct rocpd_spans *line; /* of: */
  int64_t guid, source, a, b;
  size_t near; /* the last place in it */
} rocpd_cover_reader;

/* The ns from start to end in which kernels of the agent `a`, or of `b` (ROCPD_NULL: no other), of a source (guid and path, interned) ran. Thread safe, for a
** thread's own reader. */
int rocpd_cover_ns(rocpd_cover_reader *r, int64_t guid, int64_t source, int64_t a, int64_t b, int64_t start, int64_t end, int64_t *ns, rocpd_error *err);

#endif
