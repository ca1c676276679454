/* How much of an interval computing kernels of an agent cover: the union of all kernels except copies and collectives. */
#ifndef ROCPD_COVER_H
#define ROCPD_COVER_H
#include "snapshot.h"

typedef struct rocpd_cover rocpd_cover;

/* Makes the cover of a snapshot's kernels. Connection's thread. */
int rocpd_cover_new(rocpd_snapshot *s, rocpd_cover **out, rocpd_error *err);
void rocpd_cover_free(rocpd_cover *c); /* NULL is allowed */

/* For looking up one interval after the other, mostly of the same agents and near each other. Zero it at first, except the cover. */
typedef struct rocpd_cover_reader {
  rocpd_cover *cover;
  const struct rocpd_spans *line; /* of: */
  int64_t guid, source, a, b;
  size_t near; /* the place that was found last */
} rocpd_cover_reader;

/* Computes the ns from start to end in which kernels of the agent `a` or `b` (ROCPD_NULL: none) of a source (guid and path, interned) ran. Thread safe, with
** a reader for each thread. */
int rocpd_cover_ns(rocpd_cover_reader *r, int64_t guid, int64_t source, int64_t a, int64_t b, int64_t start, int64_t end, int64_t *ns, rocpd_error *err);

#endif
