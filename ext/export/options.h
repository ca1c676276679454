/* The options of an export: the members of its JSON object, and how they are stored. Each format says which ones it takes (ROCPD_O_*).
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
**   stats        false: no statistics */
#ifndef ROCPD_OPTIONS_H
#define ROCPD_OPTIONS_H
#include "match.h"
#include "snapshot.h"
#include "window.h"

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
  char *marker;     /* NULL, or the marker whose time it is */
  rocpd_split split;
  int64_t max_bytes; /* 0: no limit */
  int64_t from, to; /* of a part: only what begins from `from` on, and before `to`; INT64_MIN: what never started, too */
  rocpd_patterns categories, names;
  rocpd_numbers agents, processes, ranks;
  int64_t min_duration_ns;
  bool args, flows, overwrite, allow_empty, compress, counters, stats, annotations, gpu_packets, tables;
  int kernel_names, group_by, agent_index, arrange, launch_names, value, form, level, metric, picture; /* enum rocpd_kernel_names, ... */
  rocpd_gap_option gaps;
  char *name;      /* NULL: the format's own */
  char *before;    /* of sampled stacks: another run; NULL: none */
  char *compare, *align; /* NULL: no other trace; by their first events */
} rocpd_export_options;

/* Words of options, by number. */
enum rocpd_kernel_names { ROCPD_NAMES_FULL, ROCPD_NAMES_SHORT, ROCPD_NAMES_RANGE };
enum rocpd_group_by { ROCPD_GROUP_QUEUE, ROCPD_GROUP_STREAM };
enum rocpd_agent_index { ROCPD_AGENT_TYPE_RELATIVE, ROCPD_AGENT_RELATIVE, ROCPD_AGENT_ABSOLUTE };
enum rocpd_value { /* of stacks */
  ROCPD_VALUE_ANY = -1, /* not given: calls if there are any, else agents, else sampled stacks */
  ROCPD_VALUE_HOST, ROCPD_VALUE_GPU, ROCPD_VALUE_CALLS, ROCPD_VALUE_SAMPLES, ROCPD_VALUE_AGENT,
  ROCPD_VALUE_WALL, ROCPD_VALUE_RUNNING, ROCPD_VALUE_RUNNABLE, ROCPD_VALUE_BLOCKED, /* of sampled stacks */
  ROCPD_VALUE_IDLE /* of sampled stacks, while GPUs waited for the host */
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
  ROCPD_O_TABLES = 1 << 15,   /* tables */
  ROCPD_O_SAMPLED = 1 << 16   /* it writes sampled stacks, and no events: options that choose events are refused */
};

/* True if the options select by time; true if an event is in that time. */
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

#endif
