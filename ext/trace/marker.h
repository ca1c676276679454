/* Finds the times of something by name: markers, calls, kernels. */
#ifndef ROCPD_MARKER_H
#define ROCPD_MARKER_H
#include "domain.h"
#include "map.h"
#include "snapshot.h"

typedef struct rocpd_occurrence {
  rocpd_source *source;
  int64_t start, end; /* ROCPD_NULL not known */
} rocpd_occurrence;

/* The message in a marker's extdata, {"message":"..."}; ROCPD_NULL if there is none, or if SQLite has no JSON functions. Few
** texts differ, so `known` caches the answers; the caller zeroes it first and frees it. One thread at a time. */
int rocpd_marker_message(rocpd_session *session, rocpd_map *known, int64_t extdata, int64_t *message, rocpd_error *err);

/* All regions and samples with this message. If there are none: all with this name and, with `kernels`, all kernels
** with this name. *n of them in a new array (sqlite3_free), grouped by source. Runs SQL: connection's thread. */
int rocpd_marker_find(rocpd_snapshot *s, const char *name, bool kernels, rocpd_occurrence **out, size_t *n, bool *by_message, rocpd_error *err);

/* The same without kernels for what users write: "NAME", or "NAME/N" for the N-th of all of this name (from 1) where nothing has
** the whole as its name. In order of start; those without one are left out. That there is none, or no N-th, is an error; `or_else` is
** what the message says that could be there, too ("ns or "). */
int rocpd_marker_named(rocpd_snapshot *s, const char *text, const char *or_else, rocpd_occurrence **out, size_t *n, bool *by_message, rocpd_error *err);

#endif
