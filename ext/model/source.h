/* Sources, batches and the trace: what tables, analysis and exporters see.
**
** A *source* is one file of some kind (a chunk file, later rocprofv3, RPD, rtg).
** It delivers rows of record kinds (see schema.h) as *batches* of columns. The
** sources of one database connection form its *trace*; all state hangs on it.
** Everything above works on batches and does not know what kind of file it was.
**
** Errors: functions return SQLITE_xxx; the text goes to rocpd_fail(), and names
** file, place, expected and found. Memory comes from sqlite3_malloc64. */
#ifndef ROCPD_SOURCE_H
#define ROCPD_SOURCE_H
#include "base.h"
#include "column.h"
#include "schema.h"

typedef struct rocpd_trace rocpd_trace;
typedef struct rocpd_source rocpd_source;
typedef struct rocpd_batch rocpd_batch;

/* What makes the columns of a batch: a source's own, or one of those that make rows
** of one kind from rows of another. */
typedef struct rocpd_batch_class {
  /* Decode column `index` of b into a new rocpd_column (sqlite3_malloc64, one
  ** block, freed with sqlite3_free; shared data belongs to the batch). Thread safe.
  ** It may put it and others into b->column itself, each once, by an atomic store. */
  int (*decode)(rocpd_batch *b, int index, rocpd_column **out, rocpd_error *err);
  /* As rocpd_batch_zone(); may be NULL. Thread safe. */
  bool (*zone)(rocpd_batch *b, int index, int64_t *min, int64_t *max);
  /* Free what the class added to b, not b nor its columns. May be NULL. */
  void (*free)(rocpd_batch *b);
  /* Free what it keeps of what was decoded and can be decoded again. May be NULL. */
  void (*forget)(rocpd_batch *b);
} rocpd_batch_class;

/* Row ids: 2^40 for each source and kind, of which rows that come from several kinds
** (regions_and_samples) have 2^37 for each. */
#define ROCPD_ROWID_SHIFT 40
#define ROCPD_ROWID_PART_SHIFT 37
static inline int64_t rocpd_first_rowid(uint32_t source_number) { return ((int64_t)source_number << ROCPD_ROWID_SHIFT) + 1; }

/* Rows of one kind of one source. Immutable while a snapshot holds it. Within a
** lane, batches follow each other in `ordinal` order. */
struct rocpd_batch {
  rocpd_source *source;
  const rocpd_batch_class *class;
  uint32_t rows;          /* 0: rows that cannot be read (a damaged file). Reading a column says
                          ** why; who comes to such a batch must do so, and fail */
  uint16_t kind;          /* enum rocpd_kind_id */
  uint8_t order;          /* private to rocpd_batch_in_order(): 0 not known yet */
  uint32_t lane;          /* rows of one lane come from one producer; lanes are per source and kind */
  int64_t min_time, max_time; /* of start and end, min > max: no time. Times of all sources lie
                          ** between -ROCZ_MAX_TIME and ROCZ_MAX_TIME: no difference overflows */
  int64_t first_rowid;    /* row i has rowid first_rowid + i: unique in the trace and kind,
                          ** and stable as long as the source stays attached */
  const uint32_t *row;    /* if not NULL row i has rowid first_rowid + row[i], ascending */
  int refs;               /* holders: the source and snapshots. Connection's thread only */
  rocpd_column **column;  /* [columns of the kind]: NULL until decoded. Read
                          ** with rocpd_batch_column() */
  /* cache.c's */
  rocpd_batch *next, *previous; /* all batches of the trace */
  rocpd_batch *shares;    /* the batch that columns share data with, or NULL */
  uint64_t used;          /* epoch in which it was read last. Atomic */
};

/* Column `index` (schema.h) of a batch, decoding it at first use; it stays valid
** as long as the snapshot that holds the batch, or longer. Thread safe: worker
** threads may call it for different or the same batches. */
int rocpd_batch_column(rocpd_batch *b, int index, const rocpd_column **out, rocpd_error *err);
/* Bounds of a column's values if they are known without decoding it (NULLs do not
** count; min > max: only NULLs). */
bool rocpd_batch_zone(rocpd_batch *b, int index, int64_t *min, int64_t *max);

/* The trace of a connection on which the extension was loaded, else NULL. SQL
** functions have it as their user data. */
rocpd_trace *rocpd_trace_of(sqlite3 *db);
sqlite3 *rocpd_trace_db(rocpd_trace *t);

/* Whether the rows are in order of the kind's start column, with no NULL in it.
** Found at the first call, then known. Thread safe. */
int rocpd_batch_in_order(rocpd_batch *b, bool *in_order, rocpd_error *err);

/* One state of all sources: what every cursor of a statement sees. Reference
** counted. batches[] of a kind are ordered by source, lane, ordinal. */
typedef struct rocpd_snapshot rocpd_snapshot;

/* The current snapshot of the connection, with a reference for the caller. The
** same one is returned for as long as any statement that was running when it was
** taken still runs; otherwise files that grew are looked at again. */
int rocpd_trace_snapshot(rocpd_trace *t, rocpd_snapshot **out, rocpd_error *err);
/* A snapshot of the files that `path` names (file, folder or glob) instead of
** the connection's sources: tables with a path argument. Cached likewise. */
int rocpd_trace_snapshot_of(rocpd_trace *t, const char *path, rocpd_snapshot **out, rocpd_error *err);
void rocpd_snapshot_release(rocpd_snapshot *s);

/* The snapshot of all rows, where s is of those in a time window; it lives as long as s. */
rocpd_snapshot *rocpd_snapshot_whole(rocpd_snapshot *s);

/* The batches of a kind: *n of them, owned by the snapshot. Loads what the
** source had put off. Where the connection has a time window (window.h), those rows that
** are in it. */
int rocpd_snapshot_batches(rocpd_snapshot *s, int kind, rocpd_batch ***batches, size_t *n, rocpd_error *err);
/* Those of several kinds, one kind after the other, in a new array (sqlite3_free). With
** `cut`, in a time window, they are all rows that overlap it, their start and end (only
** these) brought into it: what timelines are made of. */
int rocpd_snapshot_batches_all(rocpd_snapshot *s, const int *kind, int kinds, bool cut, rocpd_batch ***batches, size_t *n, rocpd_error *err);
/* The sources of a snapshot in order, owned by it. */
rocpd_source **rocpd_snapshot_sources(rocpd_snapshot *s, size_t *n);
/* The path that was given to a table, absolute; NULL: it is of what is attached. Owned by the snapshot. */
const char *rocpd_snapshot_path(rocpd_snapshot *s);
/* Calls fn for each thing attached of which files could not be opened and {"damaged":"skip"} has left them out; why: of the first. */
int rocpd_snapshot_left_out(rocpd_snapshot *s, int (*fn)(void *arg, int64_t files, const char *why), void *arg);
/* What kind of trace a file is by its beginning, a source class's name; NULL: none. */
const char *rocpd_file_class(const char *path);
/* Those of one source. Thread safe for kinds that it delivers itself (with a window:
** never). */
int rocpd_snapshot_batches_of(rocpd_snapshot *s, const rocpd_source *source, int kind, rocpd_batch ***batches, size_t *n, rocpd_error *err);
/* A batch of a source's own as the snapshot has it: with what is said of the source
** (select.h), and what rows say of theirs (origin.h). One reference; NULL when out of memory. */
rocpd_batch *rocpd_snapshot_show(rocpd_snapshot *s, rocpd_batch *b);
/* What others computed for a snapshot (indexes), kept and freed with it. */
void *rocpd_snapshot_kept(rocpd_snapshot *s, const void *owner, int64_t key);
/* Keeps data under (owner, key); on SQLITE_NOMEM it is freed. */
int rocpd_snapshot_keep(rocpd_snapshot *s, const void *owner, int64_t key, void *data, void (*free_data)(void *));
/* The same for what belongs to the batches of one source (key: its number). When a new
** snapshot takes them over, because the source has not changed, it goes with them, and
** moved() is told. */
int rocpd_snapshot_keep_of(rocpd_snapshot *s, const rocpd_source *source, const void *owner, void *data, void (*free_data)(void *),
                           void (*moved)(void *data, rocpd_snapshot *to));

/* Strings, interned for the life of the connection: the same text has the same
** id in all sources. Thread safe. */
int rocpd_intern(rocpd_trace *t, const char *text, int64_t size, int64_t *id); /* size -1: strlen */
/* The same for a text that was made for it (sqlite3_malloc, NULL: no memory), which is
** freed; printed by SQLite's formats; or collected in `s`, which is finished. */
int rocpd_intern_owned(rocpd_trace *t, char *text, int64_t size, int64_t *id);
int rocpd_intern_format(rocpd_trace *t, int64_t *id, const char *format, ...);
int rocpd_intern_str(rocpd_trace *t, sqlite3_str *s, int64_t *id);
/* The id if the text is known, else -1, which is no id: what is only looked for is not
** interned. Columns that are decoded later may bring the text. */
int64_t rocpd_intern_find(rocpd_trace *t, const char *text, int64_t size);
/* How many there are: their ids are those below. */
int64_t rocpd_string_count(const rocpd_trace *t);
/* The text (ended by NUL) and its size; valid for the life of the connection. */
const char *rocpd_string(rocpd_trace *t, int64_t id, int64_t *size);
/* rank[id] gives the order of the strings under memcmp (BINARY collation):
** *rank stays valid until the next call; *n ids. Not thread safe. */
int rocpd_string_ranks(rocpd_trace *t, const uint32_t **rank, size_t *n);

/* Run fn(arg, i) for i < n on up to one thread per core (the caller's included);
** stops early when one returns not SQLITE_OK, or when the query is interrupted.
** Threads end before it returns. fn must report through its own error slot. */
int rocpd_parallel(rocpd_trace *t, size_t n, int (*fn)(void *arg, size_t i, rocpd_error *err), void *arg, rocpd_error *err);
/* How many threads that uses at most, the caller's included. */
int rocpd_parallel_threads(rocpd_trace *t);
/* True when sqlite3_interrupt() was called on the connection: long loops ask. It
** is cheap. In worker threads always false: rocpd_parallel() asks for them. */
bool rocpd_interrupted(rocpd_trace *t);

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
  /* Open the file. On error nothing is left behind. *out stays NULL when it is of another
  ** kind after all: the next class that takes it is asked (several read databases). */
  int (*open)(rocpd_trace *t, const char *path, const rocpd_open_options *options, rocpd_source **out, rocpd_error *err);
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
  ** connection's thread says so: source->own_thread. */
  int (*batches)(rocpd_source *s, int kind, rocpd_batch ***out, size_t *n, rocpd_error *err);
  /* A batch of its own with at least all rows of the kind whose ids (column `id`) are
  ** from low to high, for who needs few rows of many: one reference, for the caller; *out
  ** NULL where there is no cheap way. Its rowids mean nothing. May be NULL. Threads as in batches(). */
  int (*range)(rocpd_source *s, int kind, int64_t low, int64_t high, rocpd_batch **out, rocpd_error *err);
  rocpd_batch_class batch; /* of its batches */
  /* One row for each fact for the table `health`: calls emit(arg, name, value, detail). A
  ** name that several kinds of files have, and archives of them: values that are read as NULL,
  ** being not what their column is for, or no times (rocz_is_time). */
#define ROCPD_WRONG_TYPE "wrong type"
  int (*health)(rocpd_source *s, int (*emit)(void *arg, const char *name, int64_t value, const char *detail), void *arg);
} rocpd_source_class;

struct rocpd_source { /* first member of each class's own struct */
  const rocpd_source_class *class;
  rocpd_trace *trace;
  char *path;        /* as found, absolute */
  char guid[40];     /* UUID text */
  uint32_t number;   /* unique in the connection; never used twice */
  rocpd_kind_set native; /* the kinds that class->batches() delivers. The others are
                         ** made of these: make.h */
  rocpd_source *sibling; /* the next source of the same file (sets of tables in one database),
                         ** or NULL: open() makes them all */
  /* For the table `sources`; 0 or NULL when not known */
  char *host, *command;
  char run_id[40];
  int64_t pid, ppid, nid, rank /* -1 unknown */, start_ns, end_ns;
  int64_t wall_offset_ns; /* add to a time to get UTC ns; ROCPD_NULL unknown */
  int64_t offset_ns; /* is added to all times of rows (snapshot.c does), and was to these */
  bool own_thread;   /* batches() needs the connection's thread: all kinds are asked for early */
  bool several;      /* processes share its base tables: each row has the origin of its own (origin.h) */
  bool complete;     /* closed properly. Who shows it asks rocpd_source_is_whole() */
  bool recovered;    /* rows were taken from live buffers */
  /* Damage that was met: how often, and the first. See rocpd_source_damaged() */
  int64_t damages; /* atomic */
  char *damage;    /* atomic */
  /* json.c's: values that are NULL because their JSON is malformed, and the first one */
  uint64_t malformed_json;
  uint16_t malformed_kind, malformed_column;
  int64_t malformed_rowid;
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

/* For classes: the column wall_ns of a batch, whose times are `offset_ns` (ROCPD_NULL: not
** known how much) before UTC. */
int rocpd_decode_wall(rocpd_batch *b, int64_t offset_ns, rocpd_column **out, rocpd_error *err);
/* For classes. A source of `size` bytes (the class's struct), zeroed, with class,
** trace, path and number set, rank -1 and wall_offset_ns ROCPD_NULL; NULL when
** out of memory. rocpd_source_free() frees it with path, host and command. */
rocpd_source *rocpd_source_new(rocpd_trace *t, const rocpd_source_class *class, const char *path, size_t size);
void rocpd_source_free(rocpd_source *s);
/* A batch of `size` bytes (the class's struct, which begins with rocpd_batch),
** zeroed, with source, class (the source's), kind and column set and one reference;
** NULL when out of memory. */
rocpd_batch *rocpd_batch_new(rocpd_source *s, int kind, size_t size);
/* The same with rows made of those of `parent`, to which it has a reference, in its lane, with
** its rowids and times, sharing its columns' data; `class` sees to the reference in free(). */
rocpd_batch *rocpd_batch_over(rocpd_batch *parent, int kind, const rocpd_batch_class *class, uint32_t rows, size_t size);
/* Drop a reference; the last one frees the batch and its columns. */
void rocpd_batch_unref(rocpd_batch *b);

#endif
