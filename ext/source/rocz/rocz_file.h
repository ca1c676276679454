/* Inside of the chunk file source: what its files share.
**
**   rocz_source.c  the class: open, look again, close, health
**   rocz_index.c   reading bytes, the list of chunks, damage
**   rocz_info.c    rows of info kinds and strings, in memory
**   rocz_rows.c    how rows are kept and found
**   rocz_dict.c    attributes by id: names of functions, of kernels by launch, ...
**   rocz_live.c    rows that are in the live file only
**   rocz_batch.c   batches of calls, dispatches, copies: which, in what order
**   rocz_raw.c     their columns as chunks have them
**   rocz_column.c  their columns as the schema has them
**   rocz_args.c    batches of arguments; rocz_value.c: their values
**   rocz_message.c messages of markers
**   rocz_table.c   batches of processes, threads, agents, ...
**   rocz_overhead.c  what recording cost; rocz_domain.c: what was to be recorded
**   rocz_set.c     declared kinds, and the other sources that a file may hold
**   rocz_own.c     columns that the process's own rows of declared kinds leave out
**
** Threads: everything but decode and zone runs on the connection's thread, while no
** other reads. So decode reads all of this without a lock, except dictionaries,
** strings' ids and columns, which it makes itself. */
#ifndef ROCPD_ROCZ_FILE_H
#define ROCPD_ROCZ_FILE_H
#include <pthread.h>
#include "decode.h"
#include "live.h"
#include "clock.h"
#include "hash.h"
#include "map.h"
#include "rocz_scratch.h"
#include "source.h"
#include "stamp.h"

typedef struct rocpd_rocz_file rocpd_rocz_file;

/* How a column of an info kind is kept: base + an unsigned integer at `place` of the row. */
typedef struct rocpd_rocz_cell {
  int64_t base; /* ROCPD_NULL: it is NULL in all rows */
  uint16_t place;
  uint8_t width; /* bytes: 0, 1, 2, 4, 8 */
  bool nulls;    /* all bits set stand for NULL */
} rocpd_rocz_cell;

/* Rows of an info kind: `columns` values each, strings as interned ids. */
typedef struct rocpd_rocz_info {
  rocpd_rocz_cell *cell; /* [columns] */
  uint8_t *bytes;        /* [rows * stride] */
  uint32_t *slot;        /* number + 1 of the last row with a key; NULL: keys count up from the first row's */
  uint32_t mask;
  uint16_t stride, columns;
  size_t rows, capacity;
  uint64_t next;     /* row number in the file that comes next */
  bool lost;         /* some rows, or texts in them, were in damaged chunks */
} rocpd_rocz_info;
#define ROCPD_ROCZ_INFO_KINDS 22 /* the ids of info kinds are below it */
#define ROCPD_ROCZ_INFO_COLUMNS 16 /* that one has at most */

typedef struct rocpd_rocz_text { /* a row of kind STRING */
  const char *text;        /* not ended by NUL */
  uint32_t size;
  uint32_t id_plus_1;      /* interned id, 0: not interned yet. Atomic */
} rocpd_rocz_text;

/* Values of an attribute for ids 0..n-1. Values that columns point to never change: it
** gets longer in place, or another replaces it. */
typedef struct rocpd_rocz_dict {
  struct rocpd_rocz_dict *older; /* replaced, but columns may point to it */
  uint64_t generation;     /* of the info rows that it was made from. Atomic: says that the rest is valid */
  uint32_t n, capacity;
  bool lost;        /* some values are, and NULL here: ask for each by rocpd_rocz_attribute() */
  int64_t min, max; /* of the values that are not NULL */
  int64_t value[];
} rocpd_rocz_dict;

enum rocpd_rocz_dict_id {
  D_FUNCTION_NAME, D_FUNCTION_CATEGORY, D_FUNCTION_FORM, D_FUNCTION_PLACE, D_TID, D_STREAM_NAME, D_QUEUE_NAME, D_COPY_NAME, D_COPY_HOW,
  D_AGENT_NAME, D_AGENT_ABSOLUTE, D_AGENT_LOGICAL, D_AGENT_TYPE_INDEX, D_AGENT_TYPE,
  D_NAME, D_KERNEL_ID, D_CODE_OBJECT, D_GRID_X, D_GRID_Y, D_GRID_Z, /* of a launch from here on */
  D_WORKGROUP_X, D_WORKGROUP_Y, D_WORKGROUP_Z, D_LDS, D_SCRATCH, D_VGPR,
  D_ACCUM_VGPR, D_SGPR, D_STATIC_LDS, D_STATIC_SCRATCH,
  ROCPD_ROCZ_DICTS
};

/* Of functions that return SQLITE_xxx: what is asked for was in a damaged chunk. For users it is
** SQLITE_CORRUPT with the text of that damage: rocpd_rocz_failed(). */
#define ROCPD_ROCZ_LOST SQLITE_NOTFOUND

/* The kind that a damaged chunk is given when it is left out: one that nobody reads. */
#define ROCPD_ROCZ_LEFT_OUT 0

/* Launch signatures of dispatches in live buffers have no number in the file yet:
** they get numbers from here on. */
#define ROCPD_ROCZ_LIVE_LAUNCH ((int64_t)1 << 40)

/* A thread's lane is the upper part of its calls' stack_id. */
#define ROCPD_ROCZ_MAX_LANE ((1u << (63 - ROCZ_STACK_SHIFT)) - 1)

/* What we know of a lane of a kind. */
typedef struct rocpd_rocz_lane {
  uint64_t rows;     /* in chunks */
  uint64_t position; /* of the last chunk */
  size_t last_chunk;
  /* Rowids given to rows [rowid_row, rowid_end) of the lane, see rowid_for(). */
  uint64_t rowid_row, rowid_end;
  int64_t rowid;
} rocpd_rocz_lane;

/* The kinds that the fixed kinds of chunks are: what the collector records. */
#define ROCPD_ROCZ_FIXED \
  (ROCPD_KIND_BIT(ROCPD_KIND_KERNEL) | ROCPD_KIND_BIT(ROCPD_KIND_REGION) | ROCPD_KIND_BIT(ROCPD_KIND_SAMPLE) | ROCPD_KIND_BIT(ROCPD_KIND_ARG) | ROCPD_KIND_BIT(ROCPD_KIND_COPY) | \
   ROCPD_KIND_BIT(ROCPD_KIND_PROCESS) | ROCPD_KIND_BIT(ROCPD_KIND_THREAD) | ROCPD_KIND_BIT(ROCPD_KIND_CODE_OBJECT) | \
   ROCPD_KIND_BIT(ROCPD_KIND_KERNEL_SYMBOL) | ROCPD_KIND_BIT(ROCPD_KIND_AGENT) | ROCPD_KIND_BIT(ROCPD_KIND_QUEUE) | ROCPD_KIND_BIT(ROCPD_KIND_STREAM) | \
   ROCPD_KIND_BIT(ROCPD_KIND_GRAPH_LAUNCH))

/* Rows in plain columns, as of a chunk of `kind`: those of live buffers. */
typedef struct rocpd_rocz_live_rows {
  int refs; /* the file's and of batches. Connection's thread only */
  uint16_t kind, columns;
  uint32_t lane, rows, capacity;
  int64_t *column[ROCZ_MAX_COLUMNS];
} rocpd_rocz_live_rows;

/* One argument of a call: which parameter, and the row of its first word. */
typedef struct rocpd_rocz_arg {
  uint32_t parameter; /* row of kind PARAMETER, or those + the word's number */
  uint16_t row, words;
} rocpd_rocz_arg;

/* The last columns of every kind (ROCPD_COMMON): source, run, host, rank. */
#define ROCPD_ROCZ_COMMON 4
typedef struct rocpd_rocz_common {
  int64_t value[ROCPD_ROCZ_COMMON];
} rocpd_rocz_common;

/* A kind that the file declares. */
typedef struct rocpd_rocz_declared {
  uint16_t id;  /* of its chunks, 0: none that is allowed */
  int16_t kind; /* of the schema, -1: not known to us */
  int8_t columns; /* of its chunks, those without a place below too */
  int8_t place[ROCPD_MAX_COLUMNS]; /* in chunks, of a column of the schema; -1: nowhere */
  int8_t less[ROCPD_MAX_COLUMNS];  /* place of what must be added, -1: nothing */
} rocpd_rocz_declared;

typedef struct rocpd_rocz_spot { /* of a chunk of a declared kind */
  uint64_t key; /* lane, kind */
  size_t chunk;
} rocpd_rocz_spot;

typedef struct rocpd_rocz_batch {
  rocpd_batch base; /* must be first */
  const rocpd_rocz_file *file;
  const rocpd_rocz_common *common; /* declared kinds */
  uint16_t kind;    /* ROCZ_CALL, ... or 0: the columns are in `value` */
  bool final;       /* of a chunk: stays */
  uint64_t order;   /* within the lane */
  rocz_chunk chunk; /* where the rows are, when live is NULL */
  rocpd_rocz_live_rows *live;
  int64_t id_base;  /* copies: their id is this + row + 1 */
  int64_t *value;   /* kind 0: [columns][rows], owned */
  rocpd_rocz_arg *arg;    /* arguments: [rows], owned */
  char *broken;     /* no rows: reading it fails with this text. Owned */
  unsigned raws;    /* columns of the chunk, behind: */
  rocpd_column *raw[]; /* shared by columns. Atomic, owned */
} rocpd_rocz_batch;

/* Rows of the chunk or the plain columns: for arguments more than of the batch. */
static inline uint32_t rocpd_rocz_raw_rows(const rocpd_rocz_batch *b) { return b->live ? b->live->rows : b->chunk.rows; }

/* Batches of a schema kind. */
typedef struct rocpd_rocz_batches {
  rocpd_batch **batch; /* in order of lanes; each referenced */
  size_t batches, capacity;
  size_t chunk;        /* chunks before it are taken */
  uint64_t generation; /* of the file when it was made; 0: never */
  int64_t next_rowid;
} rocpd_rocz_batches;

struct rocpd_rocz_file {
  rocpd_source base; /* must be first */
  uint64_t device, inode; /* of the file that was opened */
  int held;               /* 1 + its descriptor while it may be replaced by a newer one (keep=newest); 0: none */
  rocpd_stamp *unread;    /* not NULL: the header cannot be read, and this is how the file was; it has no rows */
  bool cut;               /* the file is empty, or ends within its header */
  rocz_header header;     /* props point to props */
  char *props;
  int64_t guid, path, host, run; /* interned */
  int64_t empty, empty_json;     /* "" and "{}", interned */
  /* rocz_index.c */
  uint64_t size, end; /* of the file when looked at; of its last whole chunk */
  rocz_chunk *chunk;
  size_t chunks, chunk_capacity;
  rocpd_map lane_place; /* (kind << 32 | lane) -> lane[] */
  rocpd_rocz_lane *lane;
  size_t lanes;
  bool footer_damaged;
  char *damage; /* why the file ends before its end: text; NULL: it does not */
  bool ended;   /* chunks after the damage are not looked for */
  bool skip;    /* what is damaged is left out without an error */
  int64_t rows_left_out; /* with skip: of chunks left out, and of those behind the file's end */
  /* rocz_info.c */
  rocpd_rocz_info info[ROCPD_ROCZ_INFO_KINDS];
  size_t info_chunk;  /* chunks before it are loaded, with skip: or whole, or ROCPD_ROCZ_LEFT_OUT */
  char *lost;         /* text of the first damage in info chunks that did not end the file */
  int64_t names_lost; /* rows of such chunks */
  size_t args_end;    /* arguments from this chunk on cannot be told apart: parameters are lost. 0: all can */
  uint64_t info_generation;
  rocpd_rocz_text *string;
  size_t strings, string_capacity;
  void *text_block; /* list of blocks that hold the texts */
  rocpd_map kernel_by_object; /* the last row of each of the first `kernels_placed` */
  uint64_t kernels_placed;
  /* rocz_dict.c */
  pthread_mutex_t dict_mutex; /* guards making of dictionaries */
  rocpd_rocz_dict *dict[ROCPD_ROCZ_DICTS]; /* atomic */
  int64_t *live_launch; /* rows as of kind LAUNCH with numbers from ROCPD_ROCZ_LIVE_LAUNCH */
  uint64_t live_launches;
  rocpd_map live_launch_place;
  /* rocz_live.c */
  bool settled;      /* nothing can change any more */
  bool running;      /* the process lives, as far as we can see */
  bool left;         /* it has ended by _exit */
  bool has_live;     /* there is a live file, and not all of it is in chunks */
  char *live_damage;
  rocpd_rocz_live_rows **live; /* rows that are in no chunk */
  size_t lives;
  uint64_t live_hash;
  size_t seen_chunks; /* at the last look */
  uint64_t counter[ROCZ_COUNTERS];
  /* rocz_set.c */
  rocpd_rocz_declared *declared;
  size_t declareds;
  uint64_t declared_columns; /* rows of kind DECLARED_COLUMN that were taken */
  size_t declared_chunk;     /* chunks before it were looked at */
  bool own_set;              /* a SET row says what the file itself is */
  rocpd_rocz_common common;
  rocpd_rocz_spot *place;   /* of chunks of declared kinds, by lane and kind */
  size_t places, placed_chunks;
  /* rocz_batch.c */
  uint64_t generation; /* changes when rows do */
  rocpd_rocz_batches *kind[ROCPD_KIND_COUNT]; /* NULL until asked for */
};

/* ---- rocz_index.c ---- */

/* Has another file its name, with the same rows and newer ones? Then it is to be opened anew. */
bool rocpd_rocz_file_replaced(const rocpd_rocz_file *f);
void rocpd_rocz_file_release(rocpd_rocz_file *f);
/* Open the file if it is the one that was attached; -1 and an error otherwise. */
int rocpd_rocz_file_open(const rocpd_rocz_file *f, int *fd, rocpd_error *err);
/* Bytes read at offset; less than size at the end of the file. */
size_t rocpd_rocz_pread(int fd, uint64_t offset, void *out, size_t size);
/* Read the header of a file that was not open before. */
int rocpd_rocz_file_header(rocpd_rocz_file *f, rocpd_error *err);
/* Because of damage (text of why, which is taken), which hides what comes behind. */
int rocpd_rocz_file_ends(rocpd_rocz_file *f, rocpd_error *why);
/* Find the chunks that came since the last time. */
int rocpd_rocz_file_index(rocpd_rocz_file *f, rocpd_error *err);
/* Read and check a chunk's body, unless s has it. */
int rocpd_rocz_load(const rocpd_rocz_file *f, const rocz_chunk *chunk, rocpd_rocz_scratch *s, rocpd_error *err);
/* SQLITE_xxx with text for an error of the format layer. */
int rocpd_rocz_fail_text(const char *path, const rocz_error *e, rocpd_error *err);
rocpd_rocz_lane *rocpd_rocz_lane_find(const rocpd_rocz_file *f, uint16_t kind, uint32_t lane); /* NULL: not known */
int rocpd_rocz_lane_add(rocpd_rocz_file *f, uint16_t kind, uint32_t lane, rocpd_rocz_lane **out);

/* ---- rocz_info.c ---- */

/* Load the info chunks that are not loaded yet. */
int rocpd_rocz_info_load(rocpd_rocz_file *f, rocpd_error *err);
/* Add a row of the live file unless a chunk had it. */
int rocpd_rocz_info_add_live(rocpd_rocz_file *f, const rocz_live_row *row);
/* The last row with this id into `row`; false when there is none. */
bool rocpd_rocz_info_row(const rocpd_rocz_file *f, int kind, int64_t id, int64_t row[ROCPD_ROCZ_INFO_COLUMNS]);
/* The number of the kernel with this descriptor, 0 when it is not known. */
int rocpd_rocz_kernel_of_object(rocpd_rocz_file *f, uint64_t object, int64_t *kernel);
/* rc as a failure of reading: for ROCPD_ROCZ_LOST the damage that it was lost by. Thread safe. */
int rocpd_rocz_failed(const rocpd_rocz_file *f, int rc, rocpd_error *err);
/* SQLITE_OK for what was found. Nothing found may be for damage in rows of the kind: then it is
** ROCPD_ROCZ_LOST, but with skip. Thread safe. */
int rocpd_rocz_found(const rocpd_rocz_file *f, int kind, bool found);
/* The interned id of a string of the file, ROCPD_NULL when there is none. Thread safe. */
int rocpd_rocz_string(const rocpd_rocz_file *f, int64_t string, int64_t *id);
void rocpd_rocz_info_free(rocpd_rocz_file *f);

/* ---- rocz_rows.c ---- */

int64_t rocpd_rocz_info_value(const rocpd_rocz_info *info, uint64_t row, unsigned column);
void rocpd_rocz_info_get(const rocpd_rocz_info *info, uint64_t row, int64_t *value);
/* The number of the last row with a key: the id, or of a parameter its function * 64 + its word.
** UINT64_MAX: there is none. */
uint64_t rocpd_rocz_info_find(const rocpd_rocz_info *info, int kind, uint64_t key);
/* Add n rows of `columns` values. */
int rocpd_rocz_info_add(rocpd_rocz_info *info, int kind, const int64_t *value, uint64_t n);
void rocpd_rocz_info_clear(rocpd_rocz_info *info);

/* ---- rocz_dict.c ---- */

/* The attribute of one id, NULL also when it is ROCPD_ROCZ_LOST. Thread safe. */
int rocpd_rocz_attribute(rocpd_rocz_file *f, int dict, int64_t id, int64_t *value);
/* Those of a column of ids, of which some may be in no dictionary. Thread safe. */
int rocpd_rocz_attributes_of(rocpd_rocz_file *f, const rocpd_column *ids, uint32_t rows, int dict, rocpd_column **out);
/* The attribute for all ids from 0 on that are worth it. Thread safe. */
int rocpd_rocz_dict_get(rocpd_rocz_file *f, int dict, const rocpd_rocz_dict **out);
/* The number of a launch signature (columns of kind LAUNCH, the first unused). */
int rocpd_rocz_live_launch(rocpd_rocz_file *f, const int64_t *row, int64_t *launch);
/* How a kernel of this (interned) name is shown. Thread safe. */
int rocpd_rocz_display_name(rocpd_rocz_file *f, int64_t name, int64_t *id);
void rocpd_rocz_dict_free(rocpd_rocz_file *f);

/* ---- rocz_live.c ---- */

/* Look at the file and at its live file; *changed: there are other rows now. */
int rocpd_rocz_look(rocpd_rocz_file *f, bool *changed, rocpd_error *err);
void rocpd_rocz_live_free(rocpd_rocz_file *f);
void rocpd_rocz_live_rows_unref(rocpd_rocz_live_rows *p);

/* ---- rocz_batch.c ---- */

int rocpd_rocz_batches_get(rocpd_rocz_file *f, int kind, rocpd_batch ***out, size_t *n, rocpd_error *err);
void rocpd_rocz_batches_free(rocpd_rocz_file *f);
/* For rocz_args.c and rocz_table.c. A batch without rows yet, or NULL. */
rocpd_rocz_batch *rocpd_rocz_batch_new(rocpd_rocz_file *f, int kind, uint16_t raw_kind, uint32_t lane);
/* Add a batch to the list, which owns it from now on, also on failure. */
int rocpd_rocz_batches_add(rocpd_rocz_batches *l, rocpd_rocz_batch *b);

/* ---- rocz_column.c ---- */

int rocpd_rocz_decode(rocpd_batch *b, int index, rocpd_column **out, rocpd_error *err);
bool rocpd_rocz_zone(rocpd_batch *b, int index, int64_t *min, int64_t *max);
void rocpd_rocz_batch_free(rocpd_batch *b);
void rocpd_rocz_forget(rocpd_batch *b);

/* ---- rocz_raw.c ---- */

/* The columns that a kind of the schema needs, under one name for the closed and the
** open form of its rows. */
enum { L_DURATION, L_START, L_FUNCTION, L_SEQUENCE, L_PARENT, L_RESULT, L_LAUNCH, L_DISPATCH_ID, L_STACK_ID, L_STREAM, L_THREAD, L_GRAPH_EXEC,
       L_GRAPH_NODE, L_DIRECTION, L_SIZE, L_DST_AGENT, L_SRC_AGENT, L_DST_ADDRESS, L_SRC_ADDRESS, L_HOW, L_MESSAGE, L_COLUMNS };
/* Where a chunk kind has such a column, -1: nowhere. */
int rocpd_rocz_place(uint16_t kind, int column);
/* A column of the kind that the chunk has. */
int rocpd_rocz_raw(rocpd_rocz_batch *b, int index, const rocpd_column **out, rocpd_error *err);
/* A column of the chunk that s holds as it is, in as much memory as it needs. `other`: the
** values of the one that it refers to. SQLITE_CORRUPT: see e. */
int rocpd_rocz_narrow(rocpd_rocz_scratch *s, unsigned column, const int64_t *other, rocpd_column **out, rocz_error *e);

/* ---- rocz_args.c ---- */

/* Find the arguments in b's words: sets b->arg and the number of rows. */
int rocpd_rocz_args_find(rocpd_rocz_batch *b, rocpd_error *err);
/* A column of a batch with `arg`. */
int rocpd_rocz_args_decode(rocpd_rocz_batch *b, int index, rocpd_column **out, rocpd_error *err);

/* ---- rocz_value.c ---- */

typedef struct rocpd_rocz_value {
  int64_t format, meaning; /* as a PARAMETER row has it; the second a string of the session, or NULL */
  const int64_t *word;
  uint32_t words;
} rocpd_rocz_value;
/* The text of a value; NULL where there is none. */
int rocpd_rocz_value_text(const rocpd_rocz_file *f, const rocpd_rocz_value *v, int64_t *id);

/* ---- rocz_message.c ---- */

/* Columns of a batch of calls or marks: extdata, and the return values. */
int rocpd_rocz_messages(rocpd_rocz_batch *b, rocpd_column **out, rocpd_error *err);
int rocpd_rocz_results(rocpd_rocz_batch *b, rocpd_column **out, rocpd_error *err);

/* ---- rocz_set.c ---- */

/* Take what new chunks declare: which kinds the file has, and who it is. */
int rocpd_rocz_sets_look(rocpd_rocz_file *f, rocpd_error *err);
/* Make the file's siblings. */
int rocpd_rocz_sets_open(rocpd_rocz_file *f, rocpd_error *err);
void rocpd_rocz_sets_free(rocpd_rocz_file *f);
/* Take what the info rows so far declare. */
int rocpd_rocz_declared_load(rocpd_rocz_file *f);
/* The kind of the schema that a declared kind is, -1: none. */
int rocpd_rocz_declared_kind(const rocpd_rocz_file *f, uint16_t kind);
/* How many columns its rows have, 0: the file does not declare it. */
unsigned rocpd_rocz_declared_columns(const rocpd_rocz_file *f, uint16_t kind);
/* Are rows of declared kinds in this lane the file's own? */
bool rocpd_rocz_is_own(const rocpd_rocz_file *f, uint32_t lane);
/* The file that the rows of the file's own set were exported from, NULL: it is no export. */
const char *rocpd_rocz_origin(const rocpd_rocz_file *f);
/* The times that rows of a live buffer have, of a declared kind. */
void rocpd_rocz_declared_times(rocpd_rocz_batch *b);
/* Make b a batch of a declared kind. */
void rocpd_rocz_set_batch(rocpd_rocz_batch *b, rocpd_source *source, const rocpd_rocz_common *common);

/* ---- rocz_own.c ---- */

/* A column that rows of a declared kind have not got, of the process that wrote the file: what
** follows from others or from who wrote them; else NULL. */
int rocpd_rocz_own_decode(rocpd_rocz_batch *b, int index, rocpd_column **out, rocpd_error *err);

/* ---- rocz_overhead.c ---- */

int rocpd_rocz_overhead(rocpd_source *s, rocpd_overhead *out, rocpd_error *err);

/* ---- rocz_domain.c ---- */

int rocpd_rocz_domains(rocpd_source *s, int (*emit)(void *arg, const char *domain, bool recorded, const char *more), void *arg, rocpd_error *err);
/* What the file that a set was read from said of itself: facts of health, and what could be recorded. */
int rocpd_rocz_said_facts(rocpd_rocz_file *f, int64_t set, int (*emit)(void *arg, const char *name, int64_t value, const char *detail), void *arg);
int rocpd_rocz_said_domains(rocpd_rocz_file *f, int64_t set, int (*emit)(void *arg, const char *domain, bool recorded, const char *more), void *arg, rocpd_error *err);

/* ---- rocz_graph.c ---- */

/* Add the batches of graph launches, of what kernels there are now. */
int rocpd_rocz_graph_batches(rocpd_rocz_file *f, rocpd_rocz_batches *l, rocpd_error *err);

/* ---- rocz_table.c ---- */

/* Add the batches of a kind of which each file has few rows. */
int rocpd_rocz_table_batches(rocpd_rocz_file *f, int kind, rocpd_rocz_batches *l, rocpd_error *err);
/* Some of these rows were in damaged chunks. */
bool rocpd_rocz_table_lost(const rocpd_rocz_file *f, int kind);
/* Columns that are the same for all rows of a file: guid, nid, pid, source, ... False
** when it is another. */
bool rocpd_rocz_common_value(const rocpd_rocz_file *f, int kind, int index, int64_t *value);

#endif
