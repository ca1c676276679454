/* Snapshots: one state of all sources, which every cursor of a statement sees. */
#ifndef ROCPD_SNAPSHOT_H
#define ROCPD_SNAPSHOT_H
#include "source.h"

typedef struct rocpd_trace rocpd_trace; /* trace.h */

/* Reference counted. batches[] of a kind are ordered by source, lane, ordinal. */
typedef struct rocpd_snapshot rocpd_snapshot;

/* The current snapshot of the connection, with a reference for the caller. The
** same one is returned for as long as any statement that was running when it was
** taken still runs; otherwise files that grew are looked at again. */
int rocpd_trace_snapshot(rocpd_trace *t, rocpd_snapshot **out, rocpd_error *err);
/* A snapshot of the files that `path` names (file, folder or glob) instead of
** the connection's sources: tables with a path argument. Cached likewise. */
int rocpd_trace_snapshot_of(rocpd_trace *t, const char *path, rocpd_snapshot **out, rocpd_error *err);
void rocpd_snapshot_release(rocpd_snapshot *s);
/* Whether s is the only snapshot of the connection in use, apart from `other` (may be NULL). Then only their holders read columns of the batches. */
bool rocpd_snapshot_is_alone(const rocpd_snapshot *s, const rocpd_snapshot *other);
/* Whether the caller may release its snapshot (has_one) and take another, for which the files are looked at again. That is so if no other snapshot was taken
** since the files were last looked at: nobody else has seen that state. */
bool rocpd_snapshot_begin_again(rocpd_trace *t, bool has_one);

/* The snapshot of all rows, if s has only those in a time window or those that the connection's filter (filter.h) takes; else s itself. It lives as
** long as s. */
rocpd_snapshot *rocpd_snapshot_whole(rocpd_snapshot *s);
/* The snapshot of all rows in the time window, whatever GPUs, kernels and streams the filter takes: for answers that need what others did then. It lives
** as long as s. Connection's thread. */
int rocpd_snapshot_in_time(rocpd_snapshot *s, rocpd_snapshot **out, rocpd_error *err);
/* The snapshot whose rows the filter chooses by these keys only (ROCPD_TAKES_GPU and so on), in the same time window. It lives as long as s. Connection's
** thread. */
int rocpd_snapshot_by(rocpd_snapshot *s, unsigned keys, rocpd_snapshot **out, rocpd_error *err);
/* What the filter chooses rows by: ROCPD_TAKES_GPU and so on; 0: nothing. */
unsigned rocpd_snapshot_filter(const rocpd_snapshot *s);
/* True if the filter takes this agent. If it does not choose GPUs, it takes all agents. */
bool rocpd_snapshot_takes(const rocpd_snapshot *s, const rocpd_source *source, int64_t agent);
/* The window (window.h), NULL: none. */
const struct rocpd_window *rocpd_snapshot_window(const rocpd_snapshot *s);

/* The batches of a kind: *n of them, owned by the snapshot. Loads them
** at the first call. With a time window (window.h) or a filter (filter.h), they have only the rows that pass it. */
int rocpd_snapshot_batches(rocpd_snapshot *s, int kind, rocpd_batch ***batches, size_t *n, rocpd_error *err);
/* The same for callers that add up times. If the window takes rows that overlap it, rows that cross one of its ends are cut: start, end and duration are
** those of the part within. */
int rocpd_snapshot_batches_to_sum(rocpd_snapshot *s, int kind, rocpd_batch ***batches, size_t *n, rocpd_error *err);
/* True if such rows are cut. */
bool rocpd_snapshot_sums_parts(const rocpd_snapshot *s);
/* The batches of several kinds, one kind after the other, in a new array (sqlite3_free). With `cut` and a time window they
** have all rows that overlap it, cut to the part within, as timelines need them. */
int rocpd_snapshot_batches_all(rocpd_snapshot *s, const int *kind, int kinds, bool cut, rocpd_batch ***batches, size_t *n, rocpd_error *err);
/* The sources of a snapshot in order, owned by it. */
rocpd_source **rocpd_snapshot_sources(rocpd_snapshot *s, size_t *n);
/* The absolute path that was given to the table; NULL if the snapshot is of the attached sources. Owned by the snapshot. */
const char *rocpd_snapshot_path(rocpd_snapshot *s);
/* Calls fn for each attached path whose unreadable files were left out because of {"damaged":"skip"}; why: the reason for the first. */
int rocpd_snapshot_left_out(rocpd_snapshot *s, int (*fn)(void *arg, int64_t files, const char *why), void *arg);
/* The batches of one source. Thread safe for kinds that it delivers itself, but not if there is a
** window. */
int rocpd_snapshot_batches_of(rocpd_snapshot *s, const rocpd_source *source, int kind, rocpd_batch ***batches, size_t *n, rocpd_error *err);
/* True if any thread may ask for these batches: the source delivers the kind, or its rows have been derived. */
bool rocpd_snapshot_is_at_hand(rocpd_snapshot *s, const rocpd_source *source, int kind);
/* A part of a whole snapshot (part.h). It has one source and its own rows of some kinds, which _add() adds; its rows of other kinds are those of s.
** default_stream: the id of the process's default stream. NULL: out of memory. _add() takes over the reference to a batch, also on an error. Once s is
** gone, only _free() may be called. */
rocpd_snapshot *rocpd_snapshot_part(rocpd_snapshot *s, rocpd_source *source, rocpd_kind_set kinds, int64_t default_stream);
int rocpd_snapshot_part_add(rocpd_snapshot *part, rocpd_batch *b);
void rocpd_snapshot_part_moved(rocpd_snapshot *part, rocpd_snapshot *to);
void rocpd_snapshot_part_free(rocpd_snapshot *part);
/* The id of the default stream: 0, except in parts. */
int64_t rocpd_snapshot_default_stream(const rocpd_snapshot *s);
/* A source's own batch as the snapshot shows it: with the user's offset and rank of the source
** (overlay.h), and the origins of its rows' processes (origins.h). One reference; NULL when out of memory. */
rocpd_batch *rocpd_snapshot_show(rocpd_snapshot *s, rocpd_batch *b);

/* Data that others computed for a snapshot are kept with it under (owner, key), and counted (keep.h). Connection's thread. */
typedef struct rocpd_kept rocpd_kept;
typedef struct rocpd_keeping {
  const void *owner; /* the address of a variable of the owner's */
  int64_t key;
  void *data; /* one block of sqlite3_malloc64() */
  int64_t bytes; /* that it has allocated beside the block */
  void (*free_data)(void *);
  enum rocpd_kept_until {
    ROCPD_KEPT_FOR_GOOD, /* until the snapshot is freed: others may hold pointers to the data */
    ROCPD_KEPT_IN_STATEMENT, /* while a snapshot is in use. Then they may be freed: they are made again */
    ROCPD_KEPT_IN_USE /* while they have users, of which the first is who keeps them. They need the snapshot only while they are made */
  } until;
  const rocpd_source *source; /* not NULL: data about the batches of this source (key: its number). If the source has not changed, the next snapshot
                              ** takes over its batches and these data, and calls moved(), if there is one */
  void (*moved)(void *data, rocpd_snapshot *to);
} rocpd_keeping;

/* Keeps data. NULL: out of memory, and the data are freed. */
rocpd_kept *rocpd_snapshot_keep(rocpd_snapshot *s, const rocpd_keeping *k);
/* The data of an owner; NULL: none are kept. */
void *rocpd_snapshot_kept(rocpd_snapshot *s, const void *owner, int64_t key);
/* Adds bytes that the data have allocated meanwhile. Thread safe. */
void rocpd_kept_count(rocpd_kept *k, int64_t bytes);
/* For data whose users count: one user more (NULL: none are kept), its data, and one user fewer. The last one may be called when the snapshot is gone, and
** with NULL. */
rocpd_kept *rocpd_snapshot_use(rocpd_snapshot *s, const void *owner, int64_t key);
void *rocpd_kept_data(const rocpd_kept *k);
void rocpd_kept_release(rocpd_kept *k);
/* Batches of these kinds, which the source delivers itself, are shown by show() from now on, which has the data that the owner keeps about the source. It
** returns one reference, or NULL when out of memory. Any thread may call it. If there are several, each gets what another one shows. */
void rocpd_snapshot_show_by(rocpd_snapshot *s, const rocpd_source *source, const void *owner, rocpd_kind_set kinds,
                            rocpd_batch *(*show)(void *data, rocpd_batch *b));
rocpd_trace *rocpd_snapshot_trace(const rocpd_snapshot *s);
rocpd_session *rocpd_snapshot_session(const rocpd_snapshot *s);

#endif
