/* Exporters: what the formats share.
**
**    rocpd_export_perfetto(path [, options])   a Perfetto trace (.pftrace)
**    rocpd_export_json(path [, options])       Chrome's JSON trace format
**    rocpd_export_rocz(path [, options])       a chunk file
**    rocpd_export_db(path [, options])         a database of rocpd schema 3
**
** The first two write the same events on the same tracks. layout.c arranges the rows of
** the connection's sources into tracks and lanes, flow.c joins launches to what
** they launched, and a format (perfetto.c, json.c) only encodes lanes. A new
** format is one file: a rocpd_export_format and an SQL function.
**
** Options, one JSON object:
**   start, end   only events that overlap this window, as with rocpd_window(start, end, 0): ns as
**                in the tables, "10%" of the time between the first and the last event, or the name
**                of a marker: from its start, to its end. But an event without an end lasts for ever
**   categories   array of GLOB patterns for the category, e.g. ["KERNEL_DISPATCH"]
**   names        GLOB pattern, or array of them, for the name
**   agents       array of agents' absolute indexes: kernels, copies and allocations of
**                others are left out
** and, for the first two,
**   args         true: the calls' arguments as annotations (default false)
**   flows        false: no arrows from launches to kernels and copies
**
** The result is a JSON object: path, bytes, events (= regions + kernels +
** copies), tracks, flows, unfinished (events shown without an end),
** without_start (rows that cannot be shown), ends_before_start (shown with no
** length). The file appears under its name only when it is complete. */
#ifndef ROCPD_EXPORT_H
#define ROCPD_EXPORT_H
#include "output.h"
#include "registry.h"
#include "trace.h"
#include <pthread.h>

typedef struct rocpd_export rocpd_export;
typedef struct rocpd_writer rocpd_writer;

/* ---- option.c ---- */

typedef struct rocpd_patterns {
  char **pattern;
  size_t n; /* 0: everything matches */
} rocpd_patterns;

/* Answers by string id: 0 not asked yet, 1 no, 2 yes. */
typedef struct rocpd_memo {
  uint8_t *answer;
  size_t size;
} rocpd_memo;

typedef struct rocpd_agents {
  int64_t *agent; /* absolute indexes */
  size_t n;       /* 0: all */
} rocpd_agents;

static inline bool rocpd_agents_match(const rocpd_agents *a, int64_t agent) {
  size_t i = 0;
  while (i < a->n && a->agent[i] != agent) i++;
  return !a->n || i < a->n;
}

typedef struct rocpd_export_options {
  rocpd_agents agents;
  int64_t start_ns, end_ns;
  char *start_text, *end_text; /* NULL: given as ns, or not at all */
  rocpd_patterns categories, names;
  bool args, flows, of_rows;
  bool overwrite; /* a file that is a trace, too */
} rocpd_export_options;

/* Do the options choose by time, and is an event in that? */
static inline bool rocpd_export_by_time(const rocpd_export_options *o) { return o->start_ns != INT64_MIN || o->end_ns != INT64_MAX; }
static inline bool rocpd_export_in_time(const rocpd_export_options *o, int64_t start, int64_t end) {
  return rocpd_overlaps_window(start, end == ROCPD_NULL ? INT64_MAX : end, o->start_ns, o->end_ns);
}

/* json: as of rocpd_options_read(); of_rows: the options of a format of rows. Free the
** options also after a failure. */
int rocpd_export_options_read(sqlite3 *db, sqlite3_value *json, bool of_rows, rocpd_export_options *o, rocpd_error *err);
/* Times that are given as text to ns. */
int rocpd_export_options_resolve(rocpd_export_options *o, rocpd_snapshot *s, rocpd_error *err);
void rocpd_export_options_free(rocpd_export_options *o);
/* *yes: the string matches one of the patterns; NULL matches none of them. */
int rocpd_patterns_match(const rocpd_patterns *p, rocpd_memo *memo, rocpd_session *session, int64_t id, bool *yes);

/* ---- choice.c: the rows that formats of rows take of a source ---- */

typedef struct rocpd_choice rocpd_choice;
/* *out NULL: all rows. Free it also after a failure. */
int rocpd_choice_make(rocpd_export *x, rocpd_source *source, rocpd_choice **out, rocpd_error *err);
void rocpd_choice_free(rocpd_choice *c);
/* keep[row] for each row of b, unless *all. Thread safe. */
int rocpd_choice_rows(const rocpd_choice *c, rocpd_batch *b, uint8_t *keep, bool *all, rocpd_error *err);

/* ---- layout.c, lane.c, block.c ---- */

/* What of a row becomes an annotation: `count` columns from `column` on are one
** value (an array when more than one). NULLs are left out. */
typedef struct rocpd_export_field {
  const char *label;
  uint8_t column, count;
  bool signature; /* one of those that follow from the launch signature */
  bool not_zero;  /* left out when 0 */
} rocpd_export_field;

enum { ROCPD_MAX_FIELDS = 10, ROCPD_SIGNATURE_VALUES = 8 };

/* The event kinds: regions, kernels, copies. */
enum rocpd_event_class { ROCPD_EVENT_REGION, ROCPD_EVENT_KERNEL, ROCPD_EVENT_COPY, ROCPD_EVENT_CLASSES };
typedef struct rocpd_event_kind {
  uint8_t kind; /* enum rocpd_kind_id */
  uint8_t guid, pid, start, end, name, category, stack_id; /* columns */
  bool signatures; /* some fields follow from the launch signature */
  uint8_t fields;  /* those with several columns are of the signature */
  rocpd_export_field field[ROCPD_MAX_FIELDS];
} rocpd_event_kind;
extern const rocpd_event_kind rocpd_event_kinds[ROCPD_EVENT_CLASSES];

/* A batch with the columns that are exported. */
typedef struct rocpd_export_batch {
  rocpd_batch *batch;
  const rocpd_event_kind *event;
  const rocpd_column *start, *end, *name, *category, *stack_id;
  const rocpd_column *field[ROCPD_MAX_FIELDS][3];
  uint8_t own[ROCPD_MAX_FIELDS], owns;  /* fields to be shown with each event: not of the signature, not void in the whole batch */
  const rocpd_column *signature_code; /* NULL, or the column whose code determines the signature */
  size_t first_code;                  /* of the codes of all batches: code c is number first_code + c */
} rocpd_export_batch;

/* One event on a track. end is INT64_MAX when it has none. */
typedef struct rocpd_item {
  int64_t start, end;
  uint32_t batch, row;
} rocpd_item;

typedef struct rocpd_export_process {
  int64_t guid, pid; /* as in the rows; guid is a string id */
  int32_t shown_pid; /* unique in the export: the real one where possible */
  int64_t start_ns;  /* ROCPD_NULL: not known */
  char *name, *command;
  char *label;       /* host, rank and pid where the name alone does not say; may be NULL */
} rocpd_export_process;

/* The tracks of one agent as one process uses it. */
typedef struct rocpd_export_group {
  uint32_t process;
  int64_t agent;     /* absolute index, or NULL */
  int32_t shown_pid; /* for formats that know no groups: a pid that no process has */
  char *name;
} rocpd_export_group;

#define ROCPD_NO_GROUP UINT32_MAX

typedef struct rocpd_row_range { /* neighbouring rows of one batch */
  uint32_t batch, first, rows;
} rocpd_row_range;

typedef struct rocpd_track {
  uint8_t class; /* enum rocpd_event_class of its events */
  uint32_t process;
  uint32_t group; /* ROCPD_NO_GROUP: a thread of the process */
  int64_t key;    /* tid, queue id, or string id of the copies' name */
  char *name;     /* valid UTF-8 */
  rocpd_row_range *range; /* its rows */
  size_t ranges, range_capacity;
  rocpd_item *item; /* lane after lane, each in time order */
  size_t items, item_capacity;
  size_t first_item; /* number of its first event among all of GPU tracks */
  size_t first_lane; /* number of its first lane in its group */
  size_t *lane_end;  /* index after the lane's last item */
  size_t lanes, lane_capacity;
} rocpd_track;

typedef struct rocpd_export_layout {
  rocpd_export_batch *batch;
  size_t batches, batch_capacity;
  rocpd_export_process *process;
  size_t processes, process_capacity;
  rocpd_export_group *group;
  size_t groups, group_capacity;
  rocpd_track *track; /* in the order in which they are written */
  size_t tracks, track_capacity;
  struct rocpd_key *key; /* hash: what has which number */
  size_t keys, key_slots;
  size_t codes; /* of all batches' signature_code */
  int64_t min_time, max_time; /* of all rows, min > max: none */
  uint64_t rows;
} rocpd_export_layout;

/* Sort all rows into tracks; decodes the columns. */
int rocpd_export_layout_make(rocpd_export *x, rocpd_error *err);
void rocpd_export_layout_free(rocpd_export_layout *l);
/* Collect the track's items and spread them over lanes, so that in a lane no two
** overlap (GPU tracks) or that they nest (threads). */
int rocpd_track_collect(rocpd_writer *w, rocpd_track *t, rocpd_error *err);
void rocpd_track_release(rocpd_writer *w, rocpd_track *t);

/* ---- signature.c: distinct launch signatures, numbered from 0 ---- */

typedef struct rocpd_signatures {
  int64_t (*value)[ROCPD_SIGNATURE_VALUES];
  size_t n, capacity;
  uint32_t *slot; /* hash: number + 1 */
  size_t slots;
  uint32_t *of_code; /* by the codes of all batches: number + 1, 0 not known yet */
} rocpd_signatures;
int rocpd_signature_find(rocpd_signatures *s, const rocpd_export_layout *l, const rocpd_export_batch *v, uint32_t row, uint32_t *number);
void rocpd_signatures_free(rocpd_signatures *s);

/* Up to ROCPD_BLOCK events of one lane, all of one batch. */
enum { ROCPD_BLOCK = 256 };
typedef struct rocpd_block {
  const rocpd_export_batch *batch;
  uint32_t n;
  int64_t name[ROCPD_BLOCK], category[ROCPD_BLOCK], stack_id[ROCPD_BLOCK];
  const int64_t *field[ROCPD_MAX_FIELDS]; /* [place in batch->own][event] */
  uint32_t signature[ROCPD_BLOCK];        /* numbers, where the kind has signatures */
  int64_t value[ROCPD_MAX_FIELDS][ROCPD_BLOCK];
} rocpd_block;

/* Read as many of n events as make a block, at least one. SQLITE_NOMEM. */
int rocpd_block_read(rocpd_writer *w, const rocpd_item *item, size_t n, rocpd_block *b);

/* Slices in a lane are not deeper than this (Perfetto refuses 512). */
#define ROCPD_MAX_DEPTH 256

/* ---- flow.c ---- */

/* A GPU event's arrow: 0 until its call is written. `group` is the first flow id
** of the call, the same for all that it launched. */
typedef struct rocpd_flow {
  uint32_t id, group;
} rocpd_flow;

/* GPU events by the call that launched them. Entry k is one of them; its flow id
** is k + 1. Entries of one call stand together. */
typedef struct rocpd_flows {
  struct rocpd_flow_entry *entry;
  size_t n;
  rocpd_flow *of_item; /* by number of GPU event */
  size_t items;
} rocpd_flows;

typedef struct rocpd_flow_entry {
  uint64_t stack_id;
  uint32_t process, item;
} rocpd_flow_entry;

int rocpd_flows_make(rocpd_export *x, rocpd_error *err);
void rocpd_flows_free(rocpd_flows *f);
/* The entries of a call: *count of them from *first, none when 0. Marks them as
** having their call; a call that is found a second time has none. */
void rocpd_flows_find(rocpd_flows *f, size_t *cursor, uint32_t process, int64_t stack_id, size_t *first, size_t *count);
static inline void rocpd_flows_take(rocpd_flows *f, size_t *cursor, uint32_t process, int64_t stack_id, size_t *first, size_t *count) {
  /* A thread's calls come in the order of their numbers: nearly always the entry at
  ** the cursor is of a later call, and those before it are of earlier ones. */
  const rocpd_flow_entry *at = f->entry + *cursor;
  if (*cursor && *cursor < f->n && at->process == process && at[-1].process == process && at->stack_id > (uint64_t)stack_id &&
      at[-1].stack_id < (uint64_t)stack_id) {
    *count = 0;
    return;
  }
  rocpd_flows_find(f, cursor, process, stack_id, first, count);
}

/* ---- argument.c ---- */

/* The arguments of all calls, by (process, region). */
typedef struct rocpd_argument {
  int64_t region;
  uint32_t process;
  uint32_t position;
  uint32_t batch, row;
} rocpd_argument;

typedef struct rocpd_arguments {
  rocpd_argument *entry;
  size_t n, capacity;
  rocpd_batch **batch;
} rocpd_arguments;

int rocpd_arguments_make(rocpd_export *x, rocpd_error *err);
void rocpd_arguments_free(rocpd_arguments *a);
/* The arguments of a call: *count entries from *first. */
void rocpd_arguments_find(const rocpd_arguments *a, size_t *cursor, uint32_t process, int64_t region, size_t *first, size_t *count);
typedef struct rocpd_argument_texts {
  const char *name, *value; /* value NULL: it has none */
  int64_t name_size, value_size;
  char nameless[24];
} rocpd_argument_texts;
/* Bytes of all their texts. */
int rocpd_arguments_size(const rocpd_export *x, size_t first, size_t count, size_t *bytes, rocpd_error *err);
int rocpd_argument_text(const rocpd_export *x, size_t index, rocpd_argument_texts *out, rocpd_error *err);

/* ---- text.c ---- */

/* Append text to *out (room for 3 * size bytes) with each invalid UTF-8 sequence
** replaced by U+FFFD. Returns the new end. */
char *rocpd_utf8_clean(char *out, const char *text, size_t size);
/* The same as the inside of a JSON string; room for 6 * size bytes. */
char *rocpd_json_escape(char *out, const char *text, size_t size);

/* ---- export.c ---- */

/* A format of events on tracks has track, and begin, end and release where it needs them: tracks are
** written by several threads at once, each with a writer of its own. Events are counted before track()
** is called; it counts lanes (rocpd_lane_number) and, where it draws them, flows. A format of rows has
** write. tests/unit/test_add_table.c has one of each. */
typedef struct rocpd_export_format {
  const char *function; /* its name in SQL */
  size_t state_size; /* of a writer's state, zeroed; 0: none */
  /* The beginning and the end of the file, on one writer */
  int (*begin)(rocpd_writer *w, rocpd_error *err);
  int (*end)(rocpd_writer *w, rocpd_error *err);
  /* The lanes of one track; its items are collected. What it writes may be mixed
  ** with other tracks' between any two commits. */
  int (*track)(rocpd_writer *w, const rocpd_track *t, rocpd_error *err);
  void (*release)(rocpd_writer *w);
  /* The whole file, to x->file; sets x->summary. NULL: it is of tracks */
  int (*write)(rocpd_export *x, rocpd_error *err);
} rocpd_export_format;

typedef struct rocpd_counts {
  uint64_t events[ROCPD_EVENT_CLASSES];
  uint64_t flows, unfinished, without_start, ends_before_start;
} rocpd_counts;

/* What one thread has for itself while it writes. */
struct rocpd_writer {
  rocpd_export *x;
  rocpd_buffer out;
  void *state;
  rocpd_counts count;
  rocpd_signatures signatures;
  rocpd_memo names, categories;
  size_t flow_cursor, argument_cursor;
  rocpd_item *spare; /* items of a track that was released, for the next */
  size_t spare_items;
  uint64_t polled_rows; /* since it was looked at */
};

struct rocpd_export {
  sqlite3 *db;
  rocpd_session *session;
  rocpd_snapshot *snapshot;
  rocpd_export_options option;
  rocpd_output file;
  rocpd_export_layout layout;
  rocpd_flows flows;
  rocpd_arguments arguments;
  rocpd_writer *writer; /* one for each thread */
  int writers;
  int *idle, idle_writers; /* guarded by mutex */
  pthread_mutex_t mutex;
  uint32_t lanes;     /* atomic: numbers given to lanes so far */
  uint64_t done_rows; /* atomic: for the progress line */
  bool stop;          /* atomic: another thread failed */
  char *summary;      /* formats of rows: members of the resulting JSON object, after path and bytes */
};

/* Write an export: the whole of an SQL function. */
void rocpd_export_call(const rocpd_export_format *format, sqlite3_context *ctx, int argc, sqlite3_value **argv);
/* Ask now and then in long loops: SQLITE_INTERRUPT, or shows progress. */
int rocpd_export_poll(rocpd_export *x, uint64_t rows, rocpd_error *err);
/* The same for every few rows: asks once in a while. */
static inline int rocpd_writer_poll(rocpd_writer *w, uint64_t rows, rocpd_error *err) {
  w->polled_rows += rows;
  if (rows && w->polled_rows < ROCPD_BATCH_ROWS / 4) return SQLITE_OK;
  rows = w->polled_rows;
  w->polled_rows = 0;
  return rocpd_export_poll(w->x, rows, err);
}
/* A number for a lane that is begun, from 0. */
static inline uint32_t rocpd_lane_number(rocpd_writer *w) { return __atomic_fetch_add(&w->x->lanes, 1, __ATOMIC_RELAXED); }

#endif
