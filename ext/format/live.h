/* Reading the live file beside a .rocz: what is in no chunk yet, while the traced
** process goes on writing it, or after it was killed. Follows "To see one state" in
** rocz.h. Nothing in the file is trusted.
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

/* Copy up to `size` bytes at `offset` of the file to `out`; returns how many. */
typedef size_t (*rocz_read)(void *arg, uint64_t offset, void *out, size_t size);

typedef struct rocz_live_view {
  rocz_read read;
  void *arg;
  uint64_t size; /* of the file */
  uint8_t file_id[16];
  uint32_t pid;
  bool closed; /* everything is in the chunks */
  bool left;   /* the process has ended by _exit */
  uint32_t segments;
  int64_t tsc_hz;
  uint64_t counter[ROCZ_COUNTERS];
  size_t anchors; /* in order, oldest first */
  rocz_anchor anchor[ROCZ_ANCHORS];
} rocz_live_view;

/* `size`: the file's size now. ROCZ_CUT: not a whole control page yet. */
int rocz_live_open(rocz_live_view *live, rocz_read read, void *arg, uint64_t size, rocz_error *err);

typedef struct rocz_live_segment_view {
  uint64_t offset, next; /* in the file; next 0: the last one */
  uint16_t kind;         /* ROCZ_SEG_*; others are to be skipped */
  uint32_t lane, tid;
  uint64_t memory_size;  /* bytes that rocz_live_copy needs */
  /* From here on: after rocz_live_copy. */
  uint64_t tail, pos;    /* the records copied: byte positions, or record numbers of
                         ** DISPATCHES and COPIES */
  const uint8_t *data;   /* the records from position `first` on, end to end */
  uint64_t first;
  uint64_t data_offset, capacity; /* of the ring, in the file */
  uint64_t next_sequence; /* CALLS */
  /* Calls in progress for as long as the copy took, outermost first. */
  unsigned open_calls;
  rocz_open_call open_call[ROCZ_SPILL_DEPTH + 1];
  uint32_t frames; /* FRAMES: in progress at one time of the copy, mostly outermost first */
  const rocz_open_frame *frame;
} rocz_live_segment_view;

/* Offset of the first segment, 0 when there is none yet. */
static inline uint64_t rocz_live_first(const rocz_live_view *live) { return live->segments ? ROCZ_PAGE : 0; }
/* The segment at `offset`. Offsets only grow along `next`, so a walk ends. ROCZ_CUT:
** it was made after the file's size was taken, and neither are there others after
** it; a later look finds it. */
int rocz_live_segment(const rocz_live_view *live, uint64_t offset, rocz_live_segment_view *s, rocz_error *err);
/* One state of its records, to `memory` (aligned to 8, memory_size bytes). When the
** segment was given to another producer meanwhile, `lane` and the rest are the new
** one's. ROCZ_CUT: it changed too fast; try again. */
int rocz_live_copy(const rocz_live_view *live, rocz_live_segment_view *s, void *memory, rocz_error *err);

typedef struct rocz_live_call_view {
  int64_t start, end;        /* ticks */
  uint64_t sequence, parent; /* in full; parent 0: none */
  uint16_t function;
  bool instant;              /* a row of kind MARK; the result is its message */
  int32_t result;
  uint32_t words;            /* argument words, a multiple of 4 */
  const uint8_t *word;       /* words * 8 bytes */
  uint64_t position;         /* after this record: what a chunk's position would be */
} rocz_live_call_view;

/* The call record at position *at, which moves on. ROCZ_CUT at the end. */
int rocz_live_call(const rocz_live_segment_view *s, uint64_t *at, rocz_live_call_view *call, rocz_error *err);
/* A sequence number in full from the low 32 bits that records hold. */
uint64_t rocz_live_sequence(const rocz_live_segment_view *s, uint32_t low);

/* Dispatch or copy number n, tail <= n < pos. */
static inline const rocz_dispatch_record *rocz_live_dispatch(const rocz_live_segment_view *s, uint64_t n) {
  return (const rocz_dispatch_record *)(const void *)(s->data + (n - s->first) * sizeof(rocz_dispatch_record));
}
static inline const rocz_copy_record *rocz_live_copy_record(const rocz_live_segment_view *s, uint64_t n) {
  return (const rocz_copy_record *)(const void *)(s->data + (n - s->first) * sizeof(rocz_copy_record));
}

typedef struct rocz_live_row { /* of an info kind */
  const rocz_kind *kind;       /* NULL: not known, to be skipped */
  uint64_t row;                /* number within the kind */
  unsigned columns;            /* that the row has; the rest are NULL */
  int64_t value[ROCZ_MAX_COLUMNS];     /* of a text column: its length, ROCZ_NULL when NULL */
  const char *text[ROCZ_MAX_COLUMNS];  /* NULL for numbers and NULL; no NUL at the end */
} rocz_live_row;

/* The META row at position *at, which moves on. ROCZ_CUT at the end. */
int rocz_live_meta(const rocz_live_segment_view *s, uint64_t *at, rocz_live_row *row, rocz_error *err);

#endif
