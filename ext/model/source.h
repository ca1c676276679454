/* Sources: one file of some kind (a chunk file, a rocprofv3 database, RPD, rtg text), which
** delivers rows of record kinds (schema.h) as batches of columns (batch.h). */
#ifndef ROCPD_SOURCE_H
#define ROCPD_SOURCE_H
#include "batch.h"
#include "intern.h"
#include "parallel.h"

/* ---- implementing a kind of source: one file, one ROCPD_SOURCE_CLASS ---- */

/* What rocpd_attach's JSON argument said, and what else open() may want to know. */
typedef struct rocpd_open_options {
  bool skip_damaged; /* {"damaged":"skip"}: what is damaged is left out */
  bool moves;          /* {"offset_ns":N}: */
  int64_t offset_ns;   /* to be added to all times */
  const char *rank;    /* {"rank":"PATTERN"}: see rocpd_rank_of_path(); NULL: none */
  const char *schema; /* not NULL: a database that only the trace's connection can read, by this name */
  bool alone;        /* the path names this file and no other */
} rocpd_open_options;

typedef struct rocpd_source_class {
  const char *name; /* 'rocz', 'rocprofv3', ... as in the table `sources` */
  /* 1 when the file looks like this kind (by its first bytes or its name), 0 if
  ** not; must not fail. `head` holds the first `n` bytes. */
  int (*probe)(const char *path, const uint8_t *head, size_t n);
  /* How names of its files end, so that one that is empty or damaged from its beginning is not
  ** overlooked: when no class takes what is in it, this one opens it. NULL: they end in any way. */
  const char *suffix;
  /* Open the file. On error nothing is left behind. *out stays NULL when it is of another
  ** kind after all: the next class that takes it is asked (several read databases). */
  int (*open)(const struct rocpd_source_class *class, rocpd_session *session, const char *path, const rocpd_open_options *options, rocpd_source **out, rocpd_error *err);
  /* Free what the class allocated and s itself (rocpd_source_free). All batches
  ** are gone or have been unreferenced by then. */
  void (*close)(rocpd_source *s);
  /* Look at the file again: append batches for what has grown, replace those of
  ** rows that were in live buffers. Called between statements only. Sets *changed. */
  int (*refresh)(rocpd_source *s, bool *changed, rocpd_error *err);
  /* The batches of a kind of source->native as of the last refresh. The array is the
  ** source's and valid until the next refresh; each batch lives until rocpd_batch_unref.
  ** One thread at a time, but any of those that decode batches of it: links between
  ** tables are followed when a column needs them. A source that can only be read on the
  ** connection's thread says so: source->connection_thread_only. */
  int (*batches)(rocpd_source *s, int kind, rocpd_batch ***out, size_t *n, rocpd_error *err);
  /* A batch of its own with at least all rows of the kind whose ids (column `id`) are
  ** from low to high, for who needs few rows of many: one reference, for the caller; *out
  ** NULL where there is no cheap way. Its rowids mean nothing. May be NULL. Threads as in batches(). */
  int (*range)(rocpd_source *s, int kind, int64_t low, int64_t high, rocpd_batch **out, rocpd_error *err);
  rocpd_batch_class batch; /* of its batches */
  /* One row for each fact for the table `health`: calls emit(arg, name, value, detail). A
  ** name that several kinds of files have, and archives of them: values that are read as NULL,
  ** being not what their column is for, or no times (rocpd_is_time). */
#define ROCPD_WRONG_TYPE "wrong type"
  int (*health)(rocpd_source *s, int (*emit)(void *arg, const char *name, int64_t value, const char *detail), void *arg);
} rocpd_source_class;

struct rocpd_source { /* first member of each class's own struct */
  const rocpd_source_class *class;
  rocpd_session *session;
  char *path;        /* as found, absolute */
  char guid[40];     /* UUID text */
  uint32_t number;   /* unique in the connection; never used twice */
  rocpd_kind_set native; /* the kinds that class->batches() delivers. The others are
                         ** made of these: derive.h */
  rocpd_source *sibling; /* the next source of the same file (sets of tables in one database),
                         ** or NULL: open() makes them all */
  /* For the table `sources`; 0 or NULL when not known */
  char *host, *command;
  char run_id[40];
  int64_t pid, ppid, nid, rank /* -1 unknown */, start_ns, end_ns;
  int64_t wall_offset_ns; /* add to a time to get UTC ns; ROCPD_NULL unknown */
  int64_t offset_ns; /* is added to all times of rows (overlay.h does), and was to these */
  bool connection_thread_only; /* batches() needs the connection's thread: all kinds are asked for early */
  bool multi_process; /* processes share its base tables: each row has the origin of its own (origin.h) */
  bool complete;     /* closed properly. Who shows it asks rocpd_source_is_whole() */
  bool recovered;    /* rows were taken from live buffers */
  /* Damage that was met: how often, and the first. See rocpd_source_damaged() */
  int64_t damages; /* atomic */
  char *damage;    /* atomic */
  /* json.c's: values that are NULL because their JSON is malformed, and the first one */
  uint64_t malformed_json;
  uint16_t malformed_kind, malformed_column;
  int64_t malformed_rowid;
  rocpd_source *next, *previous; /* all of the session: source.c's */
  /* trace.c's and mount.c's */
  int refs;
  uint64_t epoch, changed_epoch; /* of the last refresh; of the last that changed it */
  bool skip_damaged;
  int64_t cached_bytes; /* of decoded columns. Atomic */
  bool follows; /* is the sibling of another */
  bool rank_is_given; /* by a pattern for paths: rows do not know it */
  int64_t wanted_offset_ns, wanted_rank;
  char *schema;  /* not NULL: read through the user's connection, in its thread only */
  bool outdated; /* refresh() sets it when the file must be opened anew */
  uint64_t device, inode; /* of the file: another one may take its name */
};

/* wall_offset_ns for times as they are in the file. */
static inline int64_t rocpd_wall_of_file(const rocpd_source *s) { return s->wall_offset_ns == ROCPD_NULL ? ROCPD_NULL : s->wall_offset_ns + s->offset_ns; }

/* Nothing of it is missing, as far as it has been read. */
static inline bool rocpd_source_is_whole(const rocpd_source *s) { return s->complete && !__atomic_load_n(&s->damages, __ATOMIC_RELAXED); }
/* Damage was met: it is counted, and the first is kept for `health`, with its text, which
** is taken from err (NULL: no text). Thread safe. */
void rocpd_source_damaged(rocpd_source *s, rocpd_error *err);
/* The same where reading fails with rc for the text of err, which stays: only the first
** time, since it may be read again, and only if rc is for damage. */
void rocpd_source_failed(rocpd_source *s, int rc, const rocpd_error *err);
/* The file is another now. Connection's thread only. */
void rocpd_source_undamaged(rocpd_source *s);

/* For classes. A source of `size` bytes (the class's struct), zeroed, with class,
** trace, path and number set, rank -1 and wall_offset_ns ROCPD_NULL; NULL when
** out of memory. rocpd_source_free() frees it with path, host and command. */
rocpd_source *rocpd_source_new(rocpd_session *session, const rocpd_source_class *class, const char *path, size_t size);
void rocpd_source_free(rocpd_source *s);
/* Holders: mounts, snapshots, and sources that need another. Without one it is closed.
** Connection's thread only. */
void rocpd_source_ref(rocpd_source *s);
void rocpd_source_unref(rocpd_source *s);
/* The newest source of a session; source->next is the one before it. */
rocpd_source *rocpd_session_sources(const rocpd_session *session);

#endif
