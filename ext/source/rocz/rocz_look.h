/* One look at a file that grows (rocz_live.c): what was copied of its live file, and the rows that come of it (rocz_live_rows.c; those of
** an interpreter's frames in rocz_frame.c). */
#ifndef ROCPD_ROCZ_LOOK_H
#define ROCPD_ROCZ_LOOK_H
#include "rocz_file.h"


/* One state of a segment, in memory. */
typedef struct rocz_look_segment {
  rocz_live_segment_view view;
  void *memory;
} rocz_look_segment;

typedef struct rocz_look {
  bool present;
  rocz_live_view live;
  rocz_look_segment *segment;
  size_t segments;
  size_t chunks; /* of the file, before the copies */
  bool unstable; /* a segment kept changing */
  bool newer;    /* chunks are newer than the copies */
  char *damage;
  /* The rows that come of it. */
  rocpd_rocz_live_rows **rows;
  size_t row_sets;
  rocz_clock clock;
  rocz_anchor *anchor;
  bool missing; /* a call that was in progress is not there, or one that others were made in */
} rocz_look;

/* ---- rocz_live.c ---- */

/* What is damaged in the live file is said once; it does not hide the rest. */
int rocpd_rocz_live_damage_of(const rocpd_rocz_file *f, rocz_look *k, const rocz_error *e);

/* ---- rocz_live_rows.c ---- */

/* Rows of the copies that are in no chunk. */
int rocpd_rocz_make_rows(rocpd_rocz_file *f, rocz_look *k, rocpd_error *err);
/* Are the calls that were in progress at the last look still there? */
int rocpd_rocz_find_missing(const rocpd_rocz_file *f, rocz_look *k, rocpd_error *err);
/* Append a row of a kind to the rows of its lane. */
int rocpd_rocz_put_row(rocz_look *k, uint16_t kind, uint32_t lane, const int64_t *value);
/* Are there chunks of the kind in the lane? */
bool rocpd_rocz_has_rows(const rocpd_rocz_file *f, uint16_t kind, uint32_t lane);

/* ---- rocz_frame.c ---- */

/* Is a call of this number among the lane's rows in chunks from `first` on, or in its last one? */
int rocpd_rocz_ended_in_chunks(const rocpd_rocz_file *f, uint32_t lane, size_t first, uint64_t sequence, bool *found, rocpd_error *err);
bool rocpd_rocz_has_frames(const rocz_look *k, uint32_t lane);
/* The frames in progress of `n` segments of one lane, as rows. Those of its calls are there. */
int rocpd_rocz_frames_of(const rocpd_rocz_file *f, rocz_look *k, const rocz_look_segment *s, size_t n, rocpd_error *err);

#endif
