/* Exporters: what the formats share.
**
**    rocpd_export_perfetto(path [, options])   a Perfetto trace (.pftrace)
**    rocpd_export_json(path [, options])       Chrome's JSON trace format
**    rocpd_export_otf2(path [, options])       an OTF2 trace
**    rocpd_export_rocz(path [, options])       a chunk file
**    rocpd_export_db(path [, options])         a database of rocpd schema 3
**    rocpd_export_ctf(folder [, options])      a trace of the Common Trace Format
**
** The first three write the same events on the same tracks. layout.c arranges the rows of
** the connection's sources into tracks and lanes, flow.c joins launches to what
** they launched, and a format (perfetto.c, json.c, otf2.c) only encodes lanes. A new
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
**   processes    array of pids, and
**   ranks        array of ranks: others are left out (formats of rows leave out their events, and sources without such a process)
**   min_duration_ns  events that are shorter are left out
**   marker       the name of a marker, "NAME/N" the N-th of it: start and end are its own
**   split        a number of parts of equal time, each a file (or folder) of its own, "x-001.json" for "x.json"; "process" or "rank": one part for each
**   max_bytes    a larger file is split into as many parts in time as needed
**   overwrite    true: an existing file is replaced
**   allow_empty  false: an export without an event is an error, and nothing is written or replaced (default true)
**   compare      file, folder or glob pattern of another trace to show beside this one (HTML); with `align`: name of a marker at which both begin
** and, for the first three (flows: two),
**   args         true: the calls' arguments as annotations (default false)
**   flows        false: no arrows from launches to kernels and copies
**   kernel_names "full" (default), "short": the function's own name, or "range": the innermost
**                range of markers that was open when the kernel was launched, where there is one
**   group_by     "stream" (default): kernels and copies on tracks of their streams, where these are
**                known, or "queue": of their queues, and copies of their directions
**   agent_index  how agents are numbered: "absolute", "relative" (among those that the process sees),
**                "type-relative" (among those of the same type; default)
**   tables       false: only the time line, no tables of answers (HTML)
**   counters     true: tracks of running kernels, bytes of copies, allocated bytes, and measured counters
**   compress     true: the file is compressed in a form that its readers accept
**   gpu_packets  true: GPU work as Perfetto's own GPU packets
** and for formats that know processes and threads only:
**   arrange      "agent" (default): each agent of a process is a process of its own, "process": its tracks are threads
**                of their process, "domain": one process each for GPUs, the HSA API, the HIP API, markers and the rest
**   launch_names "call" (default), or "kernel": a call that launched one kernel has its name (needs flows)
**   annotations  false: only the annotations that other options request (args, launch_names), so that readers merge events of one name
** and for formats that write several files, or statistics:
**   name         what files' names begin with
**   stats        false: no statistics
**
** The result is a JSON object: path, bytes, seconds, events (= regions + kernels +
** copies + allocations + scratch + samples), tracks, flows, unfinished (events shown
** without an end), without_start (of work that never started: shown as an instant, or
** left out where the options choose by time), ends_before_start (shown with no
** length), categories (events by category), warnings (array of texts). The file appears under its name only when it is complete. */
#ifndef ROCPD_EXPORT_H
#define ROCPD_EXPORT_H
#include "folder.h"
#include "formats.h"
#include "map.h"
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

typedef struct rocpd_numbers {
  int64_t *number;
  size_t n; /* 0: all match */
} rocpd_numbers;

static inline bool rocpd_numbers_match(const rocpd_numbers *a, int64_t number) {
  size_t i = 0;
  while (i < a->n && a->number[i] != number) i++;
  return !a->n || i < a->n;
}

typedef struct rocpd_export_time {
  int64_t ns;
  char *text; /* NULL: given as ns, or not at all */
} rocpd_export_time;

typedef struct rocpd_gap_option {
  bool shown;
  rocpd_numbers bound; /* us, ascending: kinds of gaps */
} rocpd_gap_option;

enum rocpd_split_by { ROCPD_SPLIT_NOT, ROCPD_SPLIT_TIME, ROCPD_SPLIT_PROCESS, ROCPD_SPLIT_RANK };
typedef struct rocpd_split {
  int by;    /* enum rocpd_split_by */
  int64_t n; /* of TIME: number of parts */
} rocpd_split;

typedef struct rocpd_export_options {
  rocpd_export_time start, end;
  char *marker;     /* NULL, or whose time it is */
  rocpd_split split;
  int64_t max_bytes; /* 0: as many as there are */
  int64_t from, to; /* of a part: only what begins from `from` on, and before `to`; INT64_MIN: what never started, too */
  rocpd_patterns categories, names;
  rocpd_numbers agents, processes, ranks;
  int64_t min_duration_ns;
  bool args, flows, overwrite, allow_empty, compress, counters, stats, annotations, gpu_packets, tables;
  int kernel_names, group_by, agent_index, arrange, launch_names, value, form, level, metric, picture; /* enum rocpd_kernel_names, ... */
  rocpd_gap_option gaps;
  char *name;      /* NULL: the format's own */
  char *compare, *align; /* NULL: no other trace; by their first events */
} rocpd_export_options;

/* Words of options, by number. */
enum rocpd_kernel_names { ROCPD_NAMES_FULL, ROCPD_NAMES_SHORT, ROCPD_NAMES_RANGE };
enum rocpd_group_by { ROCPD_GROUP_QUEUE, ROCPD_GROUP_STREAM };
enum rocpd_agent_index { ROCPD_AGENT_TYPE_RELATIVE, ROCPD_AGENT_RELATIVE, ROCPD_AGENT_ABSOLUTE };
enum rocpd_value { /* of stacks */
  ROCPD_VALUE_ANY = -1, /* not said: calls where there are some, else agents */
  ROCPD_VALUE_HOST, ROCPD_VALUE_GPU, ROCPD_VALUE_CALLS, ROCPD_VALUE_SAMPLES, ROCPD_VALUE_AGENT
};
enum rocpd_form { ROCPD_FORM_LISTING, ROCPD_FORM_PROFILE };   /* of text */
enum rocpd_profile_level { ROCPD_PROFILE_THREAD, ROCPD_PROFILE_PROCESS }; /* of a profile: threads for themselves, or those of a process together */
enum rocpd_profile_metric { ROCPD_METRIC_WALL_CLOCK, ROCPD_METRIC_TRIP_COUNT };
enum rocpd_picture { ROCPD_PICTURE_FLAME, ROCPD_PICTURE_UTILISATION, ROCPD_PICTURE_GAPS };
enum rocpd_arrange { ROCPD_ARRANGE_AGENT, ROCPD_ARRANGE_PROCESS, ROCPD_ARRANGE_DOMAIN };
enum rocpd_launch_names { ROCPD_LAUNCH_CALL, ROCPD_LAUNCH_KERNEL };

/* Options that only some formats have: what a format's `options` are made of. */
enum {
  ROCPD_O_TRACKS = 1 << 0,    /* kernel_names, group_by: it writes lanes of tracks, and names agents by their type */
  ROCPD_O_CALLS = 1 << 1,     /* args, flows */
  ROCPD_O_AGENTS = 1 << 2,    /* kernel_names, agent_index */
  ROCPD_O_THREADS = 1 << 3,   /* arrange, launch_names: it knows processes and threads only */
  ROCPD_O_COUNTERS = 1 << 4,  /* counters */
  ROCPD_O_COMPRESS = 1 << 5,  /* compress */
  ROCPD_O_FILES = 1 << 6,     /* name: it writes several files */
  ROCPD_O_STATS = 1 << 7,     /* stats */
  ROCPD_O_VALUE = 1 << 8,     /* kernel_names, group_by, value: of stacks */
  ROCPD_O_FORM = 1 << 9,      /* kernel_names, form: of a text */
  ROCPD_O_PICTURE = 1 << 10,  /* picture */
  ROCPD_O_CHANNELS = 1 << 11, /* args, group_by: it writes threads, queues and streams apart, and names agents by their type */
  ROCPD_O_ARGS = 1 << 12,     /* args */
  ROCPD_O_GPU_PACKETS = 1 << 13, /* gpu_packets */
  ROCPD_O_COMPARE = 1 << 14,  /* compare, align */
  ROCPD_O_TABLES = 1 << 15    /* tables */
};

/* Whether the options select by time, and whether an event is in that time. */
static inline bool rocpd_export_by_time(const rocpd_export_options *o) { return o->start.ns != INT64_MIN || o->end.ns != INT64_MAX; }
/* Whether the options leave out events. */
static inline bool rocpd_export_chooses(const rocpd_export_options *o) {
  return rocpd_export_by_time(o) || o->categories.n || o->names.n || o->agents.n || o->processes.n || o->ranks.n || o->min_duration_ns;
}
static inline bool rocpd_export_is_part(const rocpd_export_options *o) { return o->from != INT64_MIN || o->to != INT64_MAX; }
static inline bool rocpd_export_in_time(const rocpd_export_options *o, int64_t start, int64_t end) {
  return start >= o->from && start < o->to && rocpd_overlaps_window(start, end == ROCPD_NULL ? INT64_MAX : end, o->start.ns, o->end.ns);
}

/* json: as of rocpd_options_read(); of: ROCPD_O_*. Free the options also after a failure. */
int rocpd_export_options_read(sqlite3 *db, sqlite3_value *json, unsigned of, rocpd_export_options *o, rocpd_error *err);
/* Converts times given as text to ns. */
int rocpd_export_options_resolve(rocpd_export_options *o, rocpd_snapshot *s, rocpd_error *err);
void rocpd_export_options_free(rocpd_export_options *o);
/* Whether the time is absolute: a number, or the text of one. */
bool rocpd_export_is_ns(const rocpd_export_time *t);
/* The same options for another trace, whose times are `later_ns` later. Times given as text are looked up in it. Texts still belong to the first options. */
int rocpd_export_options_for(const rocpd_export_options *of, rocpd_snapshot *s, int64_t later_ns, rocpd_export_options *o, rocpd_error *err);
/* *yes: the string matches one of the patterns; NULL matches none of them. */
int rocpd_patterns_match(const rocpd_patterns *p, rocpd_memo *memo, rocpd_session *session, int64_t id, bool *yes);

/* ---- choice.c: the rows that formats of rows take of a source ---- */

typedef struct rocpd_choice rocpd_choice;
/* *out NULL: all rows. Free it also after a failure. In formats of rows it counts the events that are taken, in the first writer: without
** `unstarted` none that has no start. */
int rocpd_choice_make(rocpd_export *x, rocpd_source *source, rocpd_choice **out, rocpd_error *err);
void rocpd_choice_free(rocpd_choice *c);
/* keep[row] for each row of b, unless *all. Thread safe. */
int rocpd_choice_rows(const rocpd_choice *c, rocpd_batch *b, uint8_t *keep, bool *all, rocpd_error *err);
/* In a new array, which is to be freed also after a failure: those that have a process that the options choose, or say nothing of processes. */
int rocpd_choice_sources(rocpd_export *x, rocpd_source ***out, size_t *n, rocpd_error *err);

/* ---- layout.c, names.c, shown.c, lane.c, block.c ---- */

/* What of a row becomes an annotation: `count` columns from `column` on are one
** value (an array when more than one). NULLs are left out. */
typedef struct rocpd_export_field {
  const char *label;
  uint8_t column, count;
  bool signature; /* one of those that follow from the launch signature */
  bool not_zero;  /* left out when 0 */
  bool few;       /* has few values, among neighbours mostly one: may be encoded together with others of that sort */
  bool text;      /* a string id */
  bool row_id;    /* no other event has it */
  bool of_call;   /* the call that launched it has it, too */
} rocpd_export_field;

enum { ROCPD_MAX_FIELDS = 18, ROCPD_SIGNATURE_VALUES = 11 };

/* The event kinds. Samples are instants: their end is their start. */
enum rocpd_event_class {
  ROCPD_EVENT_REGION, ROCPD_EVENT_KERNEL, ROCPD_EVENT_COPY, ROCPD_EVENT_ALLOCATION, ROCPD_EVENT_SCRATCH, ROCPD_EVENT_SAMPLE, ROCPD_EVENT_CLASSES
};
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
  rocpd_column *shown; /* NULL, or the name column if it is made here */
  bool unstarted;      /* some have no start: their column says so, their items have the time that rocpd_track_collect() finds for them */
  struct rocpd_links *calls; /* then: what leads to the calls that launched them */
  const rocpd_column *field[ROCPD_MAX_FIELDS][3];
  uint8_t own[ROCPD_MAX_FIELDS], owns;  /* fields to be shown with each event: not of the signature, not void in the whole batch */
  const rocpd_column *signature_code; /* NULL, or the column whose code determines the signature */
  size_t first_code;                  /* of the codes of all batches: code c is number first_code + c */
  bool numbered;                      /* first_code is known */
  pthread_mutex_t mutex; /* guards: */
  uint16_t columns;      /* that are there: ROCPD_VIEW_* */
  uint32_t users;
} rocpd_export_batch;

/* Did the event of a row never start? Then its item is an instant. */
static inline bool rocpd_never_started(const rocpd_export_batch *v, uint32_t row) {
  return v->unstarted && rocpd_column_at(v->start, row) == ROCPD_NULL;
}

/* One event on a track. end is INT64_MAX when it has none. */
typedef struct rocpd_item {
  int64_t start, end;
  uint32_t batch, row;
} rocpd_item;

typedef struct rocpd_export_process {
  int64_t guid, pid; /* as in the rows; guid is a string id */
  const char *host;  /* may be NULL */
  int32_t shown_pid; /* unique in the export: the real one where possible */
  int64_t start_ns;  /* ROCPD_NULL: not known */
  char *name, *command; /* of the program, without its folder; the command line, may be empty */
  char *label;       /* host, rank and pid where the name alone does not say; may be NULL */
  int64_t rank;      /* ROCPD_NULL or less than 0: it has none */
  bool left_out;     /* by the options */
} rocpd_export_process;

/* The tracks of one agent as one process uses it. */
typedef struct rocpd_export_group {
  uint32_t process;
  int64_t agent;     /* absolute index, or NULL */
  bool gpu;
  int64_t number;    /* among those of its type, on its machine (device.h) */
  int32_t shown_pid; /* for formats that know no groups: a pid that no process has */
  char *name;
  char *about; /* what else there is to say of it: "gfx90a at 0000:c1:00.0"; "" nothing */
} rocpd_export_group;

#define ROCPD_NO_GROUP UINT32_MAX

typedef struct rocpd_row_range { /* neighbouring rows of one batch */
  uint32_t batch, first, rows;
} rocpd_row_range;

/* Of all events those that begin from `from` on and before `to`, and end at `ends_from` or later, or never. */
typedef struct rocpd_time_slice {
  int64_t from, to, ends_from;
} rocpd_time_slice;

typedef struct rocpd_track {
  uint8_t class; /* enum rocpd_event_class of its events. REGION: a thread, of which samples are, too; each batch says what its rows are */
  bool stream;   /* KERNEL: kernels and copies of a stream; else kernels of a queue */
  bool nameless; /* its name is made of its key */
  uint32_t process;
  uint32_t group; /* ROCPD_NO_GROUP: a thread of the process */
  int64_t key;    /* tid, stream or queue id, string id of the copies' name or of the allocations' level */
  int64_t start;  /* of one of its first events: what threads are ordered by */
  char *name;     /* valid UTF-8 */
  rocpd_row_range *range; /* its rows */
  size_t ranges, range_capacity;
  size_t opened;          /* ranges whose batches are open, those of a track that is collected: of them that */
  rocpd_time_slice slice; /* may have rows in this */
  rocpd_item *item; /* lane after lane, each in time order */
  size_t items, item_capacity;
  rocpd_item *place; /* NULL, or where they are: they stay */
  size_t first_item; /* number of its first event among all of GPU tracks. Numbers have gaps: all rows have one, chosen or not */
  size_t launched;   /* events that a call launched: rocpd_flows_add() */
  uint64_t launch_differs; /* bits of these calls' stack_ids in which they are not the same */
  size_t first_lane; /* number of its first lane among those of GPU tracks */
  size_t *lane_end;  /* index after the lane's last item */
  size_t lanes, lane_capacity;
} rocpd_track;

typedef struct rocpd_export_layout {
  rocpd_export_batch *batch;
  size_t batches, batch_capacity;
  rocpd_export_process *process; /* in the order of rank, host, pid */
  size_t processes, process_capacity;
  rocpd_export_group *group; /* in the order of processes, GPUs first, then of numbers */
  size_t groups, group_capacity;
  rocpd_track *track; /* in the order in which they are shown and written: threads by start, then groups */
  size_t tracks, track_capacity;
  struct rocpd_key *key; /* hash: what has which number */
  size_t keys, key_slots;
  int64_t made_pids; /* pids that no process has */
  size_t codes; /* of all batches' signature_code that are numbered. Atomic */
  int64_t min_time, max_time; /* of all rows, min > max: none */
  uint64_t rows;
  rocpd_map messages; /* of markers: rocpd_marker_message() */
} rocpd_export_layout;

/* The number of all rows of some kinds, and their span: for formats of rows. */
int rocpd_export_find_span(rocpd_export *x, const uint8_t *kind, size_t kinds, rocpd_error *err);
/* That of all events, and of what was measured where it is shown. x->layout.rows is 0: those that are taken are counted later. */
int rocpd_export_find_events_span(rocpd_export *x, rocpd_error *err);
/* Its array of ranges has no room for more. */
void rocpd_track_trim(rocpd_track *t);
/* Sort all rows into tracks; decodes the columns. GPU tracks are all but those of threads. */
int rocpd_export_layout_make(rocpd_export *x, rocpd_error *err);
void rocpd_export_layout_free(rocpd_export_layout *l);
/* Which rows are a track's is no longer needed. */
void rocpd_export_forget_rows(rocpd_track *t);
/* What a process is called where it has no parts: its name, pid and label. NULL: no memory. */
char *rocpd_process_text(const rocpd_export_process *p);
/* The events of the track's rows that the options choose, in order of time: on a thread outer ones before inner ones, as `nested` has it. No lanes.
** slice NULL: all of them. */
int rocpd_track_sort(rocpd_writer *w, rocpd_track *t, bool nested, const rocpd_time_slice *slice, rocpd_error *err);
/* Batches of what was collected are open: call for each. */
int rocpd_track_each_open(const rocpd_export *x, const rocpd_track *t, int (*each)(void *arg, uint32_t batch, rocpd_error *err), void *arg, rocpd_error *err);
/* Collect the track's items and spread them over lanes, so that in a lane no two
** overlap (GPU tracks) or that they nest (threads). */
int rocpd_track_collect(rocpd_writer *w, rocpd_track *t, rocpd_error *err);
void rocpd_track_release(rocpd_writer *w, rocpd_track *t);
/* Its events stay, and its columns go until it is opened again. */
void rocpd_track_close(rocpd_writer *w, rocpd_track *t);
int rocpd_track_open(rocpd_writer *w, rocpd_track *t, rocpd_error *err);
/* Its events go until it is collected again, which counts nothing and finds the same; what is known of its lanes stays. */
void rocpd_track_put_off(rocpd_writer *w, rocpd_track *t);
int rocpd_track_collect_again(rocpd_writer *w, rocpd_track *t, rocpd_error *err);

/* Replaces the name columns of batches whose events are shown under other names; name and category are read. */
int rocpd_show_markers(rocpd_export *x, rocpd_export_batch *view, size_t views, rocpd_error *err);
int rocpd_show_kernels(rocpd_export *x, rocpd_export_batch *view, size_t views, rocpd_error *err);
/* Both. */
int rocpd_show_names(rocpd_export *x, rocpd_export_batch *view, size_t views, rocpd_error *err);

/* ---- view.c: columns of the layout's batches ---- */

/* The first so many: start, name, category; end, stack_id; the fields. */
enum { ROCPD_VIEW_LAYOUT = 3, ROCPD_VIEW_TIMES = 5, ROCPD_VIEW_ALL = 5 + 3 * ROCPD_MAX_FIELDS };
void rocpd_views_begin(rocpd_export *x);
/* x->view_columns of them may be read from open to close, or to the end if x->views_stay. Thread safe. */
int rocpd_view_open(rocpd_export *x, rocpd_export_batch *v, rocpd_error *err);
void rocpd_view_close(rocpd_export *x, rocpd_export_batch *v);
/* Those of threads, or of GPU tracks, which are not read now, if there is not room for all. */
void rocpd_views_let_go(rocpd_export *x, bool threads);
/* The batch was read, is not in the layout's views, and no thread reads it now: its columns go, if there is not room for all. */
void rocpd_export_let_go(const rocpd_export *x, rocpd_batch *b);
/* How many bytes of what can be made again may stay in memory. */
int64_t rocpd_views_limit(const rocpd_export *x);

/* ---- select.c: the events that the options choose ---- */

/* Of n rows from `first` on, at most ROCPD_SELECT: their numbers and times; an end is INT64_MAX where there is none, and not before the start.
** A row without a start (start ROCPD_NULL) is there only if the format has `unstarted`. Counts what is odd about them. Returns how many, or -1: no memory. */
enum { ROCPD_SELECT = 1024 };
int rocpd_export_select(rocpd_writer *w, const rocpd_export_batch *v, uint32_t first, uint32_t n, uint32_t *row, int64_t *start, int64_t *end);
/* So many more of a category are taken. SQLITE_NOMEM. */
int rocpd_writer_count(rocpd_writer *w, int64_t category, uint64_t n);
/* The same for the rows of some ranges of the batch, which reach over ROCPD_SELECT rows at most. */
int rocpd_export_select_ranges(rocpd_writer *w, const rocpd_export_batch *v, const rocpd_row_range *range, size_t ranges, uint32_t *row, int64_t *start, int64_t *end);

/* *may: the batch may have rows in the time that is asked for; `end`: its column. What has no end goes on for ever, so earlier batches
** count when they have such. */
int rocpd_export_may_select(const rocpd_export_options *o, rocpd_batch *b, int end, bool *may, rocpd_error *err);

/* ---- signature.c: distinct launch signatures, numbered from 0 ---- */

typedef struct rocpd_signatures {
  int64_t (*value)[ROCPD_SIGNATURE_VALUES];
  size_t n, capacity;
  uint32_t *slot; /* hash: number + 1 */
  size_t slots;
  uint32_t *of_code; /* by the codes of all batches: number + 1, 0 not known yet */
  size_t codes;
} rocpd_signatures;
int rocpd_signature_find(rocpd_signatures *s, const rocpd_export_batch *v, uint32_t row, uint32_t *number);
void rocpd_signatures_free(rocpd_signatures *s);

/* Up to ROCPD_BLOCK events of one lane, all of one batch. */
enum { ROCPD_BLOCK = 256 };
typedef struct rocpd_block_rows {
  const rocpd_item *item;
  uint32_t n, row[ROCPD_BLOCK];
  bool dense; /* they are neighbours */
} rocpd_block_rows;
/* The first of n events, one at least, as far as they are of one batch. */
rocpd_block_rows rocpd_block_rows_of(const rocpd_item *item, size_t n);
/* What a column has for them. */
void rocpd_block_rows_get(const rocpd_block_rows *r, const rocpd_column *c, int64_t *out);

typedef struct rocpd_block {
  const rocpd_export_batch *batch;
  uint32_t n;
  int64_t name[ROCPD_BLOCK], category[ROCPD_BLOCK], stack_id[ROCPD_BLOCK]; /* name: as it is shown */
  const int64_t *field[ROCPD_MAX_FIELDS]; /* [place in batch->own][event] */
  uint32_t signature[ROCPD_BLOCK];        /* numbers, where the kind has signatures */
  int64_t value[ROCPD_MAX_FIELDS][ROCPD_BLOCK];
} rocpd_block;

/* Read as many of n events as make a block, at least one. SQLITE_NOMEM. */
int rocpd_block_read(rocpd_writer *w, const rocpd_item *item, size_t n, rocpd_block *b);
/* Or of the first one's batch, with events of others between them: who writes them in their order has a block of each. */
int rocpd_block_ahead(rocpd_writer *w, const rocpd_item *item, size_t n, rocpd_block *b);

/* Slices in a lane are not deeper than this (Perfetto refuses 512). */
#define ROCPD_MAX_DEPTH 256

/* ---- flow.c ---- */

/* A GPU event's arrow: 0 until its call is written. `alone`: the call launched nothing else. */
typedef struct rocpd_flow {
  uint32_t id;
  bool alone;
  uint8_t way; /* the format's: how it is drawn */
} rocpd_flow;

/* GPU events by the call that launched them. Entry k is one of them; its flow id
** is k + 1. Entries of one call stand together. */
typedef struct rocpd_flows {
  struct rocpd_flow_entry *entry;
  size_t n;
  rocpd_flow *of_item; /* by number of GPU event */
  size_t items;
  int64_t *start;      /* by number of GPU event, too, if the format has launch_starts and the events do not stay; ROCPD_NULL: it never started */
} rocpd_flows;

typedef struct rocpd_flow_entry {
  uint64_t stack_id;
  uint32_t process;
  uint32_t item : 31, endless : 1;
} rocpd_flow_entry;

/* Numbers the events of GPU tracks, which are not collected yet. */
void rocpd_flows_number(rocpd_export *x);
/* Then what launched those of each track that is: thread safe; then all together. */
int rocpd_flows_begin(rocpd_export *x, rocpd_error *err);
void rocpd_flows_add(rocpd_export *x, rocpd_track *t);
int rocpd_flows_make(rocpd_export *x, rocpd_error *err);
/* The threads are written: from now on only launched work is looked up, not calls. */
void rocpd_flows_called(rocpd_flows *f);
void rocpd_flows_free(rocpd_flows *f);
static inline int64_t rocpd_flows_bytes(const rocpd_flows *f) {
  return (int64_t)(f->entry ? f->items * sizeof *f->entry : 0) + (int64_t)(f->of_item ? f->items * sizeof *f->of_item : 0) +
         (int64_t)(f->start ? f->items * sizeof *f->start : 0);
}
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

/* What all calls of a function have alike: ids of texts. */
typedef struct rocpd_stated_argument {
  int64_t name, value;
} rocpd_stated_argument;

typedef struct rocpd_arguments {
  rocpd_argument *entry;
  size_t n, capacity;
  rocpd_batch **batch;
  rocpd_stated_argument *stated; /* entries from n on: of Python functions */
  size_t stated_n, stated_capacity;
  rocpd_map stated_of; /* by line_info: the first of them, and how many */
} rocpd_arguments;

int rocpd_arguments_make(rocpd_export *x, rocpd_error *err);
static inline bool rocpd_arguments_any(const rocpd_arguments *a) { return a->n || a->stated_n; }
void rocpd_arguments_free(rocpd_arguments *a);
/* The arguments of a call: *count entries from *first. */
void rocpd_arguments_find(const rocpd_arguments *a, size_t *cursor, uint32_t process, int64_t region, size_t *first, size_t *count);
/* Those of the call in a row of v. */
int rocpd_arguments_take(rocpd_writer *w, const rocpd_export_batch *v, uint32_t process, uint32_t row, size_t *first, size_t *count, rocpd_error *err);
typedef struct rocpd_argument_texts {
  const char *name, *value; /* value NULL: it has none */
  int64_t name_size, value_size;
  char nameless[24];
} rocpd_argument_texts;
/* Ids of the texts of entry `index`, or ROCPD_NULL. */
int rocpd_argument_ids(const rocpd_arguments *a, size_t index, int64_t *name, int64_t *value, rocpd_error *err);
/* Bytes of all their texts. */
int rocpd_arguments_size(const rocpd_export *x, size_t first, size_t count, size_t *bytes, rocpd_error *err);
int rocpd_argument_text(const rocpd_export *x, size_t index, rocpd_argument_texts *out, rocpd_error *err);

/* ---- text.c ---- */

/* Append text to *out (room for 3 * size bytes) with each invalid UTF-8 sequence
** replaced by U+FFFD. Returns the new end. */
char *rocpd_utf8_clean(char *out, const char *text, size_t size);
/* The same as the inside of a JSON string; room for 6 * size bytes. */
char *rocpd_json_escape(char *out, const char *text, size_t size);

/* ---- clock.c ---- */

/* What is to be added to times for the time of day; ROCPD_NULL: a source does not know it, or is apart from the first. */
int64_t rocpd_export_wall_offset(const rocpd_export *x);
/* More than the time of day of one machine differs from program to program. */
bool rocpd_export_apart(int64_t a, int64_t b);
/* The first time of anything that may be shown; 0: there is nothing. */
int64_t rocpd_export_first_time(const rocpd_export *x);
/* What is to be added to all times, so that none is below 0; 0: nothing. */
int64_t rocpd_export_shift(const rocpd_export *x);

/* ---- result.c ---- */

/* Something about the result that its reader should know; once for each text. Any thread. */
int rocpd_export_warn(rocpd_export *x, rocpd_error *err, const char *format, ...) __attribute__((format(printf, 3, 4)));
/* That there are no events, if so, and why. */
int rocpd_export_warn_of_none(rocpd_export *x, uint64_t events, rocpd_error *err);
/* What those who look at the times should know: x->layout has their span. */
int rocpd_export_warn_of_times(rocpd_export *x, rocpd_error *err);
/* Members of it: what the writers have counted. In formats of rows scratch memory is among allocations. NULL: no memory. */
char *rocpd_export_counts(rocpd_export *x);
/* What another one's writers have counted, and its warnings, are x's, too. */
int rocpd_export_add(rocpd_export *x, const rocpd_export *other, rocpd_error *err);
/* The JSON object that the SQL function returns; NULL: no memory. */
char *rocpd_export_result(rocpd_export *x);

/* ---- export.c ---- */

/* A format of events on tracks has track, and begin, end and release where it needs them: tracks are
** written by several threads at once, each with a writer of its own. Events are counted before track()
** is called; it counts lanes (rocpd_lane_number) and, where it draws them, flows. A format of rows has
** write. tests/unit/test_add_table.c has one of each. ROCPD_EXPORT_FORMAT() below lists a format and makes its SQL function. */
struct rocpd_export_format {
  const char *function; /* its name in SQL: rocpd_export_NAME */
  const char *alias;    /* NULL, or another name that the command `rocpd convert` knows the format by */
  const char *suffix;   /* NULL: names of its files end as the format is called */
  unsigned options;     /* ROCPD_O_* */
  bool folder;          /* it writes a folder, x->folder, instead of a file, */
  const char *marker;   /* of this kind, */
  const char *ending;   /* or files of a name, where the path ends so: folder.h */
  bool gzip;            /* a file whose name ends in .gz is compressed */
  bool unstarted;       /* it shows work that never started */
  bool by_track;        /* it reads columns of a track's batches only while it writes the track, or while it has them open itself */
  bool rows;            /* it writes rows of tables, which rocpd_choice_make() has counted */
  bool launch_starts;   /* it asks when what a call launched began while it writes the call: rocpd_launch_start() */
  bool measures;        /* it has what was measured without the option `counters`, too */
  bool unlinked;        /* it does not know what a call launched: threads and GPU tracks are written in one step */
  bool plain;           /* it has nothing of events but their times, names and categories, and who launched them: no fields */
  size_t state_size; /* of a writer's state, zeroed; 0: none */
  /* The beginning and the end of the file, on one writer */
  int (*begin)(rocpd_writer *w, rocpd_error *err);
  int (*end)(rocpd_writer *w, rocpd_error *err);
  /* What the connection's thread does while the others write tracks, where it can; between the two. For formats with `unlinked` */
  int (*beside)(rocpd_writer *w, rocpd_error *err);
  /* The lanes of one track; its items are collected. What it writes may be mixed
  ** with other tracks' between any two commits. */
  int (*track)(rocpd_writer *w, const rocpd_track *t, rocpd_error *err);
  void (*release)(rocpd_writer *w);
  /* Or all events at once: the layout is made, none is collected yet. It counts what it takes in the writer. */
  int (*events)(rocpd_writer *w, rocpd_error *err);
  /* The whole file, to x->file, or x->folder; sets x->summary. NULL: it is of tracks */
  int (*write)(rocpd_export *x, rocpd_error *err);
};

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
  rocpd_map by_category; /* events, by the string id of the category + 1; 0: without one */
  rocpd_signatures signatures;
  rocpd_memo names, categories;
  size_t flow_cursor, argument_cursor;
  rocpd_item *spare; /* items of a track that was released, for the next */
  size_t spare_items;
  rocpd_item *left; /* memory for sorting them */
  size_t left_items;
  uint64_t polled_rows; /* since it was looked at */
  bool again;           /* events are collected that were counted before */
};

/* ---- compare.c ---- */

/* The other trace of an export that compares two. */
typedef struct rocpd_compared {
  rocpd_snapshot *snapshot; /* NULL: there is none */
  rocpd_export_options option; /* whose texts are the first one's */
  int64_t at, its;  /* the times of the first and of the other one that are the same point */
} rocpd_compared;
/* Opens what the options name, and finds how both are aligned. */
int rocpd_export_compare(rocpd_export *x, rocpd_trace *t, rocpd_error *err);

struct rocpd_export {
  const rocpd_export_format *format;
  sqlite3 *db;
  rocpd_session *session;
  rocpd_snapshot *snapshot;
  rocpd_export_options option;
  rocpd_compared other;
  const char *label; /* NULL, or what its warnings begin with */
  rocpd_progress progress;
  rocpd_output_rule rule;
  rocpd_output file;   /* or: */
  rocpd_output_folder folder;
  rocpd_export_layout layout;
  rocpd_flows flows;
  rocpd_arguments arguments;
  rocpd_writer *writer; /* one for each thread */
  int writers;
  int *idle, idle_writers; /* guarded by mutex */
  pthread_mutex_t mutex;
  uint32_t lanes;     /* atomic: numbers given to lanes so far */
  uint64_t done_rows; /* atomic: for the progress line */
  bool part;          /* of another export, which has its options and its snapshot */
  bool stop;          /* atomic: another thread failed */
  bool views_stay;    /* no column goes before the end */
  uint16_t view_columns; /* which this step reads */
  bool gpu_stays;     /* nor do items of GPU tracks before they are written: */
  rocpd_item *gpu_item; /* by their numbers. NULL: they do not */
  char *summary;      /* formats of rows: members of the resulting JSON object, after path, bytes and seconds */
  char *warnings;     /* NULL: none; JSON texts. Guarded by mutex */
  bool empty;         /* no event is in it: of the last rocpd_export_counts() */
};

/* When what a call launched began, by its number, if the format has launch_starts; ROCPD_NULL: never. */
static inline int64_t rocpd_launch_start(const rocpd_export *x, uint32_t number) {
  if (x->flows.start) return x->flows.start[number];
  const rocpd_item *it = &x->gpu_item[number];
  return rocpd_never_started(&x->layout.batch[it->batch], it->row) ? ROCPD_NULL : it->start;
}

/* For code that reads the layout without writing anything; `format` states the options and writers. End it also after a failure. */
int rocpd_export_begin(rocpd_export *x, const rocpd_export_format *format, rocpd_trace *t, sqlite3_value *options, rocpd_error *err);
void rocpd_export_end(rocpd_export *x);
/* A part of another export, with options of its own, which stay the caller's. End it also after a failure. */
int rocpd_export_begin_part(rocpd_export *x, const rocpd_export *whole, rocpd_error *err);
void rocpd_export_end_part(rocpd_export *x);
/* To x->file or x->folder, which is open. */
int rocpd_export_write(rocpd_export *x, rocpd_error *err);
/* Write an export: the whole of an SQL function. */
void rocpd_export_call(const rocpd_export_format *format, sqlite3_context *ctx, int argc, sqlite3_value **argv);
/* A format and its SQL function, rocpd_export_ID: ROCPD_EXPORT_FORMAT(json) = {.function = "rocpd_export_json", ...}; formats.h then lists it. */
#define ROCPD_EXPORT_FORMAT(id) \
  static const rocpd_export_format rocpd_##id##_of_rocpd_formats; \
  static void call_##id(sqlite3_context *ctx, int argc, sqlite3_value **argv) { rocpd_export_call(&rocpd_##id##_of_rocpd_formats, ctx, argc, argv); } \
  ROCPD_FUNCTION(export_##id) = {.name = "rocpd_export_" #id, .argc = -1, .flags = SQLITE_UTF8 | SQLITE_DIRECTONLY, .call = call_##id}; \
  ROCPD_REGISTER(rocpd_export_format, rocpd_formats, id)
/* Do the options take events of the track at all? */
bool rocpd_export_takes(const rocpd_export *x, const rocpd_track *t);
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
/* A writer that no other thread has: there are as many as rocpd_parallel() has threads. */
rocpd_writer *rocpd_writer_take(rocpd_export *x);
void rocpd_writer_give(rocpd_writer *w);
/* A number for a lane that is begun, from 0. */
static inline uint32_t rocpd_lane_number(rocpd_writer *w) { return __atomic_fetch_add(&w->x->lanes, 1, __ATOMIC_RELAXED); }

#endif
