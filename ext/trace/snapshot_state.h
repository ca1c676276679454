/* Inside of ext/trace: what a snapshot consists of. The functions here are for the files that share the work:
**
**    trace.c      the current snapshot of what is attached, or of a path
**    snapshot.c   how long a snapshot lives, what others keep with it, which statements see one state, and when files are looked at again
**    lists.c      its batches, which are loaded when they are first asked for
**
** Only the connection's thread makes, changes and frees snapshots. Worker threads read lists that are loaded, and load those of
** native kinds (lists.c). */
#ifndef ROCPD_SNAPSHOT_STATE_H
#define ROCPD_SNAPSHOT_STATE_H
#include "row_filter.h"
#include "trace_state.h"
#include <pthread.h>

/* What an owner keeps with a snapshot. */
struct rocpd_kept {
  rocpd_keep keep; /* must be first */
  struct rocpd_kept *next;
  rocpd_snapshot *snapshot; /* NULL: it is gone */
  rocpd_keeping of;
  rocpd_batch *(*show)(void *data, rocpd_batch *b); /* NULL, or how batches of the source are shown: rocpd_snapshot_show_by() */
  rocpd_kind_set shows; /* those of these kinds */
};

/* What {"damaged":"skip"} has left out of one thing that is attached. */
typedef struct rocpd_left_out {
  int64_t files;
  char *why; /* of the first */
} rocpd_left_out;

/* Batches of one kind (of one source, or in the time window), with a reference each. */
typedef struct rocpd_batch_list {
  rocpd_batch **batch;
  size_t n;
  bool loaded; /* atomic */
  bool partial; /* what the source delivers is there, what is made of others is being made */
} rocpd_batch_list;

struct rocpd_snapshot {
  rocpd_trace *trace;
  int refs; /* the set's included */
  rocpd_source **source;
  size_t sources;
  char *path; /* what it is of; NULL: what is attached to the connection */
  rocpd_left_out *left_out;
  size_t left_outs;
  struct {
    bool loaded;
    rocpd_batch **batch; /* of all sources, without references of its own */
    size_t batches;
    rocpd_batch_list *of; /* [sources]; atomic, NULL until one is asked for */
  } kind[ROCPD_KIND_COUNT];
  pthread_mutex_t mutex; /* guards the making of `of` and of lists of native kinds */
  rocpd_kept *kept; /* the newest first */
  rocpd_kind_set shows; /* of what is kept: kinds of which some source's batches are shown by it */
  /* With a time window or a filter of rows: what is in it of the rows of another one. Only these lists and
  ** what is kept with them are its own. */
  rocpd_snapshot *whole; /* NULL: neither */
  rocpd_window *window; /* NULL: none */
  rocpd_row_filter *filter; /* NULL: none */
  rocpd_snapshot *by[ROCPD_TAKES_ROWS + 1]; /* the same window, and the filter by these keys only; NULL: not asked for yet */
  rocpd_batch_list *chosen, *within, *cut; /* [ROCPD_KIND_COUNT] what the filter takes, and in the window of that */
  rocpd_snapshot *part_of; /* whose lists it has of kinds that it has none of; NULL: it is no part */
  int64_t default_stream; /* its id */
};

/* ---- snapshot.c ---- */

/* A snapshot of no sources, with room for n, and one reference, which the caller drops (rocpd_snapshot_drop()). NULL: out of memory. */
rocpd_snapshot *rocpd_snapshot_new(rocpd_trace *t, size_t n);
/* The same with a reference to each of these sources. It belongs to no set. SQLITE_NOMEM. */
int rocpd_snapshot_of_sources(rocpd_trace *t, rocpd_source *const *source, size_t n, rocpd_snapshot **out);
/* The rows of `whole` that are in a window (NULL: any time) and that a filter (NULL: none) takes by these keys, with one reference; it holds `whole` and the
** filter. */
int rocpd_snapshot_limit(rocpd_snapshot *whole, const rocpd_window *window, rocpd_filter *filter, unsigned keys, rocpd_snapshot **out, rocpd_error *err);
/* Drops one reference. The last one frees the snapshot, what is kept with it and its batches. */
void rocpd_snapshot_drop(rocpd_snapshot *s);
/* Drops the batches of a list and its array. */
void rocpd_batch_list_clear(rocpd_batch_list *list);

/* A batch of a source's own as what is kept about the source shows it. One reference; NULL when out of memory. */
rocpd_batch *rocpd_kept_show(const rocpd_snapshot *s, rocpd_batch *b);
/* What is kept about a source goes from `old` to s. */
void rocpd_kept_move(rocpd_snapshot *s, rocpd_snapshot *old, const rocpd_source *source);

/* Begins a new epoch if nothing that used the last one is left, and notes the statements that run now: one of them is asking. SQLITE_NOMEM. */
int rocpd_epoch_enter(rocpd_trace *t);

/* ---- lists.c ---- */

/* Room in s for all the lists that `old` has, so that rocpd_lists_move() cannot fail. */
bool rocpd_lists_reserve(rocpd_snapshot *s, const rocpd_snapshot *old);
/* The lists of source number `from` of `old` become those of number `to` of s. */
void rocpd_lists_move(rocpd_snapshot *s, size_t to, rocpd_snapshot *old, size_t from);

/* Are the batches of a source's kind there? */
bool rocpd_lists_have(rocpd_snapshot *s, size_t source, int kind);
/* These are the batches of a source's kind, of which nothing is there yet. Takes over the array and the references, which it drops on SQLITE_NOMEM. */
int rocpd_lists_put(rocpd_snapshot *s, size_t source, int kind, rocpd_batch **batch, size_t n);

#endif
