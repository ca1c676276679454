/* Inside of ext/source: the state of one connection. Tables, analysis and
** exporters use source.h; init.c creates and frees the trace. */
#ifndef ROCPD_TRACE_H
#define ROCPD_TRACE_H
#include "source.h"
#include "string_set.h"
#include <pthread.h>

typedef struct rocpd_pool rocpd_pool; /* database.c */
void rocpd_layouts_free(rocpd_trace *t);

/* ---- find.c: the files that a path names ---- */

typedef struct rocpd_folder {
  char *path;
  int64_t mtime_ns;
} rocpd_folder;

/* Files by name, and the folders whose change would change the list. */
typedef struct rocpd_listing {
  char **file;
  size_t files;
  rocpd_folder *folder;
  size_t folders;
  int64_t listed_ns; /* REALTIME: folders changed about then may change unseen */
  bool single;       /* the path names one file */
  bool again;        /* a glob, a file was still empty, or unreadable: always looked at again */
  bool skip;         /* {"damaged":"skip"}: what is unreadable is counted, not an error */
  int64_t unreadable;
  char *why;         /* the first of them */
} rocpd_listing;

/* path is absolute: a file, folder (searched recursively) or glob, of which the first `literal` bytes
** are no pattern. Nothing there is an empty listing. With `suffix` only such files of folders are taken. */
int rocpd_listing_read(rocpd_listing *l, const char *path, size_t literal, const char *suffix, bool skip, rocpd_error *err);
/* Skip a file or folder that cannot be opened, if that is what `skip` says; else the error. */
int rocpd_listing_skip(rocpd_listing *l, int rc, rocpd_error *why, rocpd_error *err);
/* True when reading again may give another result. */
bool rocpd_listing_stale(const rocpd_listing *l);
void rocpd_listing_free(rocpd_listing *l);
/* An absolute form of path, without looking at what is there; *literal: how much of it is the working directory. NULL: no memory. */
char *rocpd_absolute(const char *path, size_t *literal);

/* ---- trace.c, mount.c, settle.c and snapshot.c ---- */

/* A database of the connection: attached.c. */
enum { ROCPD_ATTACHED_KEY = 4 };
typedef struct rocpd_attached {
  char *schema, *file; /* file is "" when there is none */
  bool candidate; /* it has tables that a trace may have */
  bool direct;    /* only the connection itself can read it */
  bool writing, looked;
  int64_t key[ROCPD_ATTACHED_KEY];
} rocpd_attached;

/* Calls fn for main and each attached database. */
int rocpd_attached_each(rocpd_trace *t, int (*fn)(void *arg, const char *schema, const char *file), void *arg);
int rocpd_attached_new(const char *schema, const char *file, rocpd_attached **out);
void rocpd_attached_free(rocpd_attached *a);
/* *changed: it has to be opened anew, or no more. */
int rocpd_attached_look(rocpd_trace *t, rocpd_attached *a, bool *changed);

/* One thing that was attached. */
typedef struct rocpd_mount {
  char *path; /* absolute */
  size_t literal; /* bytes of it that stand for themselves: see rocpd_listing_read() */
  bool automatic; /* the folder beside main's file */
  rocpd_attached *attached; /* a database of the connection, else NULL */
  rocpd_open_options options;
  char *rank; /* the memory of options.rank */
  bool listed;
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
  rocpd_snapshot *windowed; /* what is in the time window of the latest, or NULL */
  uint64_t used;  /* for dropping the least recently used */
  struct rocpd_set *next;
} rocpd_set;

/* A run of a statement: sqlite3_step until its end or reset. */
typedef struct rocpd_run {
  sqlite3_stmt *stmt;
  int run;
} rocpd_run;

struct rocpd_trace {
  sqlite3 *db;
  int refs; /* functions and modules that SQLite holds for us */
  rocpd_strings *strings;
  uint32_t next_number;
  rocpd_source **source; /* all that are open, once each */
  size_t sources;
  rocpd_set main;
  rocpd_set *paths; /* sets of tables with a path */
  uint64_t path_uses;
  char *looked_in;  /* the absolute folder beside main's file; NULL: main has none */
  /* One state for a statement: files are looked at again in a new epoch only */
  uint64_t epoch;
  int held; /* references to snapshots outside of sets */
  struct rocpd_window *window; /* NULL: none */
  /* cache.c */
  rocpd_batch *batches;        /* all that are */
  pthread_mutex_t cache_mutex; /* guards the list */
  int64_t cache_limit;         /* bytes of columns that stay between statements */
  rocpd_run *run; /* statements that run in this epoch */
  size_t runs;
  /* parallel.c */
  int threads;
  bool in_parallel; /* atomic */
  pthread_t owner;
  int64_t interrupt_asked_ns;
  /* scratch.c */
  struct rocpd_scratch *scratch; /* not in use now */
  pthread_mutex_t scratch_mutex; /* guards it */
  struct rocpd_json *json; /* NULL until needed */
  pthread_mutex_t json_mutex; /* guards it, and what sources count of malformed JSON */
  struct rocpd_layout *layout[ROCPD_KIND_COUNT]; /* of rocprofv3's tables that were met: rocprof_layout.c. Connection's thread only */
  rocpd_pool *pool; /* connections to databases, NULL until one is wanted */
  pthread_mutex_t pool_mutex; /* guards its making */
};

int rocpd_trace_new(sqlite3 *db, rocpd_trace **out);
void rocpd_trace_ref(rocpd_trace *t);
void rocpd_trace_unref(rocpd_trace *t);

/* Attach path (made absolute) to the connection; *files: how many sources it has. */
int rocpd_trace_attach(rocpd_trace *t, const char *path, const rocpd_open_options *options, int64_t *files, rocpd_error *err);
/* Add offset[i] to all times of source[i], and nothing to those of others that are
** attached, instead of what was said before. SQLITE_BUSY while a snapshot is held. */
int rocpd_trace_move(rocpd_trace *t, rocpd_source *const *source, const int64_t *offset_ns, size_t n, rocpd_error *err);
/* Detach what was attached as path; *files: how many sources that were. */
int rocpd_trace_detach(rocpd_trace *t, const char *path, int64_t *files, rocpd_error *err);

/* Bring a set up to date: list files, open new ones, refresh the others.
** *changed: rows or sources are not those of the last time. */
int rocpd_set_update(rocpd_trace *t, rocpd_set *set, bool *changed, rocpd_error *err);
void rocpd_set_clear(rocpd_trace *t, rocpd_set *set);
/* What the options of a set's mounts say of the sources counts, also where another mount names
** the file. Sources of `anew` forget what was said before. SQLITE_BUSY when others see them. */
int rocpd_set_settle(rocpd_trace *t, rocpd_set *set, const rocpd_mount *anew, rocpd_error *err);
void rocpd_source_ref(rocpd_source *s);
void rocpd_source_unref(rocpd_source *s);
rocpd_trace *rocpd_snapshot_trace(const rocpd_snapshot *s);
/* Does another statement than the one that runs now read the trace? */
bool rocpd_trace_is_read(const rocpd_trace *t);
/* Drop the sets' own references to their snapshots. */
void rocpd_trace_forget(rocpd_trace *t);
/* Drop the set's own reference to its snapshot. */
void rocpd_set_forget(rocpd_set *set);

#endif
