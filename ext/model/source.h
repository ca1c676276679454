/* Sources: one file of some kind (a chunk file, a rocprofv3 database, RPD, rtg text), which
** delivers rows of record kinds (schema.h) as batches of columns (batch.h).
**
** info.native says which kinds a source delivers itself. The rest is derived (derive.h), from the views'
** kinds or from base tables (RAW_...). Tables need these columns of the views' kinds; all others may be NULL:
**
**   kernels, top, top_kernels   KERNEL: name, start, end, duration (row_store.h computes it)
**   busy, gaps                  KERNEL: agent_id, agent_type ('GPU' or 'CPU'; without it type is NULL, and
**                               a copy counts for its destination), for gaps by queue queue_id;
**                               COPY: dst_agent_id, dst_agent_type, src_agent_id, src_agent_type, start, end
**   regions, top                REGION: category, name, start, end, pid, tid
**   launches, joins by call     REGION, KERNEL, COPY: stack_id (regions also id: equal)
**   region_args                 ARG: id (the region's), position, type, name, value
**   memory_copies               COPY: name, size
**   processes, threads          PROCESS, THREAD: pid, tid
**   rocpd_* base tables and     an id and an event_id of its own in each REGION, KERNEL, COPY, ALLOCATION and SAMPLE;
**   rocpd_export_db             nid and pid of REGION and KERNEL, tid of REGION, and of KERNEL kernel_id (there its name is the
**                               symbol's), agent_id, queue_id and stream_id; for all that these name a row of PROCESS,
**                               THREAD, AGENT, QUEUE, STREAM, KERNEL_SYMBOL. What has none is `dangling` in health
**   other exports               pid and tid of REGION, agent_id and queue_id of KERNEL: tracks are made of these
**
** guid, source, run, host and rank are the source's (rocpd_common_value()), wall_ns its start as
** UTC (rocpd_decode_wall()).
**
** Each class decides where it keeps the rows. The shortest way is source/common/whole_source.h: it reads the file
** as a whole, makes rows of threads, agents, queues and kernel symbols from the names in its lines, and provides
** batches(). row_list.h is for kinds with few rows. A class that decodes columns one at a time defines batches
** of its own (batch.h). tests/unit/test_add_source.c is a class in one file. */
#ifndef ROCPD_SOURCE_H
#define ROCPD_SOURCE_H
#include "batch.h"
#include "intern.h"
#include "parallel.h"

/* ---- implementing a kind of source: one file, one ROCPD_SOURCE_CLASS ---- */

/* The options of rocpd_attach's JSON argument, and further facts for open(). The trace applies moves, offset_ns, rank and keep_same to sources of all
** classes; open() ignores these. */
typedef struct rocpd_open_options {
  bool skip_damaged; /* {"damaged":"skip"}: leave out damaged parts */
  bool moves;          /* {"offset_ns":N}: */
  int64_t offset_ns;   /* to be added to all times */
  const char *rank;    /* {"rank":"PATTERN"}: see rocpd_rank_of_path(); NULL: none */
  bool keep_same;      /* {"same":"keep"}: the file counts, even if other files hold its rows */
  const char *schema; /* not NULL: a database that only the user's connection can read, under this name */
  bool alone;        /* the path names this file and no other */
  bool brief;        /* a database of the user's connection, which may write to it while a query runs */
} rocpd_open_options;

struct rocpd_overhead;
typedef struct rocpd_source_class {
  const char *name; /* 'rocz', 'rocprofv3', ... as in the table `sources` */
  /* 1 when the file looks like this kind (by its first bytes or its name), 0 if
  ** not; must not fail. `head` holds the first `n` bytes. */
  int (*probe)(const char *path, const uint8_t *head, size_t n);
  /* Suffix of its files' names. If no class recognizes the contents of a file with this suffix, this class
  ** opens it, so that empty or damaged files are not overlooked. NULL: no suffix. */
  const char *suffix;
  /* Open the file: call rocpd_source_new() and fill its info. native and guid are required (for a file without a
  ** guid see source/common/guid.h); without `complete` the file counts as cut. On error, free everything. If the
  ** file is of another kind after all, leave *out NULL: the next class is tried (several read databases). */
  int (*open)(const struct rocpd_source_class *class, rocpd_session *session, const char *path, const rocpd_open_options *options,
              rocpd_source **out, rocpd_error *err);
  /* Free what the class allocated and s itself (rocpd_source_free). All batches
  ** are gone or have been unreferenced by then. */
  void (*close)(rocpd_source *s);
  /* Looks at the file again: appends batches for new rows, and replaces batches of rows that were in live buffers. Called between statements only. Sets
  ** *changed. NULL: the file never changes. base/stamp.h detects changes. */
  int (*refresh)(rocpd_source *s, bool *changed, rocpd_error *err);
  /* The batches of a kind of source->info.native as of the last refresh. The array is the
  ** source's and valid until the next refresh; each batch lives until rocpd_batch_unref.
  ** Called by one thread at a time, which may be any thread that decodes batches: links between
  ** tables are followed when a column needs them. A source that must be read on the connection's
  ** thread sets source->info.connection_thread_only. */
  int (*batches)(rocpd_source *s, int kind, rocpd_batch ***out, size_t *n, rocpd_error *err);
  /* For a query that needs few rows of many: makes a separate batch that contains all rows of the kind whose ids (column `id`) are from low to high, and
  ** possibly others. The caller gets the only reference; *out is NULL if there is no cheap way. Its rowids have no meaning. May be NULL. Threads as in
  ** batches(). */
  int (*range)(rocpd_source *s, int kind, int64_t low, int64_t high, rocpd_batch **out, rocpd_error *err);
  rocpd_batch_class batch; /* class of batches made by row_list.h and row_store.h */
  /* Frees rows kept in memory, and their batches, which no one else uses; they are read again when needed. Called between statements only. May be NULL. */
  void (*forget)(rocpd_source *s);
  /* Call emit(arg, name, value, detail) for each fact for the table `health`. May be NULL. One name is common to
  ** several kinds of files: ROCPD_WRONG_TYPE counts values that are read as NULL because they do not fit
  ** their column, or are no times (rocpd_is_time). */
#define ROCPD_WRONG_TYPE "wrong type"
  int (*health)(rocpd_source *s, int (*emit)(void *arg, const char *name, int64_t value, const char *detail), void *arg);
  /* If the file states what was to be recorded, call emit(arg, domain, recorded, more) for each domain of
  ** the collector; more: how to record it. May be NULL. */
  int (*domains)(rocpd_source *s, int (*emit)(void *arg, const char *domain, bool recorded, const char *more), void *arg, rocpd_error *err);
  /* The cost of recording, if the file states it. May be NULL. */
  int (*overhead)(rocpd_source *s, struct rocpd_overhead *out, rocpd_error *err);
} rocpd_source_class;

/* Unknown values are ROCPD_NULL. */
typedef struct rocpd_overhead {
  int64_t events, bytes; /* rows, and bytes of the file */
  int64_t calls_dropped, dispatches_dropped, copies_dropped, rows_lost, rows_over_limit, rows_let_go, info_rows_dropped, arguments_dropped;
  int64_t writer_cpu_ns, buffer_bytes, buffer_peak_bytes, wrapper_ns;
} rocpd_overhead;

/* Why rows of a source may be missing. */
enum rocpd_lack {
  ROCPD_LACK_NONE,
  ROCPD_LACK_RUNNING,  /* its process runs: there will be more */
  ROCPD_LACK_KILLED,   /* its process did not close the file; its live file has the rest, up to its death */
  ROCPD_LACK_EXPORTED, /* it was not whole when it was written by an export */
  ROCPD_LACK_CUT,      /* rows of any kind may be missing from here on: the file ends before its end */
  ROCPD_LACK_DAMAGED,
  ROCPD_LACK_EMPTY     /* nothing but, perhaps, a part of the header is there */
};

/* What the class knows about a source from its file. Times are those of the file. */
typedef struct rocpd_source_info {
  rocpd_kind_set native; /* the kinds that class->batches() delivers. The others are
                         ** made of these: derive.h */
  char guid[40];         /* UUID as text */
  /* For the table `sources`; 0 or NULL if unknown */
  char run_id[40];
  char parent[40]; /* guid of the file of the process that forked this one */
  char process[40]; /* guid of the original file of the process, before an export; empty: this file's own */
  char *host, *command;
  int64_t pid, ppid, nid, rank /* -1 unknown */, start_ns, end_ns;
  int64_t wall_offset_ns; /* add to a time to get UTC ns; ROCPD_NULL unknown */
  int64_t began_ns;  /* see known_time.h; the class sets it before it delivers times of rows. Atomic */
  char *schema;      /* not NULL: read through the user's connection, in its thread only */
  bool connection_thread_only; /* batches() needs the connection's thread, so all kinds are read early */
  bool multi_process; /* several processes share the base tables: each row has the origin of its process (origin.h) */
  bool process_rows; /* rows of RAW_PROCESS state the original files of processes */
  bool complete;     /* the file was closed properly. To show this, use rocpd_source_is_whole() */
  bool intact;       /* nothing is missing, although the file was not closed */
  enum rocpd_lack lack; /* the reason if it is neither complete nor intact; NONE means CUT */
  int64_t cut_bytes; /* number of bytes at the end of the file that cannot be read */
  bool recovered;    /* rows were taken from live buffers */
  bool outdated;     /* set by refresh() if the file must be opened again */
} rocpd_source_info;

/* What the user has stated about a source by options of rocpd_attach or by rocpd_align(). */
typedef struct rocpd_source_overrides {
  int64_t offset_ns; /* added to all times */
  bool has_rank;     /* no launcher's variable was recorded, but the pattern matches the path; then: */
  int64_t rank;
} rocpd_source_overrides;

/* Faults that were met while reading: damage, see rocpd_source_damaged(); values that are NULL because their JSON is malformed (json.h); unknown times
** (known_time.h). */
typedef struct rocpd_source_faults {
  int64_t damages; /* atomic */
  char *damage;    /* text of the first one. Atomic */
  uint64_t malformed_json;
  uint16_t malformed_kind, malformed_column; /* place of the first malformed text */
  int64_t malformed_rowid;
  struct rocpd_unknown_times *unknown_times; /* atomic; NULL: none were met */
} rocpd_source_faults;

/* The trace's own state of a source. */
typedef struct rocpd_source_state {
  int refs; /* holders: rocpd_source_ref() */
  uint64_t epoch, changed_epoch; /* epoch of the last refresh, and of the last one that changed it */
  bool skip_damaged;
  bool follows; /* it is the sibling of another source */
  bool brief;   /* see rocpd_open_options */
  uint64_t device, inode; /* identity of the file, since another file may take its name */
  rocpd_source_overrides wanted; /* what `said` is to become: see overrides.c */
} rocpd_source_state;

struct rocpd_source { /* first member of each class's own struct */
  const rocpd_source_class *class;
  rocpd_session *session;
  char *path;        /* as found, absolute */
  uint32_t number;   /* unique in the session; never reused */
  rocpd_source *sibling; /* the next source of the same file (sets of tables in one database), or NULL; open() creates them all */
  rocpd_source_info info;
  rocpd_source_overrides said;
  rocpd_source_faults faults;
  rocpd_source_state state;
  int64_t cached_bytes; /* of decoded columns: batch.c's. Atomic */
  rocpd_source *next, *previous; /* list of the session's sources; used by source.c */
  rocpd_source *next_in_slot;    /* chain in source.c's index by path */
};

/* ---- what is shown of a source: its info, with what the user says of it */

/* ROCPD_NULL when it is not known. */
static inline int64_t rocpd_rank_or_null(int64_t rank) { return rank < 0 ? ROCPD_NULL : rank; }
static inline int64_t rocpd_source_rank(const rocpd_source *s) { return rocpd_rank_or_null(s->said.has_rank ? s->said.rank : s->info.rank); }
/* When its process began and ended; 0 when that is not known, and no sane time (rocpd_is_time) where the file says none. */
static inline int64_t rocpd_source_moved_ns(const rocpd_source *s, int64_t ns) {
  return ns ? (int64_t)((uint64_t)ns + (uint64_t)s->said.offset_ns) : 0;
}
static inline int64_t rocpd_source_start_ns(const rocpd_source *s) { return rocpd_source_moved_ns(s, s->info.start_ns); }
static inline int64_t rocpd_source_end_ns(const rocpd_source *s) { return rocpd_source_moved_ns(s, s->info.end_ns); }
/* To be added to a time, as it is shown, to get UTC ns; ROCPD_NULL when it is not known. */
static inline int64_t rocpd_source_wall_offset_ns(const rocpd_source *s) {
  return s->info.wall_offset_ns == ROCPD_NULL ? ROCPD_NULL : s->info.wall_offset_ns - s->said.offset_ns;
}
static inline enum rocpd_lack rocpd_source_lack(const rocpd_source *s) {
  if (__atomic_load_n(&s->faults.damages, __ATOMIC_RELAXED)) return ROCPD_LACK_DAMAGED;
  return s->info.complete || s->info.intact ? ROCPD_LACK_NONE : s->info.lack == ROCPD_LACK_NONE ? ROCPD_LACK_CUT : s->info.lack;
}
/* Whether the source is complete, as far as it has been read. */
static inline bool rocpd_source_is_whole(const rocpd_source *s) { return rocpd_source_lack(s) == ROCPD_LACK_NONE; }
/* Whether an unknown part of the rows may be missing. Then the absence of rows proves nothing. */
static inline bool rocpd_source_is_cut(const rocpd_source *s) { return rocpd_source_lack(s) >= ROCPD_LACK_EXPORTED; }
/* A clause: "the file is cut". Static. */
const char *rocpd_lack_text(enum rocpd_lack lack);
/* Damage was met: it is counted, and the first is kept for `health`, with its text, which
** is taken from err (NULL: no text). Thread safe. */
void rocpd_source_damaged(rocpd_source *s, rocpd_error *err);
/* The same where reading fails with rc for the text of err, which stays: only the first
** time, since it may be read again, and only if rc is for damage. */
void rocpd_source_failed(rocpd_source *s, int rc, const rocpd_error *err);
/* The file is another now, or is read anew. Connection's thread only. */
void rocpd_source_undamaged(rocpd_source *s);
/* Forgets how many times were unknown (known_time.h), because the source's rows are read again. Connection's thread only. */
void rocpd_source_forget_times(rocpd_source *s);

/* For classes. A source of `size` bytes (the class's struct), zeroed, with class,
** session, path and number set, rank -1 and wall_offset_ns ROCPD_NULL; NULL when
** out of memory. rocpd_source_free() frees it with path, host and command. */
rocpd_source *rocpd_source_new(rocpd_session *session, const rocpd_source_class *class, const char *path, size_t size);
void rocpd_source_free(rocpd_source *s);
/* Holders: mounts, snapshots, and sources that need another. Without one it is closed.
** Connection's thread only. */
void rocpd_source_ref(rocpd_source *s);
void rocpd_source_unref(rocpd_source *s);
/* The newest source of a session; source->next is the one before it. */
rocpd_source *rocpd_session_sources(const rocpd_session *session);
/* The newest source of a path, or the next one before `after`. */
rocpd_source *rocpd_session_source_of(const rocpd_session *session, const char *path, const rocpd_source *after);

#endif
