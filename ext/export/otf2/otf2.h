/* What the parts of the OTF2 export share: otf2.c begins and ends the archive, number.c numbers strings, regions and attributes, lane.c writes the events of
** lanes, rma.c what copies move, metric.c values of counters, define.c the definitions; library.c is libotf2.
**
** Each lane is a location: within one, regions must nest. Its events are a file of their own, which is written and closed before that thread
** begins the next. Strings and regions get their numbers when they are first met, the same in all threads; their definitions, and those of the
** locations, are written at the end. */
#ifndef ROCPD_OTF2_H
#define ROCPD_OTF2_H
#include "export.h"
#include "library.h"

/* What has a number: strings, regions by what they are, arguments of calls by their names: a key. */
typedef struct rocpd_otf2_numbered {
  rocpd_map map;
  uint64_t *key; /* by number */
  size_t n;
} rocpd_otf2_numbered;

typedef struct rocpd_otf2_known { /* by key: number + 1 */
  uint32_t *number;
  size_t size;
} rocpd_otf2_known;

/* The keys of the first are few, and small. */
enum rocpd_otf2_table { ROCPD_OTF2_STRINGS, ROCPD_OTF2_REGIONS, ROCPD_OTF2_ARGUMENTS, ROCPD_OTF2_SOURCES, ROCPD_OTF2_TABLES, ROCPD_OTF2_SMALL = ROCPD_OTF2_ARGUMENTS };
/* Key 0 of a string is none, which is written as "". */
static inline uint64_t rocpd_otf2_string_key(int64_t id) { return id == ROCPD_NULL ? 0 : (uint64_t)id + 1; }

/* A location. */
typedef struct rocpd_otf2_place {
  const char *name; /* static, or the track's */
  uint32_t order[2]; /* in which it stands: track and lane */
  uint32_t number, group;
  uint8_t type, archive; /* archive: that writes its events */
  bool copies; /* its events say what copies moved */
  uint64_t events;
} rocpd_otf2_place;

/* Attributes of events: these, then the fields of the kinds. */
enum { ROCPD_OTF2_CATEGORY, ROCPD_OTF2_UNFINISHED, ROCPD_OTF2_NEVER_STARTED, ROCPD_OTF2_SOURCE, ROCPD_OTF2_FIRST_FIELD,
       ROCPD_OTF2_ATTRIBUTES = ROCPD_OTF2_FIRST_FIELD + ROCPD_EVENT_CLASSES * ROCPD_MAX_FIELDS * 3 };
typedef struct rocpd_otf2_attribute {
  const char *label, *part; /* "grid", "_x" */
  uint8_t type;
} rocpd_otf2_attribute;

/* Where a copy comes from or goes to: rank 0 of a process is its host, others are agents. */
typedef struct rocpd_otf2_end {
  uint32_t process, rank;
  int64_t agent;
} rocpd_otf2_end;

/* Where copies of a process move something. */
typedef struct rocpd_otf2_window {
  uint32_t process, first, n; /* n locations take part, from this one on */
} rocpd_otf2_window;

/* What has values by itself: a member is a name, a series is its values at one location, which are of a group of locations. */
typedef struct rocpd_otf2_member {
  char *name;
  bool bytes, real;
} rocpd_otf2_member;
typedef struct rocpd_otf2_series {
  uint32_t member, place, group;
} rocpd_otf2_series;

enum { ROCPD_OTF2_ARCHIVES = 3 }; /* the trace's, and others for locations of few events */

/* What all writers share; the first has it. Changed with the export's mutex. */
typedef struct rocpd_otf2_shared {
  rocpd_otf2_library lib;
  rocpd_otf2_archive archive[ROCPD_OTF2_ARCHIVES];
  uint8_t definition[4096]; /* the file of a location's own definitions */
  size_t definitions;       /* its size; 0: it is not known yet */
  const char *name; /* the archive's */
  rocpd_otf2_numbered table[ROCPD_OTF2_TABLES];
  rocpd_otf2_place *place;
  size_t places;
  rocpd_otf2_attribute attribute[ROCPD_OTF2_ATTRIBUTES];
  uint32_t attributes, of_field[ROCPD_EVENT_CLASSES][ROCPD_MAX_FIELDS]; /* the first of each field's */
  uint64_t shift; /* taken from each time */
  rocpd_map end_of; /* number of ends by process and agent */
  rocpd_otf2_end *end;
  size_t ends;
  uint32_t *ranks, *window_of; /* [processes] so many agents have one; number of its window + 1 */
  rocpd_otf2_window *window;
  uint64_t *moved; /* numbers of the locations that take part, window after window */
  size_t windows, all_moved;
  int64_t gpu;     /* the string "GPU" */
  rocpd_otf2_member *member;
  rocpd_otf2_series *series;
  size_t members, all_series;
  rocpd_map source_of;     /* by what says it: key of the source + 1, 0: none */
  uint64_t *region_source; /* by number of the region: key of its source, 0: none is known */
  size_t region_sources;
} rocpd_otf2_shared;

typedef struct rocpd_otf2 {
  rocpd_otf2_shared all; /* of the first writer */
  struct OTF2_AttributeList_struct *list;
  rocpd_otf2_known known[ROCPD_OTF2_SMALL];
  rocpd_map found[ROCPD_OTF2_TABLES - ROCPD_OTF2_SMALL]; /* of the others: number + 1 */
  struct rocpd_otf2_metrics *metrics; /* while they are written */
  rocpd_memo paradigm; /* of categories: its place in the list of paradigms + 1 */
} rocpd_otf2;

static inline rocpd_otf2_shared *rocpd_otf2_all(const rocpd_writer *w) { return &((rocpd_otf2 *)w->x->writers.at[0].state)->all; }
static inline uint64_t rocpd_otf2_time(const rocpd_otf2_shared *s, int64_t ns) { return (uint64_t)ns - s->shift; }
/* The library said so: it is told to write nothing more. */
int rocpd_otf2_failed(const rocpd_writer *w, int code, rocpd_error *err);
/* The number of the group of locations of a track. */
static inline uint32_t rocpd_otf2_group(const rocpd_export_layout *l, uint32_t process, uint32_t group) {
  return group == ROCPD_NO_GROUP ? process : (uint32_t)l->processes + group;
}
/* And of what is of no process. */
static inline uint32_t rocpd_otf2_nobody(const rocpd_export_layout *l) { return (uint32_t)(l->processes + l->groups); }

/* ---- number.c ---- */

int rocpd_otf2_number_new(rocpd_otf2_numbered *t, uint64_t key, uint32_t *number);
int rocpd_otf2_number(rocpd_writer *w, enum rocpd_otf2_table table, uint64_t key, uint32_t *number, rocpd_error *err);
static inline int rocpd_otf2_string(rocpd_writer *w, int64_t id, uint32_t *number, rocpd_error *err) {
  const rocpd_otf2_known *k = &((rocpd_otf2 *)w->state)->known[ROCPD_OTF2_STRINGS];
  uint64_t key = rocpd_otf2_string_key(id);
  if (key < k->size && k->number[key]) return *number = k->number[key] - 1, SQLITE_OK;
  return rocpd_otf2_number(w, ROCPD_OTF2_STRINGS, key, number, err);
}
/* The key of a region is that of its name with what it is. */
int rocpd_otf2_region(rocpd_writer *w, int class, int64_t name, int64_t category, uint32_t *number, rocpd_error *err);
typedef struct rocpd_otf2_paradigm {
  uint8_t value, class;
  const char *name;
} rocpd_otf2_paradigm;
enum { ROCPD_OTF2_PARADIGMS = 4 };
extern const rocpd_otf2_paradigm rocpd_otf2_paradigms[ROCPD_OTF2_PARADIGMS];
typedef struct rocpd_otf2_region_kind { /* what a key says */
  uint64_t name; /* key of a string */
  uint8_t role, paradigm;
} rocpd_otf2_region_kind;
rocpd_otf2_region_kind rocpd_otf2_region_of(uint64_t key);
/* Arguments of one name that a call has several of are several attributes, "name" and "name #2": so many before it had it. Those without a name are called by
** their place among the call's. */
enum { ROCPD_OTF2_ARGUMENTS_OF_CALL = 128 };
/* Values of one name are of several types, which are parameters of their own. */
enum { ROCPD_OTF2_ARGUMENT_TYPES = 3 };
void rocpd_otf2_make_attributes(rocpd_otf2_shared *s);

/* ---- lane.c ---- */

int rocpd_otf2_write_track(rocpd_writer *w, const rocpd_track *t, rocpd_error *err);

/* ---- argument.c ---- */

/* The arguments of a call as parameters of its region, whose begin was written. *n: how many. */
int rocpd_otf2_write_arguments(rocpd_writer *w, struct OTF2_EvtWriter_struct *out, const rocpd_export_batch *v, uint32_t process, const rocpd_item *it, uint64_t *n, rocpd_error *err);
/* What a key of an argument says. */
typedef struct rocpd_otf2_argument {
  int64_t name; /* a string id, or NULL */
  uint32_t earlier;
  uint8_t type;
} rocpd_otf2_argument;
rocpd_otf2_argument rocpd_otf2_argument_of(uint64_t key);

/* ---- source.c: where in the program's source an event is ---- */

/* The columns that say so, of calls and samples; void: none does in the whole batch. */
typedef struct rocpd_otf2_where {
  const rocpd_column *column[2];
} rocpd_otf2_where;
int rocpd_otf2_find_where(rocpd_writer *w, const rocpd_export_batch *v, rocpd_otf2_where *out, rocpd_error *err);
/* *has: a row says it; *number is that of the place in the source. The region has it, too. */
int rocpd_otf2_source(rocpd_writer *w, const rocpd_otf2_where *where, uint32_t row, uint32_t region, bool *has, uint32_t *number, rocpd_error *err);
/* What a key of a source says: the key of the string that names the file, and the line, 0 where that is not known. */
static inline uint64_t rocpd_otf2_source_file(uint64_t key) { return key >> 32; }
static inline uint32_t rocpd_otf2_source_line(uint64_t key) { return (uint32_t)key; }
enum { ROCPD_OTF2_SEVERAL_SOURCES = 1 }; /* that of a region which several files have */

/* ---- place.c ---- */

int rocpd_otf2_open_archives(rocpd_writer *w, rocpd_error *err);
int rocpd_otf2_close_archives(rocpd_writer *w, rocpd_error *err);
/* As they are shown. */
void rocpd_otf2_order_places(rocpd_otf2_shared *s);
/* Its number is new, and its events, which take that many bytes at most, are written to *out. */
int rocpd_otf2_begin_place(rocpd_writer *w, uint64_t bytes, rocpd_otf2_place *p, struct OTF2_EvtWriter_struct **out, rocpd_error *err);
/* All events of a location are written: out is closed. */
int rocpd_otf2_end_place(rocpd_writer *w, struct OTF2_EvtWriter_struct *out, const rocpd_otf2_place *p, rocpd_error *err);
/* The archive's file of that end of its name has been written. */
int rocpd_otf2_count_bytes(rocpd_writer *w, const char *end, rocpd_error *err);

/* ---- define.c ---- */

typedef struct rocpd_otf2_definitions {
  rocpd_writer *w;
  rocpd_otf2_shared *s;
  struct OTF2_GlobalDefWriter_struct *out;
  uint32_t strings, none; /* so many are there; the number of "" */
  uint32_t *group;        /* [processes + groups + 1] numbers of groups of locations: readers want them without gaps */
  rocpd_error *err;
} rocpd_otf2_definitions;

/* Does call, unless the definitions d failed before. */
#define ROCPD_OTF2_DEFINE(d, function, ...) \
  do { \
    int define_code = (d)->err->rc ? 0 : (d)->s->lib.GlobalDefWriter_Write##function((d)->out, __VA_ARGS__); \
    if (define_code) rocpd_otf2_failed((d)->w, define_code, (d)->err); \
  } while (0)

/* A new string: its number. */
uint32_t rocpd_otf2_define_text(rocpd_otf2_definitions *d, const char *text);
int rocpd_otf2_define(rocpd_writer *w, rocpd_error *err);

/* ---- rma.c ---- */

int rocpd_otf2_begin_rma(rocpd_writer *w, rocpd_error *err);
/* What of a copy: `bytes` from (get) or to the other end's rank. *moves: something, as far as is known. */
typedef struct rocpd_otf2_move {
  uint32_t window, rank;
  bool get;
  uint64_t bytes;
} rocpd_otf2_move;
int rocpd_otf2_move_of(rocpd_writer *w, const rocpd_track *t, const rocpd_export_batch *v, uint32_t row, bool *moves, rocpd_otf2_move *out, rocpd_error *err);
/* After all tracks: the windows, and locations for ends that have none. Then the places have their order. */
int rocpd_otf2_end_rma(rocpd_writer *w, rocpd_error *err);
void rocpd_otf2_define_windows(rocpd_otf2_definitions *d);

/* ---- metric.c ---- */

/* Before the tracks are written. */
int rocpd_otf2_write_metrics(rocpd_writer *w, rocpd_error *err);
void rocpd_otf2_define_metrics(rocpd_otf2_definitions *d);

#endif
