/* Internal to the chunk file source: declarations that its files share.
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
** Threads: everything except decode and zone runs on the connection's thread, while no other thread reads. So decode reads all of this without a lock,
** except dictionaries, ids of strings, and columns, which it makes itself. */
#ifndef ROCPD_ROCZ_FILE_H
#define ROCPD_ROCZ_FILE_H
#include <pthread.h>
#include "decode.h"
#include "live.h"
#include "clock.h"
#include "hash.h"
#include "map.h"
#include "rocz_scratch.h"
#include "segment.h"
#include "source.h"
#include "stamp.h"

typedef struct rocpd_rocz_file rocpd_rocz_file;

/* How a column of an info kind is stored: base + an unsigned integer at `place` of the row. */
typedef struct rocpd_rocz_cell {
  int64_t base; /* ROCPD_NULL: it is NULL in all rows */
  uint16_t place;
  uint8_t width; /* bytes: 0, 1, 2, 4, 8 */
  bool nulls;    /* all bits set mean NULL */
} rocpd_rocz_cell;

/* The rows of an info kind in memory: `columns` values each, with strings as interned ids. */
typedef struct rocpd_rocz_info {
  rocpd_rocz_cell *cell; /* [columns] */
  uint8_t *bytes;        /* [rows * stride] */
  uint32_t *slot;        /* hash table: number + 1 of the last row with a key; NULL: keys count up from that of the first row */
  uint32_t mask;
  uint16_t stride, columns;
  size_t rows, capacity;
  uint64_t next;     /* number of the next row in the file */
  bool lost;         /* some rows, or their texts, were in damaged chunks */
} rocpd_rocz_info;
#define ROCPD_ROCZ_INFO_KINDS 22 /* ids of info kinds are less than this */
#define ROCPD_ROCZ_INFO_COLUMNS 16 /* the largest number of columns of an info kind */

typedef struct rocpd_rocz_text { /* a row of kind STRING */
  const char *text;        /* not ended by NUL */
  uint32_t size;
  uint32_t id_plus_1;      /* interned id + 1; 0: not interned yet. Atomic */
} rocpd_rocz_text;

/* Values of an attribute for ids 0..n-1. Columns may point to the values, so these never change: a dictionary grows in place, or is replaced by another one. */
typedef struct rocpd_rocz_dict {
  struct rocpd_rocz_dict *older; /* the one that this one has replaced; columns may point to it */
  uint64_t generation;     /* generation of the info rows that it was made from. Atomic; stored last, when the rest is valid */
  uint32_t n, capacity;
  bool lost;        /* some values are lost, and NULL here: get each by rocpd_rocz_attribute() */
  int64_t min, max; /* of the values that are not NULL */
  int64_t value[];
} rocpd_rocz_dict;

enum rocpd_rocz_dict_id {
  D_FUNCTION_NAME, D_FUNCTION_CATEGORY, D_FUNCTION_FORM, D_FUNCTION_PLACE, D_TID, D_STREAM_NAME, D_QUEUE_NAME, D_COPY_NAME, D_COPY_HOW,
  D_AGENT_NAME, D_AGENT_ABSOLUTE, D_AGENT_LOGICAL, D_AGENT_TYPE_INDEX, D_AGENT_TYPE,
  D_NAME, D_KERNEL_ID, D_CODE_OBJECT, D_GRID_X, D_GRID_Y, D_GRID_Z, /* from here on, attributes of a launch */
  D_WORKGROUP_X, D_WORKGROUP_Y, D_WORKGROUP_Z, D_LDS, D_SCRATCH, D_VGPR,
  D_ACCUM_VGPR, D_SGPR, D_STATIC_LDS, D_STATIC_SCRATCH,
  ROCPD_ROCZ_DICTS
};

/* Return code of functions that return SQLITE_xxx: the wanted data were in a damaged chunk. rocpd_rocz_failed() turns it into SQLITE_CORRUPT with the text
** of that damage. */
#define ROCPD_ROCZ_LOST SQLITE_NOTFOUND

/* The kind that a damaged chunk gets when it is left out; no one reads this kind. */
#define ROCPD_ROCZ_LEFT_OUT 0

/* Launch signatures of dispatches in live buffers have no number in the file yet; they get numbers from this one on. */
#define ROCPD_ROCZ_LIVE_LAUNCH ((int64_t)1 << 40)

/* The largest lane of a thread; the lane is the upper part of the stack_id of its calls. */
#define ROCPD_ROCZ_MAX_LANE ((1u << (63 - ROCZ_STACK_SHIFT)) - 1)

/* What is known about a lane of a kind. */
typedef struct rocpd_rocz_lane {
  uint64_t rows;     /* in chunks */
  uint64_t position; /* position in the header of the last chunk */
  size_t last_chunk;
  /* Rowids given to rows [rowid_row, rowid_end) of the lane, see rowid_for(). */
  uint64_t rowid_row, rowid_end;
  int64_t rowid;
} rocpd_rocz_lane;

/* The schema's kinds that the fixed kinds of chunks hold: what the collector records. */
#define ROCPD_ROCZ_FIXED \
  (ROCPD_KIND_BIT(ROCPD_KIND_KERNEL) | ROCPD_KIND_BIT(ROCPD_KIND_REGION) | ROCPD_KIND_BIT(ROCPD_KIND_SAMPLE) | ROCPD_KIND_BIT(ROCPD_KIND_ARG) | ROCPD_KIND_BIT(ROCPD_KIND_COPY) | \
   ROCPD_KIND_BIT(ROCPD_KIND_PROCESS) | ROCPD_KIND_BIT(ROCPD_KIND_THREAD) | ROCPD_KIND_BIT(ROCPD_KIND_CODE_OBJECT) | \
   ROCPD_KIND_BIT(ROCPD_KIND_KERNEL_SYMBOL) | ROCPD_KIND_BIT(ROCPD_KIND_AGENT) | ROCPD_KIND_BIT(ROCPD_KIND_QUEUE) | ROCPD_KIND_BIT(ROCPD_KIND_STREAM) | \
   ROCPD_KIND_BIT(ROCPD_KIND_GRAPH_LAUNCH))

/* Rows of live buffers in plain columns, with the columns of a chunk of `kind`. */
typedef struct rocpd_rocz_live_rows {
  int refs; /* number of holders: the file and batches. Connection's thread only */
  uint16_t kind, columns;
  uint32_t lane, rows, capacity;
  int64_t *column[ROCZ_MAX_COLUMNS];
} rocpd_rocz_live_rows;

/* One argument of a call: which parameter, and the row of its first word. */
typedef struct rocpd_rocz_arg {
  uint32_t parameter; /* row of kind PARAMETER, or the number of these rows + number of the word */
  uint16_t row, words;
} rocpd_rocz_arg;

/* Number of the last columns of every kind (ROCPD_COMMON): source, run, host, rank. */
#define ROCPD_ROCZ_COMMON 4
typedef struct rocpd_rocz_common {
  int64_t value[ROCPD_ROCZ_COMMON];
} rocpd_rocz_common;

/* A kind that the file declares. */
typedef struct rocpd_rocz_declared {
  uint16_t id;  /* kind of its chunks; 0: not a valid one */
  int16_t kind; /* kind of the schema; -1: unknown */
  int8_t columns; /* number of columns of its chunks, including those without a place below */
  int8_t place[ROCPD_MAX_COLUMNS]; /* index in chunks of a column of the schema; -1: absent */
  int8_t less[ROCPD_MAX_COLUMNS];  /* index of the column that must be added; -1: none */
  uint64_t strings; /* bits: columns of its chunks that have ids of strings */
} rocpd_rocz_declared;

typedef struct rocpd_rocz_spot { /* the place of a chunk of a declared kind */
  uint64_t key; /* lane, kind */
  size_t chunk;
} rocpd_rocz_spot;

typedef struct rocpd_rocz_batch {
  rocpd_batch base; /* must be first */
  const rocpd_rocz_file *file;
  const rocpd_rocz_common *common; /* declared kinds */
  uint16_t kind;    /* ROCZ_CALL, ... or 0: the columns are in `value` */
  bool final;       /* of a chunk: stays */
  uint64_t order;   /* number within the lane */
  rocz_chunk chunk; /* the chunk with the rows, if live is NULL */
  rocpd_rocz_live_rows *live;
  int64_t id_base;  /* for copies: the id of a row is this + row + 1 */
  int64_t *value;   /* kind 0: [columns][rows], owned */
  rocpd_rocz_arg *arg;    /* arguments: [rows], owned */
  char *broken;     /* the batch has no rows: reading it fails with this text. Owned */
  unsigned raws;    /* number of columns of the chunk in raw[]: */
  rocpd_column *raw[]; /* decoded columns of the chunk, whose data columns of the batch share. Atomic, owned */
} rocpd_rocz_batch;

/* Number of rows of the chunk or of the plain columns; a batch of arguments has other rows. */
static inline uint32_t rocpd_rocz_raw_rows(const rocpd_rocz_batch *b) { return b->live ? b->live->rows : b->chunk.rows; }

/* The batches of a kind of the schema. */
typedef struct rocpd_rocz_batches {
  rocpd_batch **batch; /* in order of lanes; the list holds a reference to each */
  size_t batches, capacity;
  size_t chunk;        /* chunks before this one have batches */
  uint64_t generation; /* generation of the file when the list was made; 0: not made yet */
  int64_t next_rowid;
} rocpd_rocz_batches;

struct rocpd_rocz_file {
  rocpd_source base; /* must be first */
  uint64_t device, inode; /* identity of the file that was opened */
  int held;               /* 1 + its descriptor, kept open while the file may be replaced by a newer one (keep=newest); 0: not open */
  rocpd_stamp *unread;    /* not NULL: the header cannot be read, so the source has no rows; the stamp of the file at that time */
  bool cut;               /* the file is empty, or ends within its header */
  rocz_header header;     /* props point to props */
  char *props;
  int64_t guid, path, host, run; /* interned */
  int64_t empty, empty_json;     /* "" and "{}", interned */
  /* rocz_index.c */
  uint64_t size, end; /* size of the file at the last look; end of its last whole chunk */
  rocz_chunk *chunk;
  size_t chunks, chunk_capacity;
  rocpd_map lane_place; /* (kind << 32 | lane) -> lane[] */
  rocpd_rocz_lane *lane;
  size_t lanes;
  bool footer_damaged;
  char *damage; /* text of the damage that hides the rest of the file; NULL: none */
  bool ended;   /* chunks after the damage are not searched for */
  bool skip;    /* damaged parts are left out without an error */
  int64_t rows_left_out; /* with skip: number of rows in chunks that were left out, and in those behind the damage */
  /* rocz_info.c */
  rocpd_rocz_info info[ROCPD_ROCZ_INFO_KINDS];
  size_t info_chunk;  /* info chunks before this one have been loaded; with skip, some of them may be ROCPD_ROCZ_LEFT_OUT */
  char *lost;         /* text of the first damage in an info chunk that did not hide the rest of the file */
  int64_t names_lost; /* number of rows in such chunks */
  size_t args_end;    /* arguments from this chunk on cannot be decoded, because PARAMETER rows are lost. 0: all can be decoded */
  uint64_t info_generation;
  rocpd_rocz_text *string;
  size_t strings, string_capacity;
  void *text_block; /* list of memory blocks with the texts */
  rocpd_map kernel_by_object; /* kernel object -> last row, for the first `kernels_placed` rows of kind KERNEL */
  uint64_t kernels_placed;
  /* rocz_dict.c */
  pthread_mutex_t dict_mutex; /* held while a dictionary is made */
  rocpd_rocz_dict *dict[ROCPD_ROCZ_DICTS]; /* atomic */
  int64_t *live_launch; /* rows like those of kind LAUNCH, numbered from ROCPD_ROCZ_LIVE_LAUNCH */
  uint64_t live_launches;
  rocpd_map live_launch_place;
  /* rocz_live.c */
  bool settled;      /* the file cannot change any more */
  bool running;      /* the process seems to be running */
  bool left;         /* the process has ended by _exit */
  bool has_live;     /* there is a live file with rows that are not in chunks */
  char *live_damage;
  rocpd_rocz_live_rows **live; /* rows that are in no chunk */
  size_t lives;
  uint64_t live_hash;
  size_t seen_chunks; /* at the last look */
  uint64_t counter[ROCZ_COUNTERS];
  /* rocz_set.c */
  rocpd_rocz_declared *declared;
  size_t declareds;
  uint64_t declared_columns; /* number of rows of kind DECLARED_COLUMN that have been read */
  size_t declared_chunk;     /* chunks before this one have been searched for declarations */
  bool own_set;              /* a SET row states the identity of the file's own set */
  rocpd_rocz_common common;
  rocpd_rocz_spot *place;   /* places of chunks of declared kinds, sorted by lane and kind */
  size_t places, placed_chunks;
  /* rocz_batch.c */
  uint64_t generation; /* incremented when rows change */
  rocpd_rocz_batches *kind[ROCPD_KIND_COUNT]; /* NULL until asked for */
};

/* ---- rocz_index.c ---- */

/* True if the path now leads to another file, with the same rows and newer ones. The source must then be opened again. */
bool rocpd_rocz_file_replaced(const rocpd_rocz_file *f);
void rocpd_rocz_file_release(rocpd_rocz_file *f);
/* Opens the file if it is still the one that was attached; else *fd is -1, with an error. */
int rocpd_rocz_file_open(const rocpd_rocz_file *f, int *fd, rocpd_error *err);
/* Reads bytes at an offset; returns their number, less than size at the end of the file. */
size_t rocpd_rocz_pread(int fd, uint64_t offset, void *out, size_t size);
/* Reads the header of a file that is opened for the first time. */
int rocpd_rocz_file_header(rocpd_rocz_file *f, rocpd_error *err);
/* Notes that damage hides the rest of the file; takes the text of `why`. */
int rocpd_rocz_file_ends(rocpd_rocz_file *f, rocpd_error *why);
/* Finds chunks that were added since the last call. */
int rocpd_rocz_file_index(rocpd_rocz_file *f, rocpd_error *err);
/* Reads and checks a chunk's body, unless s holds it. Thread safe, with an s of its own. */
int rocpd_rocz_load(const rocpd_rocz_file *f, const rocz_chunk *chunk, rocpd_rocz_scratch *s, rocpd_error *err);
/* Turns an error of the format layer into SQLITE_xxx with a text. */
int rocpd_rocz_fail_text(const char *path, const rocz_error *e, rocpd_error *err);
rocpd_rocz_lane *rocpd_rocz_lane_find(const rocpd_rocz_file *f, uint16_t kind, uint32_t lane); /* NULL: no such lane */
int rocpd_rocz_lane_add(rocpd_rocz_file *f, uint16_t kind, uint32_t lane, rocpd_rocz_lane **out);

/* ---- rocz_info.c ---- */

/* Loads the info chunks that have not been loaded yet. */
int rocpd_rocz_info_load(rocpd_rocz_file *f, rocpd_error *err);
/* Adds a row of the live file, unless a chunk has it. */
int rocpd_rocz_info_add_live(rocpd_rocz_file *f, const rocz_live_row *row);
/* Copies the last row with this id to `row`; false: there is none. */
bool rocpd_rocz_info_row(const rocpd_rocz_file *f, int kind, int64_t id, int64_t row[ROCPD_ROCZ_INFO_COLUMNS]);
/* Finds the number of the kernel with this descriptor; 0: unknown. */
int rocpd_rocz_kernel_of_object(rocpd_rocz_file *f, uint64_t object, int64_t *kernel);
/* Records rc as a failure of reading; for ROCPD_ROCZ_LOST, the damage that caused the loss. Thread safe. */
int rocpd_rocz_failed(const rocpd_rocz_file *f, int rc, rocpd_error *err);
/* Returns SQLITE_OK if `found`. Otherwise the row may be missing because rows of the kind were damaged: then it returns ROCPD_ROCZ_LOST, unless skip is set.
** Thread safe. */
int rocpd_rocz_found(const rocpd_rocz_file *f, int kind, bool found);
/* Finds the interned id of a string of the file; ROCPD_NULL: there is none. Thread safe. */
int rocpd_rocz_string(const rocpd_rocz_file *f, int64_t string, int64_t *id);
void rocpd_rocz_info_free(rocpd_rocz_file *f);

/* ---- rocz_rows.c ---- */

int64_t rocpd_rocz_info_value(const rocpd_rocz_info *info, uint64_t row, unsigned column);
void rocpd_rocz_info_get(const rocpd_rocz_info *info, uint64_t row, int64_t *value);
/* Returns the number of the last row with a key; UINT64_MAX: there is none. The key is the id, or for a PARAMETER row function * 64 + word. */
uint64_t rocpd_rocz_info_find(const rocpd_rocz_info *info, int kind, uint64_t key);
/* Adds n rows of `columns` values. */
int rocpd_rocz_info_add(rocpd_rocz_info *info, int kind, const int64_t *value, uint64_t n);
void rocpd_rocz_info_clear(rocpd_rocz_info *info);

/* ---- rocz_dict.c ---- */

/* Finds the attribute of one id; ROCPD_NULL also if it returns ROCPD_ROCZ_LOST. Thread safe. */
int rocpd_rocz_attribute(rocpd_rocz_file *f, int dict, int64_t id, int64_t *value);
/* Makes a column of the attributes of a column of ids, some of which may be in no dictionary. Thread safe. */
int rocpd_rocz_attributes_of(rocpd_rocz_file *f, const rocpd_column *ids, uint32_t rows, int dict, rocpd_column **out);
/* Returns a dictionary with the attribute of ids 0 to n - 1; larger ids are too sparse for it. Thread safe. */
int rocpd_rocz_dict_get(rocpd_rocz_file *f, int dict, const rocpd_rocz_dict **out);
/* Finds or makes the number of a launch signature of a live buffer. row: columns of kind LAUNCH, the first is not used. */
int rocpd_rocz_live_launch(rocpd_rocz_file *f, const int64_t *row, int64_t *launch);
/* Finds the name under which a kernel with this interned name is shown. Thread safe. */
int rocpd_rocz_display_name(rocpd_rocz_file *f, int64_t name, int64_t *id);
void rocpd_rocz_dict_free(rocpd_rocz_file *f);

/* ---- rocz_live.c ---- */

/* Looks at the file and at its live file; *changed: the rows have changed. */
int rocpd_rocz_look(rocpd_rocz_file *f, bool *changed, rocpd_error *err);
void rocpd_rocz_live_free(rocpd_rocz_file *f);
void rocpd_rocz_live_rows_unref(rocpd_rocz_live_rows *p);

/* ---- rocz_batch.c ---- */

int rocpd_rocz_batches_get(rocpd_rocz_file *f, int kind, rocpd_batch ***out, size_t *n, rocpd_error *err);
void rocpd_rocz_batches_free(rocpd_rocz_file *f);
/* For rocz_args.c and rocz_table.c: creates a batch without rows; NULL: out of memory. */
rocpd_rocz_batch *rocpd_rocz_batch_new(rocpd_rocz_file *f, int kind, uint16_t raw_kind, uint32_t lane);
/* Adds a batch to the list, which owns it from then on, also on failure. */
int rocpd_rocz_batches_add(rocpd_rocz_batches *l, rocpd_rocz_batch *b);

/* ---- rocz_column.c ---- */

int rocpd_rocz_decode(rocpd_batch *b, int index, rocpd_column **out, rocpd_error *err);
bool rocpd_rocz_zone(rocpd_batch *b, int index, int64_t *min, int64_t *max);
void rocpd_rocz_batch_free(rocpd_batch *b);
void rocpd_rocz_forget(rocpd_batch *b);

/* ---- rocz_raw.c ---- */

/* Columns of chunks that the schema's kinds need; the same number stands for the column in finished rows and in rows in progress. */
enum { L_DURATION, L_START, L_FUNCTION, L_SEQUENCE, L_PARENT, L_RESULT, L_LAUNCH, L_DISPATCH_ID, L_STACK_ID, L_STREAM, L_THREAD, L_GRAPH_EXEC,
       L_GRAPH_NODE, L_DIRECTION, L_SIZE, L_DST_AGENT, L_SRC_AGENT, L_DST_ADDRESS, L_SRC_ADDRESS, L_HOW, L_MESSAGE, L_COLUMNS };
/* Returns the index of such a column in a kind of chunks; -1: it has none. */
int rocpd_rocz_place(uint16_t kind, int column);
/* Decodes a column of the chunk. Thread safe. */
int rocpd_rocz_raw(rocpd_rocz_batch *b, int index, const rocpd_column **out, rocpd_error *err);
/* Decodes a column of the chunk that s holds, in its narrowest form. `other`: the values of the column that it refers to. SQLITE_CORRUPT: see e. */
int rocpd_rocz_narrow(rocpd_rocz_scratch *s, unsigned column, const int64_t *other, rocpd_column **out, rocz_error *e);

/* ---- rocz_args.c ---- */

/* Finds the arguments in b's words; sets b->arg and the number of rows. */
int rocpd_rocz_args_find(rocpd_rocz_batch *b, rocpd_error *err);
/* Decodes a column of a batch of arguments. */
int rocpd_rocz_args_decode(rocpd_rocz_batch *b, int index, rocpd_column **out, rocpd_error *err);

/* ---- rocz_value.c ---- */

typedef struct rocpd_rocz_value {
  int64_t format, meaning; /* as in a PARAMETER row; meaning: an interned string, or ROCPD_NULL */
  const int64_t *word;
  uint32_t words;
} rocpd_rocz_value;
/* Makes the text of a value; *id is ROCPD_NULL if it has none. */
int rocpd_rocz_value_text(const rocpd_rocz_file *f, const rocpd_rocz_value *v, int64_t *id);

/* ---- rocz_message.c ---- */

/* Make two columns of a batch of calls or marks: extdata, and the return values. */
int rocpd_rocz_messages(rocpd_rocz_batch *b, rocpd_column **out, rocpd_error *err);
int rocpd_rocz_results(rocpd_rocz_batch *b, rocpd_column **out, rocpd_error *err);

/* ---- rocz_set.c ---- */

/* Reads what new chunks declare: the kinds of the file, and its identity. */
int rocpd_rocz_sets_look(rocpd_rocz_file *f, rocpd_error *err);
/* Creates the file's siblings: a source for each further set. */
int rocpd_rocz_sets_open(rocpd_rocz_file *f, rocpd_error *err);
void rocpd_rocz_sets_free(rocpd_rocz_file *f);
/* Reads the declarations of the info rows loaded so far. */
int rocpd_rocz_declared_load(rocpd_rocz_file *f);
/* Returns the kind of the schema for a declared kind; -1: none. */
int rocpd_rocz_declared_kind(const rocpd_rocz_file *f, uint16_t kind);
/* Returns the number of columns of a declared kind; 0: the file does not declare it. */
unsigned rocpd_rocz_declared_columns(const rocpd_rocz_file *f, uint16_t kind);
/* True if this column of a declared kind, as stored, has ids of strings. */
bool rocpd_rocz_declared_is_string(const rocpd_rocz_file *f, uint16_t kind, unsigned column);
/* True if rows of declared kinds in this lane belong to the file's own set. */
bool rocpd_rocz_is_own(const rocpd_rocz_file *f, uint32_t lane);
/* Returns the file from which the file's own set was exported; NULL: it is not an export. */
const char *rocpd_rocz_origin(const rocpd_rocz_file *f);
/* Sets min_time and max_time of a batch of a declared kind from a live buffer. */
void rocpd_rocz_declared_times(rocpd_rocz_batch *b);
/* Makes b a batch of a declared kind. */
void rocpd_rocz_set_batch(rocpd_rocz_batch *b, rocpd_source *source, const rocpd_rocz_common *common);

/* ---- rocz_own.c ---- */

/* Decodes a column that rows of a declared kind lack, of the process that wrote the file: it follows from other columns, or from the thread that wrote the
** rows; else it is NULL. */
int rocpd_rocz_own_decode(rocpd_rocz_batch *b, int index, rocpd_column **out, rocpd_error *err);
/* Replaces the names of kernels in a batch of `aggregated` by those that are shown. */
int rocpd_rocz_own_names(rocpd_rocz_batch *b, rocpd_column **names, rocpd_error *err);

/* ---- rocz_overhead.c ---- */

int rocpd_rocz_overhead(rocpd_source *s, rocpd_overhead *out, rocpd_error *err);

/* ---- rocz_domain.c ---- */

int rocpd_rocz_domains(rocpd_source *s, int (*emit)(void *arg, const char *domain, bool recorded, const char *more), void *arg, rocpd_error *err);
/* Call emit() for what the original file of a set stated about itself: facts for health, and the domains that could be recorded. */
int rocpd_rocz_said_facts(rocpd_rocz_file *f, int64_t set, int (*emit)(void *arg, const char *name, int64_t value, const char *detail), void *arg);
int rocpd_rocz_said_domains(rocpd_rocz_file *f, int64_t set, int (*emit)(void *arg, const char *domain, bool recorded, const char *more), void *arg,
                            rocpd_error *err);

/* ---- rocz_graph.c ---- */

/* Adds the batches of graph launches, made from the kernels that are there now. kernel: the file's batches of kernels; rc and why: the result of reading
** them. */
int rocpd_rocz_graph_batches(rocpd_rocz_file *f, rocpd_batch **kernel, size_t n, int rc, rocpd_error *why, rocpd_rocz_batches *l, rocpd_error *err);

/* ---- rocz_table.c ---- */

/* Adds the batches of a kind of which each file has few rows. */
int rocpd_rocz_table_batches(rocpd_rocz_file *f, int kind, rocpd_rocz_batches *l, rocpd_error *err);
/* True if some rows of the kind were in damaged chunks. */
bool rocpd_rocz_table_lost(const rocpd_rocz_file *f, int kind);
/* Sets *value if all rows of the file have the same value in this column (guid, nid, pid, source, ...); else returns false. */
bool rocpd_rocz_common_value(const rocpd_rocz_file *f, int kind, int index, int64_t *value);

#endif
