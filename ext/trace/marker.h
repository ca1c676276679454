/* Where something of a name happens: markers, calls, kernels. */
#ifndef ROCPD_MARKER_H
#define ROCPD_MARKER_H
#include "snapshot.h"

typedef struct rocpd_occurrence {
  rocpd_source *source;
  int64_t start, end; /* ROCPD_NULL not known */
} rocpd_occurrence;

/* All regions and samples with this message, or where there is none all of this name and,
** with `kernels`, all kernels of this name: *n in a new array (sqlite3_free), those of a
** source together. Runs SQL: the connection's thread. */
int rocpd_marker_find(rocpd_snapshot *s, const char *name, bool kernels, rocpd_occurrence **out, size_t *n, bool *by_message, rocpd_error *err);

#endif
