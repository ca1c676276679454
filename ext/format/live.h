/* Reads the live file beside a .rocz file: the records that are not in a chunk yet. The
** traced process may still be writing it, or may have been killed. Follows "To see one
** state" in rocz.h. Nothing in the file is trusted.
**
** The file is read through a function (pread for real files: a mapping could fault
** when the file is cut short under us), into memory of the caller:
**
**    rocz_live_open(&live, read, arg, size, &err);
**    for (offset = rocz_live_first(&live); offset; offset = segment.next) {
**      rocz_live_segment(&live, offset, &segment, &err);     // how much memory it needs
**      rocz_live_copy(&live, &segment, memory, &err);        // one state of it
**      at = segment.tail (or the lane's last chunk's position, if that is greater);
**      while (rocz_live_call(&segment, &at, &call, &err) == ROCZ_OK) ...
**    }
*/
#ifndef ROCZ_LIVE_H
#define ROCZ_LIVE_H
#include <stdbool.h>
#include "error.h"
#include "rocz.h"
#include "segment.h"

/* Copies up to `size` bytes from `offset` of the file to `out`; returns how many. */
typedef size_t (*rocz_read)(void *arg, uint64_t offset, void *out, size_t size);

typedef struct rocz_live_view {
  rocz_read read;
  void *arg;
  uint64_t size; /* of the file */
  uint8_t file_id[16];
  uint32_t pid;
  bool closed; /* all rows are in the chunks */
  bool left;   /* the process ended by calling _exit or exec */
  uint32_t segments;
  int64_t tsc_hz;
  uint64_t counter[ROCZ_COUNTERS];
  size_t anchors; /* in order, oldest first */
  rocz_anchor anchor[ROCZ_ANCHORS];
} rocz_live_view;

/* Opens a live file, whose current size is `size`. ROCZ_CUT: the control page is not complete yet. */
int rocz_live_open(rocz_live_view *live, rocz_read read, void *arg, uint64_t size, rocz_error *err);

typedef struct rocz_live_segment_view {
  uint64_t offset, next; /* offsets in the file; next 0: this is the last segment */
  uint16_t kind;         /* ROCZ_SEG_*; readers skip other kinds */
  uint32_t lane, tid;
  uint64_t memory_size;  /* bytes that rocz_live_copy needs */
  uint64_t next_sequence; /* CALLS; SUMS: it has grown if anything has changed */
  bool sums_only;        /* SUMS: events have no rows */
  /* The fields below are set by rocz_live_copy(). */
  uint64_t tail, pos;    /* range of the copied records: byte positions, or record numbers for DISPATCHES and COPIES */
  const uint8_t *data;   /* the records from position `first` on, end to end */
  uint64_t first;
  uint64_t data_offset, capacity; /* offset in the file, and size, of the ring */
  /* Calls that were in progress during the whole copy, outermost first. */
  unsigned open_calls;
  rocz_open_call open_call[ROCZ_SPILL_DEPTH + 1];
  uint32_t frames; /* FRAMES: frames that were in progress at some time during the copy, mostly outermost first */
  const rocz_open_frame *frame;
} rocz_live_segment_view;

/* Returns the offset of the first segment; 0: there is none yet. */
static inline uint64_t rocz_live_first(const rocz_live_view *live) { return live->segments ? ROCZ_PAGE : 0; }
/* Reads the segment at `offset`. Offsets grow along `next`, so a loop over the segments
** ends. ROCZ_CUT: this segment was made after the file's size was read, and there are no
** others after it; a later call finds it. */
int rocz_live_segment(const rocz_live_view *live, uint64_t offset, rocz_live_segment_view *s, rocz_error *err);
/* Copies one consistent state of the segment's records to `memory` (aligned to 8,
** memory_size bytes). If the segment was given to another producer meanwhile, `lane` and
** the rest are those of the new one. ROCZ_CUT: it changed too fast; the caller tries
** again. */
int rocz_live_copy(const rocz_live_view *live, rocz_live_segment_view *s, void *memory, rocz_error *err);

/* Bytes of a segment that holds what was copied, and no more, in whole pages; 0: there is nothing in it. */
uint64_t rocz_live_layout_size(const rocz_live_segment_view *s);
/* Lays the copy out as a segment at `offset` of another live file, the last one there, in so many bytes of `out` (aligned to 8). A copy of that
** segment shows the same. */
void rocz_live_layout(const rocz_live_segment_view *s, uint64_t offset, void *out);

typedef struct rocz_live_call_view {
  int64_t start, end;        /* ticks */
  uint64_t sequence, parent; /* full numbers; parent 0: none */
  uint16_t function;
  bool instant;              /* this is a row of kind MARK, and the result is its message */
  int32_t result;
  uint32_t words;            /* argument words, a multiple of 4 */
  const uint8_t *word;       /* words * 8 bytes */
  uint64_t position;         /* position after this record, as in a chunk header */
} rocz_live_call_view;

/* Reads the call record at position *at, and advances *at. Returns ROCZ_CUT at the end. */
int rocz_live_call(const rocz_live_segment_view *s, uint64_t *at, rocz_live_call_view *call, rocz_error *err);
/* Returns the full sequence number for the low 32 bits that records hold. */
uint64_t rocz_live_sequence(const rocz_live_segment_view *s, uint32_t low);

/* Return dispatch or copy number n, tail <= n < pos. */
static inline const rocz_dispatch_record *rocz_live_dispatch(const rocz_live_segment_view *s, uint64_t n) {
  return (const rocz_dispatch_record *)(const void *)(s->data + (n - s->first) * sizeof(rocz_dispatch_record));
}
static inline const rocz_copy_record *rocz_live_copy_record(const rocz_live_segment_view *s, uint64_t n) {
  return (const rocz_copy_record *)(const void *)(s->data + (n - s->first) * sizeof(rocz_copy_record));
}

/* Returns record number n of a segment of sums, tail <= n < pos; of WIDE_SUMS, a rocz_wide_sum_record. */
static inline const rocz_sum_record *rocz_live_sum(const rocz_live_segment_view *s, uint64_t n) {
  return (const rocz_sum_record *)(const void *)(s->data + (n - s->first) * rocz_segment_record_bytes(s->kind));
}

typedef struct rocz_live_row { /* a row of an info kind */
  const rocz_kind *kind;       /* NULL: unknown; callers skip the row */
  uint64_t row;                /* number within the kind */
  unsigned columns;            /* number of columns in the row; the other columns are NULL */
  int64_t value[ROCZ_MAX_COLUMNS];     /* for a text column, its length; ROCZ_NULL if it is NULL */
  const char *text[ROCZ_MAX_COLUMNS];  /* NULL for numbers and NULLs; texts do not end with NUL */
} rocz_live_row;

/* Reads the META row at position *at, and advances *at. Returns ROCZ_CUT at the end. */
int rocz_live_meta(const rocz_live_segment_view *s, uint64_t *at, rocz_live_row *row, rocz_error *err);

#endif
