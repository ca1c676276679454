/* What several sources hold counts once. A source is left out of a snapshot when others of its processes hold all its rows: a copy,
** a part beside the whole, a merged file beside its sources. ext/help/functions/rocpd_attach.md has the rules.
**
** Only sources that have a process in common are read for it. All of this is for the connection's thread. */
#ifndef ROCPD_SAME_H
#define ROCPD_SAME_H
#include "snapshot.h"

/* What a source has in common with others. */
typedef struct rocpd_same {
  rocpd_source *source;      /* if it is left out, the snapshot does not have it, and this is a reference */
  const rocpd_source *other; /* one that counts and has the same process; NULL: several do, and it is unknown which has the rows */
  int64_t rows;              /* that others hold, too */
  bool left_out;
  int64_t surplus;           /* how many of these rows an earlier source holds: by so many, sums are too large. This and what follows: only if not left out */
  int64_t first, last;       /* their first and last start, as shown; ROCPD_NULL: none has one */
  int64_t of_kind[ROCPD_KIND_COUNT];
} rocpd_same;

/* The sources of a snapshot that have rows in common with others, owned by it: first those that are left out, in the order of sources. */
const rocpd_same *rocpd_snapshot_same(rocpd_snapshot *s, size_t *n);

/* For trace.c: takes the sources that are left out from the new snapshot's list, and keeps with it which they are. keep[i]: source i is not compared. */
int rocpd_same_leave_out(rocpd_snapshot *s, const bool *keep, rocpd_error *err);

#endif
