/* Shared by the parts of the OTF2 export: otf2.c begins and ends the archive, number.c numbers strings, regions and attributes, lane.c writes the events of
** lanes, stack.c sampled stacks, rma.c the bytes that copies move, metric.c values of counters, define.c the definitions; library.c loads libotf2.
**
** Each lane is a location, in which regions must nest. Its events are in a file of their own; a thread writes and closes it before it begins the next one.
** Strings and regions get a number when they are first used, the same in all threads. Their definitions, and those of locations, are written at the end. */
#ifndef ROCPD_OTF2_H
#define ROCPD_OTF2_H
#include "domain.h"
#include "export.h"
#include "library.h"

/* A table that numbers keys: of strings, of regions (name and kind), of arguments of calls, of places in the source. */
typedef struct rocpd_otf2_numbered {
  rocpd_map map;
  uint64_t *key; /* by number */
  size_t n;
} rocpd_otf2_numbered;

typedef struct rocpd_otf2_known { /* a thread's cache of numbers: [key] number + 1; 0: unknown */
  uint32_t *number;
  size_t size;
} rocpd_otf2_known;

/* Keys of the first tables (up to ROCPD_OTF2_SMALL) are small numbers. */
enum rocpd_otf2_table { ROCPD_OTF2_STRINGS, ROCPD_OTF2_REGIONS, ROCPD_OTF2_ARGUMENTS, ROCPD_OTF2_SOURCES, ROCPD_OTF2_TABLES,
                       ROCPD_OTF2_SMALL = ROCPD_OTF2_ARGUMENTS };
/* Key 0 stands for NULL, which is written as "". */
static inline uint64_t rocpd_otf2_string_key(int64_t id) { return id == ROCPD_NULL ? 0 : (uint64_t)id + 1; }

/* A location. */
typedef struct rocpd_otf2_place {
  const char *name; /* static, or owned by the track */
  uint32_t order[2]; /* its place in the order of locations: track, then lane */
  uint32_t number, group;
  uint8_t type, archive; /* archive: index of the archive that writes its events */
  bool copies; /* its events include RMA operations of copies */
  uint64_t events;
} rocpd_otf2_place;

/* Attributes of events: these, followed by the fields of each kind. */
enum { ROCPD_OTF2_CATEGORY, ROCPD_OTF2_UNFINISHED, ROCPD_OTF2_NEVER_STARTED, ROCPD_OTF2_SOURCE, ROCPD_OTF2_FIRST_FIELD,
       ROCPD_OTF2_ATTRIBUTES = ROCPD_OTF2_FIRST_FIELD + ROCPD_EVENT_CLASSES * ROCPD_MAX_FIELDS * 3 };
typedef struct rocpd_otf2_attribute {
  const char *label, *part; /* "grid", "_x" */
  uint8_t type;
} rocpd_otf2_attribute;

/* An end of copies: rank 0 of a process is its host, other ranks are agents. */
typedef struct rocpd_otf2_end {
  uint32_t process, rank;
  int64_t agent;
} rocpd_otf2_end;

/* The RMA window of a process, in which its copies move bytes. */
typedef struct rocpd_otf2_window {
  uint32_t process, first, n; /* n locations take part, beginning with moved[first] */
} rocpd_otf2_window;

/* Counters: a member is the name of one; a series is its values at one location, about one location group. */
typedef struct rocpd_otf2_member {
  char *name, *unit; /* unit NULL: bytes, or a number */
  bool bytes, real;
} rocpd_otf2_member;
typedef struct rocpd_otf2_series {
  uint32_t member, place, group;
} rocpd_otf2_series;

enum { ROCPD_OTF2_ARCHIVES = 3 }; /* the archive of the trace, and others for locations with few events */

/* State shared by all writers; the first writer owns it. The export's mutex guards changes. */
typedef struct rocpd_otf2_shared {
  rocpd_otf2_library lib;
  rocpd_otf2_archive archive[ROCPD_OTF2_ARCHIVES];
  uint8_t definition[4096]; /* contents of the file with a location's own definitions, which is the same for all */
  size_t definitions;       /* its size; 0: not known yet */
  const char *name; /* the archive's */
  rocpd_otf2_numbered table[ROCPD_OTF2_TABLES];
  rocpd_otf2_place *place;
  size_t places;
  rocpd_otf2_attribute attribute[ROCPD_OTF2_ATTRIBUTES];
  uint64_t samples, sampled_ns; /* of sampled stacks: how many are written, and the time that they stand for. Atomic */
  uint32_t state; /* number of the attribute of that name */
  uint32_t attributes, of_field[ROCPD_EVENT_CLASSES][ROCPD_MAX_FIELDS]; /* number of each field's first attribute */
  uint64_t shift; /* subtracted from each time */
  rocpd_map end_of; /* process and agent -> number of the end */
  rocpd_otf2_end *end;
  size_t ends;
  uint32_t *ranks, *window_of; /* [processes] ranks: number of agents with a rank; window_of: number of its window + 1 */
  rocpd_otf2_window *window;
  uint64_t *moved; /* numbers of the locations that take part, for one window after the other */
  size_t windows, all_moved;
  int64_t gpu;     /* the string "GPU" */
  rocpd_otf2_member *member;
  rocpd_otf2_series *series;
  size_t members, all_series;
  rocpd_map source_of;     /* text that states a place in the source -> key of the source + 1; 0: none */
  uint64_t *region_source; /* by number of the region: key of its source; 0: unknown */
  size_t region_sources;
} rocpd_otf2_shared;

typedef struct rocpd_otf2 {
  rocpd_otf2_shared all; /* used in the first writer only */
  struct OTF2_AttributeList_struct *list;
  rocpd_otf2_known known[ROCPD_OTF2_SMALL];
  rocpd_map found[ROCPD_OTF2_TABLES - ROCPD_OTF2_SMALL]; /* a thread's cache for the other tables: key -> number + 1 */
  struct rocpd_otf2_metrics *metrics; /* set while metrics are written */
  rocpd_memo paradigm; /* category -> index in the list of paradigms + 1 */
} rocpd_otf2;

static inline rocpd_otf2_shared *rocpd_otf2_all(const rocpd_writer *w) { return &((rocpd_otf2 *)w->x->writers.at[0].state)->all; }
static inline uint64_t rocpd_otf2_time(const rocpd_otf2_shared *s, int64_t ns) { return (uint64_t)ns - s->shift; }
/* Stops all archives: nothing more is written. Returns whether they were stopped already. */
bool rocpd_otf2_stop_all(rocpd_otf2_shared *s);
/* SQLITE_INTERRUPT if a thread has stopped the archives. It reports the reason; that other threads then find files missing or short is a consequence. So
** this is asked after what a thread has found missing: what stopped before that is known then. */
int rocpd_otf2_stopped(const rocpd_otf2_shared *s, rocpd_error *err);
/* Records that the library failed, and stops further writing. If another failure has stopped it before, this one is a consequence: SQLITE_INTERRUPT. */
int rocpd_otf2_failed(const rocpd_writer *w, int code, rocpd_error *err);
/* The number of a track's location group. */
static inline uint32_t rocpd_otf2_group(const rocpd_export_layout *l, uint32_t process, uint32_t group) {
  return group == ROCPD_NO_GROUP ? process : (uint32_t)l->processes + group;
}
/* The number of the location group for counters without a process. */
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
/* Numbers a region; its key consists of its name, role and paradigm. */
int rocpd_otf2_region(rocpd_writer *w, int class, int64_t name, int64_t category, uint32_t *number, rocpd_error *err);
typedef struct rocpd_otf2_paradigm {
  uint8_t value, class;
  const char *name;
} rocpd_otf2_paradigm;
enum { ROCPD_OTF2_OF_SAMPLES = ROCZ_PARADIGMS, ROCPD_OTF2_PARADIGMS }; /* functions in sampled stacks are of no traced API */
extern const rocpd_otf2_paradigm rocpd_otf2_paradigms[ROCPD_OTF2_PARADIGMS];
typedef struct rocpd_otf2_region_kind { /* the parts of a region's key */
  uint64_t name; /* key of the string */
  uint8_t role, paradigm;
} rocpd_otf2_region_kind;
rocpd_otf2_region_kind rocpd_otf2_region_of(uint64_t key);
/* If a call has several arguments of one name, they are different parameters, "name" and "name #2"; `earlier` counts those before. Arguments without a name
** are named by their position. */
enum { ROCPD_OTF2_ARGUMENTS_OF_CALL = 128 };
/* Values of one name may have several types; each type is a parameter of its own. */
enum { ROCPD_OTF2_ARGUMENT_TYPES = 3 };
/* stacks: with those of sampled stacks. */
void rocpd_otf2_make_attributes(rocpd_otf2_shared *s, bool stacks);

/* ---- lane.c ---- */

int rocpd_otf2_write_track(rocpd_writer *w, const rocpd_track *t, rocpd_error *err);

/* ---- stack.c ---- */

/* Writes a lane of a track of class STACK. */
int rocpd_otf2_write_samples(rocpd_writer *w, const rocpd_track *t, size_t number, rocpd_error *err);

/* ---- argument.c ---- */

/* Writes the arguments of a call as parameters, after the ENTER of its region. *n: number of events written. */
int rocpd_otf2_write_arguments(rocpd_writer *w, struct OTF2_EvtWriter_struct *out, const rocpd_export_batch *v, uint32_t process, const rocpd_item *it,
                               uint64_t *n, rocpd_error *err);
/* The parts of an argument's key. */
typedef struct rocpd_otf2_argument {
  int64_t name; /* a string id, or NULL */
  uint32_t earlier;
  uint8_t type;
} rocpd_otf2_argument;
rocpd_otf2_argument rocpd_otf2_argument_of(uint64_t key);

/* ---- source.c: where in the program's source an event is ---- */

/* The columns of calls and samples that state the place; NULL: no row of the batch does. */
typedef struct rocpd_otf2_where {
  const rocpd_column *column[2];
} rocpd_otf2_where;
int rocpd_otf2_find_where(rocpd_writer *w, const rocpd_export_batch *v, rocpd_otf2_where *out, rocpd_error *err);
/* *has: the row states a place in the source; *number is its number. The place is noted for the region, too. */
int rocpd_otf2_source(rocpd_writer *w, const rocpd_otf2_where *where, uint32_t row, uint32_t region, bool *has, uint32_t *number, rocpd_error *err);
/* The parts of a source's key: the key of the string with the file's name, and the line; 0: unknown. */
static inline uint64_t rocpd_otf2_source_file(uint64_t key) { return key >> 32; }
static inline uint32_t rocpd_otf2_source_line(uint64_t key) { return (uint32_t)key; }
enum { ROCPD_OTF2_SEVERAL_SOURCES = 1 }; /* key of the source of a region that several files have */

/* ---- place.c ---- */

int rocpd_otf2_open_archives(rocpd_writer *w, rocpd_error *err);
int rocpd_otf2_close_archives(rocpd_writer *w, rocpd_error *err);
/* Puts the locations into the order in which viewers show them. */
void rocpd_otf2_order_places(rocpd_otf2_shared *s);
/* Begins a location: gives it a new number, and opens *out for its events, which take at most `bytes`. */
int rocpd_otf2_begin_place(rocpd_writer *w, uint64_t bytes, rocpd_otf2_place *p, struct OTF2_EvtWriter_struct **out, rocpd_error *err);
/* Ends a location whose events have all been written, and closes `out`. */
int rocpd_otf2_end_place(rocpd_writer *w, struct OTF2_EvtWriter_struct *out, const rocpd_otf2_place *p, rocpd_error *err);
/* Counts the bytes of the archive's file whose name ends in `end`. */
int rocpd_otf2_count_bytes(rocpd_writer *w, const char *end, rocpd_error *err);

/* ---- define.c ---- */

typedef struct rocpd_otf2_definitions {
  rocpd_writer *w;
  rocpd_otf2_shared *s;
  struct OTF2_GlobalDefWriter_struct *out;
  uint32_t strings, none; /* strings: number of strings; none: the number of "" */
  uint32_t *group;        /* [processes + groups + 1] numbers of location groups, since readers want them without gaps */
  rocpd_error *err;
} rocpd_otf2_definitions;

/* Calls a function that writes a definition, unless an earlier one of d failed. */
#define ROCPD_OTF2_DEFINE(d, function, ...) \
  do { \
    int define_code = (d)->err->rc ? 0 : (d)->s->lib.GlobalDefWriter_Write##function((d)->out, __VA_ARGS__); \
    if (define_code) rocpd_otf2_failed((d)->w, define_code, (d)->err); \
  } while (0)

/* share.c: defines a new string, cleaned of what readers cannot have; and one that ends with a 0, of which it returns the number. */
void rocpd_otf2_define_string(rocpd_otf2_definitions *d, const char *text, size_t size);
uint32_t rocpd_otf2_define_text(rocpd_otf2_definitions *d, const char *text);
int rocpd_otf2_define(rocpd_writer *w, rocpd_error *err);
/* stack.c: numbers the regions and places of calling contexts, before strings and regions are defined; defines them. */
void rocpd_otf2_number_contexts(rocpd_otf2_definitions *d);
void rocpd_otf2_define_contexts(rocpd_otf2_definitions *d);

/* ---- rma.c ---- */

int rocpd_otf2_begin_rma(rocpd_writer *w, rocpd_error *err);
/* What a copy moves: `bytes` from the other end's rank (get), or to it. *moves: the copy is known to move something. */
typedef struct rocpd_otf2_move {
  uint32_t window, rank;
  bool get;
  uint64_t bytes;
} rocpd_otf2_move;
int rocpd_otf2_move_of(rocpd_writer *w, const rocpd_track *t, const rocpd_export_batch *v, uint32_t row, bool *moves, rocpd_otf2_move *out, rocpd_error *err);
/* Called after all tracks: makes the windows, and locations for ends that have none. Locations have their final order afterwards. */
int rocpd_otf2_end_rma(rocpd_writer *w, rocpd_error *err);
void rocpd_otf2_define_windows(rocpd_otf2_definitions *d);

/* ---- metric.c ---- */

/* Writes counters; called before the tracks are written. */
int rocpd_otf2_write_metrics(rocpd_writer *w, rocpd_error *err);
void rocpd_otf2_define_metrics(rocpd_otf2_definitions *d);

#endif
