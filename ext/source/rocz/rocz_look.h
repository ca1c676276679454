/* One look at a file that is being written (rocz_live.c): the copy of its live file, and the rows made from it (rocz_live_rows.c; rows of an interpreter's
** frames in rocz_frame.c). */
#ifndef ROCPD_ROCZ_LOOK_H
#define ROCPD_ROCZ_LOOK_H
#include "rocz_file.h"


/* A copy of one state of a segment. */
typedef struct rocz_look_segment {
  rocz_live_segment_view view;
  void *memory;
} rocz_look_segment;

typedef struct rocz_look {
  bool present;
  rocz_live_view live;
  rocz_look_segment *segment;
  size_t segments;
  size_t chunks; /* number of chunks in the file before the copies were made */
  bool unstable; /* a segment changed too fast to be copied */
  bool sums_only; /* the process only adds events up: they are no rows */
  bool moving;   /* the copies of the sums are not all of one time */
  bool newer;    /* the file has chunks that are newer than the copies */
  char *damage;
  /* The rows made from the copies. */
  rocpd_rocz_live_rows **rows;
  size_t row_sets;
  rocz_clock clock;
  rocz_anchor *anchor;
  bool missing; /* a call that was in progress, or a call around others, is not in the copies */
} rocz_look;

/* ---- rocz_look.c ---- */

/* Notes damage of the live file, once; the rest of the file is still used. */
int rocpd_rocz_live_damage_of(const rocpd_rocz_file *f, rocz_look *k, const rocz_error *e);
/* Appends a row of a kind to the rows of its lane. A kind that the file declares has so many columns. */
int rocpd_rocz_put_row(rocz_look *k, uint16_t kind, uint32_t lane, const int64_t *value);
int rocpd_rocz_put_row_of(rocz_look *k, uint16_t kind, unsigned columns, uint32_t lane, const int64_t *value);
/* True if the lane has chunks of the kind. */
bool rocpd_rocz_has_rows(const rocpd_rocz_file *f, uint16_t kind, uint32_t lane);

/* ---- rocz_live_rows.c ---- */

/* Makes rows of the copies that are not in chunks. */
int rocpd_rocz_make_rows(rocpd_rocz_file *f, rocz_look *k, rocpd_error *err);
/* Sets k->missing if calls that were in progress at the last look are no longer there. */
int rocpd_rocz_find_missing(const rocpd_rocz_file *f, rocz_look *k, rocpd_error *err);

/* ---- rocz_frame.c ---- */

/* Sets *found if the lane has a call with this number in chunks from `first` on, or in its last chunk. */
int rocpd_rocz_ended_in_chunks(const rocpd_rocz_file *f, uint32_t lane, size_t first, uint64_t sequence, bool *found, rocpd_error *err);
bool rocpd_rocz_has_frames(const rocz_look *k, uint32_t lane);
/* Makes rows of the frames in progress of n segments of one lane. Rows of the lane's calls must have been made. */
int rocpd_rocz_frames_of(rocpd_rocz_file *f, rocz_look *k, const rocz_look_segment *s, size_t n, rocpd_error *err);

/* ---- rocz_sums.c ---- */

/* Makes rows of all n segments of sums. */
int rocpd_rocz_sums_of(rocpd_rocz_file *f, rocz_look *k, const rocz_look_segment *s, size_t n, rocpd_error *err);
/* True if events have no rows: the process only adds them up. */
bool rocpd_rocz_sums_only(const rocz_look *k);

#endif
