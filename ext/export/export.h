/* Exporters: what the formats share.
**
**    rocpd_export_perfetto(path [, options])   a Perfetto trace (.pftrace)
**    rocpd_export_json(path [, options])       Chrome's JSON trace format
**    rocpd_export_otf2(path [, options])       an OTF2 trace
**    rocpd_export_rocz(path [, options])       a chunk file
**    rocpd_export_db(path [, options])         a database of rocpd schema 3
**    rocpd_export_ctf(folder [, options])      a trace of the Common Trace Format
**    rocpd_export_pprof(path [, options])      sampled stacks as a profile.proto
**
** The first three write the same events on the same tracks. layout.c arranges the rows of
** the connection's sources into tracks and lanes, flow.c joins launches to what
** they launched, and a format (perfetto.c, json.c, otf2.c) only encodes lanes. A new
** format is one file: a rocpd_export_format and an SQL function.
**
** The result is a JSON object: path, bytes, seconds, events (= regions + kernels +
** copies + allocations + scratch + samples), tracks, flows, unfinished (events shown
** without an end), without_start (work that never started: shown as an instant, or
** left out if the options choose by time), ends_before_start (shown with no
** length), categories (events by category), warnings (array of texts). The file appears under its name only when it is complete. */
#ifndef ROCPD_EXPORT_H
#define ROCPD_EXPORT_H
#include "argument.h"
#include "flow.h"
#include "folder.h"
#include "formats.h"
#include "stack_frames.h"
#include "sums.h"
#include "trace.h"
#include "writer.h"

/* ---- compare.c ---- */

/* The other trace of an export that compares two. */
typedef struct rocpd_compared {
  rocpd_snapshot *snapshot; /* NULL: there is none */
  rocpd_export_options option; /* its texts belong to the first trace's options */
  int64_t at, its;  /* two times that are the same point: in the first trace, and in the other */
} rocpd_compared;
/* Opens the trace that the options name, and aligns it with the first. */
int rocpd_export_compare(rocpd_export *x, rocpd_trace *t, rocpd_error *err);

/* ---- the export ---- */

/* The writers, one for each thread. */
typedef struct rocpd_writers {
  rocpd_writer *at;
  int n;
  int *idle, idles; /* numbers of the writers that no thread uses; guarded by the export's mutex */
} rocpd_writers;

/* Which columns and items stay in memory while the export is written. */
typedef struct rocpd_views {
  bool stay;         /* all columns stay to the end */
  uint16_t columns;  /* ROCPD_VIEW_*, which this step reads */
  bool gpu_stays;    /* items of GPU tracks stay until they are written: */
  rocpd_item *gpu_item; /* by their numbers; NULL: they do not stay */
} rocpd_views;

/* State that the threads share while they write. Atomic. */
typedef struct rocpd_export_run {
  uint32_t lanes; /* numbers given to lanes so far */
  uint64_t rows;  /* done, for the progress line */
  bool stop;      /* another thread failed */
} rocpd_export_run;

/* What the result says about the export. */
typedef struct rocpd_export_said {
  const char *label; /* NULL, or what its warnings begin with */
  char *warnings;    /* NULL: none; JSON texts. Guarded by the export's mutex */
  char *summary;     /* formats of rows: members of the resulting JSON object, after path, bytes and seconds */
  uint64_t uncategorized; /* formats of rows: rows that count as events, as in the table sources, but not by category: sums, metrics, sampled stacks */
  uint64_t told;     /* events that only its tables tell of: those known as sums, sampled stacks */
  bool empty;        /* it has no events, by the last rocpd_export_counts() */
} rocpd_export_said;

struct rocpd_export {
  const rocpd_export_format *format;
  sqlite3 *db;
  rocpd_session *session;
  rocpd_snapshot *snapshot;
  rocpd_export_options option;
  bool part; /* a part of another export, which owns its options and its snapshot */
  rocpd_compared other;
  rocpd_progress progress;
  rocpd_output_rule rule;
  rocpd_output file;   /* or: */
  rocpd_output_folder folder;
  rocpd_export_layout layout;
  rocpd_export_sums sums;
  rocpd_stack_frames frames;
  rocpd_flows flows;
  rocpd_arguments arguments;
  pthread_mutex_t mutex;
  rocpd_writers writers;
  rocpd_views views;
  rocpd_export_run run;
  rocpd_export_said result;
};

/* When the work that a call launched began, by the number of its event, if the format needs LAUNCH_STARTS; ROCPD_NULL: never. */
static inline int64_t rocpd_launch_start(const rocpd_export *x, uint32_t number) {
  if (x->flows.start) return x->flows.start[number];
  const rocpd_item *it = &x->views.gpu_item[number];
  return rocpd_never_started(&x->layout.batch[it->batch], it->row) ? ROCPD_NULL : it->start;
}

/* ---- life.c ---- */

/* For code that reads the layout without writing anything; `format` states the options and writers. End it also after a failure. */
int rocpd_export_begin(rocpd_export *x, const rocpd_export_format *format, rocpd_trace *t, sqlite3_value *options, rocpd_error *err);
void rocpd_export_end(rocpd_export *x);
/* A part of another export, with options of its own, which stay the caller's. End it also after a failure. */
int rocpd_export_begin_part(rocpd_export *x, const rocpd_export *whole, rocpd_error *err);
void rocpd_export_end_part(rocpd_export *x);
/* Drops what was written, and returns the export to its state after rocpd_export_begin(). Clears err. */
int rocpd_export_begin_again(rocpd_export *x, rocpd_error *err);
/* ---- write.c ---- */

/* Writes to x->file or x->folder, which is open. */
int rocpd_export_write(rocpd_export *x, rocpd_error *err);
/* True if the options may choose events of the track. */
bool rocpd_export_takes(const rocpd_export *x, const rocpd_track *t);

/* A number for a new lane, from 0. */
static inline uint32_t rocpd_lane_number(rocpd_writer *w) { return __atomic_fetch_add(&w->x->run.lanes, 1, __ATOMIC_RELAXED); }

/* ---- clock.c ---- */

/* What to add to times to get the time of day; ROCPD_NULL: a source does not know it, or its clock differs from the first source's. */
int64_t rocpd_export_wall_offset(const rocpd_export *x);
/* More than the time of day of one machine differs from program to program. */
bool rocpd_export_apart(int64_t a, int64_t b);
/* The first time of all that may be shown; 0: there is nothing. */
int64_t rocpd_export_first_time(const rocpd_export *x);
/* What to add to all times so that none is below 0. */
int64_t rocpd_export_shift(const rocpd_export *x);

/* ---- result.c ---- */

/* Adds a warning to the result, each text once. Any thread. */
int rocpd_export_warn(rocpd_export *x, rocpd_error *err, const char *format, ...) __attribute__((format(printf, 3, 4)));
/* Warns if there are no events, and says why. */
int rocpd_export_warn_of_none(rocpd_export *x, uint64_t events, rocpd_error *err);
/* Warnings about times. x->layout has their span. */
int rocpd_export_warn_of_times(rocpd_export *x, rocpd_error *err);
/* Members of it: what the writers have counted. In formats of rows scratch memory is among allocations. NULL: no memory. */
char *rocpd_export_counts(rocpd_export *x);
/* Adds to x what another export's writers have counted, and its warnings. */
int rocpd_export_add(rocpd_export *x, const rocpd_export *other, rocpd_error *err);
/* The JSON object that the SQL function returns; NULL: no memory. */
char *rocpd_export_result(rocpd_export *x);

#endif
