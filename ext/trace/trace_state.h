/* Inside of ext/trace: the state of a trace. */
#ifndef ROCPD_TRACE_STATE_H
#define ROCPD_TRACE_STATE_H
#include "files.h"
#include "trace.h"

/* A database of the connection. */
enum { ROCPD_ATTACHED_KEY = 4 };
typedef struct rocpd_attached {
  char *schema, *file; /* file is "" when there is none */
  bool candidate; /* it has tables that a trace may have */
  bool direct;    /* only the connection itself can read it */
  bool writing, looked;
  int64_t key[ROCPD_ATTACHED_KEY];
} rocpd_attached;

/* The offset that rocpd_align() gave to a source. It stays while the mount is attached, since the source may be opened again. */
typedef struct rocpd_aligned {
  char *path;
  char guid[40];
  int64_t offset_ns;
  bool is_over; /* a later offset for the path has replaced it */
} rocpd_aligned;

/* One thing that was attached. */
typedef struct rocpd_mount {
  char *path; /* absolute */
  size_t literal; /* bytes of it that stand for themselves: see rocpd_listing_read() */
  bool automatic; /* the folder beside main's file */
  rocpd_attached *attached; /* a database of the connection, else NULL */
  rocpd_open_options options;
  char *rank; /* the memory of options.rank */
  rocpd_aligned *aligned; /* by path and guid */
  size_t aligneds;
  bool listed;
  bool look_again; /* a change of another mount may turn one of its files into another source */
  rocpd_listing listing;
  rocpd_source **source;
  size_t sources;
} rocpd_mount;

/* Mounts that are queried together: what is attached to the connection, or one
** path given to a table. */
typedef struct rocpd_set {
  rocpd_mount *mount;
  size_t mounts;
  uint64_t epoch; /* of the last look at the files */
  uint64_t built_epoch; /* of the snapshot */
  bool changed;   /* mounts were added or removed since the snapshot */
  rocpd_snapshot *snapshot; /* latest, or NULL */
  rocpd_snapshot *windowed; /* what the time window and the filter take of the latest, or NULL */
  rocpd_window *window; /* of a path: used instead of the connection's; NULL: none, the connection's counts */
  rocpd_keep keep; /* the snapshots: rocpd_set_enter() */
  struct rocpd_set *next;
} rocpd_set;

struct rocpd_trace {
  sqlite3 *db;
  rocpd_session *session;
  int refs; /* functions and modules that SQLite holds for us */
  rocpd_set main;
  rocpd_set *paths; /* sets of tables with a path */
  char *looked_in;  /* the absolute folder beside main's file; NULL: main has none */
  int open_snapshots; /* references to snapshots outside of sets */
  rocpd_window *window; /* NULL: none */
  rocpd_filter *filter; /* NULL: none. With a reference */
  unsigned filter_keys; /* those by which it chooses rows now: see rocpd_trace_filter_by() */
  struct execution *execution; /* statements that run in this epoch: snapshot.c */
  size_t executions;
  uint64_t taken; /* snapshots in this epoch */
};

/* Bring a set up to date: list files, open new ones, refresh the others.
** *changed: rows or sources are not those of the last time. */
int rocpd_set_update(rocpd_trace *t, rocpd_set *set, bool *changed, rocpd_error *err);
void rocpd_set_clear(rocpd_trace *t, rocpd_set *set);
/* Applies the options of a set's mounts (offset, rank) to their sources, also if another mount names the same file. What rocpd_align()
** said counts more than options. Sources of `anew` forget what was said before. SQLITE_BUSY if another statement sees them. */
int rocpd_set_apply_overrides(rocpd_trace *t, rocpd_set *set, const rocpd_mount *anew, rocpd_error *err);
void rocpd_aligned_free(rocpd_aligned *aligned, size_t n);
/* Makes the set known to the session, which may drop its snapshots between statements (keep.h), until rocpd_set_clear(). */
void rocpd_set_enter(rocpd_trace *t, rocpd_set *set);
/* Drop the sets' own references to their snapshots. */
void rocpd_trace_forget(rocpd_trace *t);
/* Drop the set's own reference to its snapshot. */
void rocpd_set_forget(rocpd_set *set);

#endif
