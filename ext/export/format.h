/* An export format: its description and the functions that write it. A format is one file, which uses ROCPD_EXPORT_FORMAT(). formats.h
** then lists it, and `rocpd convert` knows it. */
#ifndef ROCPD_FORMAT_H
#define ROCPD_FORMAT_H
#include "formats.h"
#include "function.h"
#include "options.h"
#include "registry.h"

typedef struct rocpd_export rocpd_export; /* export.h */
typedef struct rocpd_writer rocpd_writer; /* writer.h */
typedef struct rocpd_track rocpd_track;   /* layout.h */

/* What a format needs of an export. */
enum {
  ROCPD_NEEDS_FOLDER = 1 << 0,        /* a folder, x->folder, instead of a file */
  ROCPD_NEEDS_GZIP = 1 << 1,          /* compression of a file whose name ends in .gz */
  ROCPD_NEEDS_UNSTARTED = 1 << 2,     /* work that never started, which it shows */
  ROCPD_NEEDS_ROWS = 1 << 3,          /* rows of tables, which rocpd_choice_make() has counted, instead of events */
  ROCPD_NEEDS_MEASURES = 1 << 4,      /* what was measured, without the option `counters`, too */
  ROCPD_NEEDS_LAUNCH_STARTS = 1 << 5, /* when work began, while it writes the call that launched it: rocpd_launch_start() */
  ROCPD_NEEDS_OWN_COLUMNS = 1 << 6,   /* columns of a track's batches only while it writes the track, or while it has them open itself */
  ROCPD_NEEDS_NO_LINKS = 1 << 7,      /* no links from calls to what they launched: threads and GPU tracks are written in one step */
  ROCPD_NEEDS_NO_FIELDS = 1 << 8,     /* of events only their times, names, categories and launching calls */
  ROCPD_NEEDS_SUMS = 1 << 9,          /* all rows of `aggregated`, too; other formats leave sums out, and warn (sums.h) */
  ROCPD_NEEDS_STACKS = 1 << 10,       /* rows of sampled stacks, on tracks of class STACK */
  ROCPD_NEEDS_STACK_NAMES = 1 << 11   /* they are named by their functions, not by their state */
};

/* A format of events on tracks has track, and begin, end and release where it needs them: tracks are
** written by several threads at once, each with a writer of its own. Events are counted before track()
** is called; it counts lanes (rocpd_lane_number) and, where it draws them, flows. A format of rows has
** write. tests/unit/test_add_table.c has one of each. ROCPD_EXPORT_FORMAT() below lists a format and makes its SQL function. */
struct rocpd_export_format {
  const char *function; /* its name in SQL: rocpd_export_NAME */
  const char *alias;    /* NULL, or another name that the command `rocpd convert` knows the format by */
  const char *suffix;   /* end of its files' names; NULL: the format's name */
  unsigned options;     /* ROCPD_O_* */
  unsigned needs;       /* ROCPD_NEEDS_* */
  const char *marker;   /* FOLDER: of this kind, */
  const char *ending;   /* or files of a name, where the path ends so: folder.h */
  size_t state_size; /* of a writer's state, zeroed; 0: none */
  /* The beginning and the end of the file, on one writer */
  int (*begin)(rocpd_writer *w, rocpd_error *err);
  int (*end)(rocpd_writer *w, rocpd_error *err);
  /* What the connection's thread does while the others write tracks, where it can; between the two. For formats with ROCPD_NEEDS_NO_LINKS */
  int (*beside)(rocpd_writer *w, rocpd_error *err);
  /* The lanes of one track; its items are collected. What it writes may be mixed
  ** with other tracks' between any two commits. */
  int (*track)(rocpd_writer *w, const rocpd_track *t, rocpd_error *err);
  void (*release)(rocpd_writer *w);
  /* Or all events at once: the layout is made, none is collected yet. It counts what it takes in the writer. */
  int (*events)(rocpd_writer *w, rocpd_error *err);
  /* Writes the whole file to x->file or x->folder; sets x->result.summary. NULL: the format has tracks */
  int (*write)(rocpd_export *x, rocpd_error *err);
};

static inline bool rocpd_format_needs(const rocpd_export_format *f, unsigned what) { return f->needs & what; }

/* Does all that an export's SQL function does. */
void rocpd_export_call(const rocpd_export_format *format, sqlite3_context *ctx, int argc, sqlite3_value **argv);
/* A format and its SQL function, rocpd_export_ID: ROCPD_EXPORT_FORMAT(json) = {.function = "rocpd_export_json", ...}; formats.h then lists it. */
#define ROCPD_EXPORT_FORMAT(id) \
  static const rocpd_export_format rocpd_##id##_of_rocpd_formats; \
  static void call_##id(sqlite3_context *ctx, int argc, sqlite3_value **argv) { rocpd_export_call(&rocpd_##id##_of_rocpd_formats, ctx, argc, argv); } \
  ROCPD_FUNCTION(export_##id) = {.name = "rocpd_export_" #id, .argc = -1, .flags = SQLITE_UTF8 | SQLITE_DIRECTONLY, .call = call_##id}; \
  ROCPD_REGISTER(rocpd_export_format, rocpd_formats, id)

#endif
