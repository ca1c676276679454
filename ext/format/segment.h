/* Kinds of segments of the live file (ROCZ_SEG_*): what the collector and readers need to know of each. A new kind has its records in rocz.h, a line in the
** table (segment.c), a collect_ring that fills it (collector/core/ring.h), and a line with the function that makes rows of it
** (source/rocz/rocz_live_rows.c). */
#ifndef ROCZ_SEGMENT_H
#define ROCZ_SEGMENT_H
#include "rocz.h"

enum rocz_segment_form {
  ROCZ_RING_OF_CALLS,    /* units of bytes; behind pos stands the head of the call in progress */
  ROCZ_RING_OF_BYTES,
  ROCZ_RING_OF_RECORDS,  /* positions are numbers of records, which are completed in place */
  ROCZ_STACK_OF_RECORDS, /* `depth` records; tail and pos are 0 */
  ROCZ_LIST_OF_RECORDS,  /* positions are numbers of records, which change in place (see ROCZ_SEG_SUMS) */
  ROCZ_SEGMENT_FORMS
};

typedef struct rocz_segment_kind {
  enum rocz_segment_form form;
  uint16_t unit;      /* bytes of a record; rings of calls and bytes: positions are multiples of it */
  uint16_t state_at;  /* RING_OF_RECORDS: the place of a record's state, which is set last */
  uint8_t place;      /* in the order in which segments are copied, from 1 on (rocz_live.c says why) */
  bool of_thread;     /* its lanes are numbered as threads are */
  bool declared;      /* its records become rows of declared kinds, too */
  uint16_t rows[3];   /* kinds of chunks that its records become rows of, beside these; 0: no more */
  uint16_t open_rows; /* the kind of rows that have not ended when the file is closed */
} rocz_segment_kind;
extern const rocz_segment_kind rocz_segment_kinds[ROCZ_SEGMENT_KINDS]; /* by ROCZ_SEG_*; one without a unit is none */

/* The kind of this number; NULL: there is none, or this version does not know it. */
static inline const rocz_segment_kind *rocz_segment_kind_of(unsigned number) {
  return number < ROCZ_SEGMENT_KINDS && rocz_segment_kinds[number].unit ? &rocz_segment_kinds[number] : NULL;
}
/* Bytes of a record, as in rocz_segment.record_bytes; 0: positions count bytes, and the capacity is a power of two. */
static inline uint16_t rocz_segment_record_bytes(unsigned number) {
  const rocz_segment_kind *k = &rocz_segment_kinds[number];
  return k->form == ROCZ_RING_OF_CALLS || k->form == ROCZ_RING_OF_BYTES ? 0 : k->unit;
}
/* True if these segments hold sums. */
static inline bool rocz_segment_has_sums(unsigned number) { return number == ROCZ_SEG_SUMS || number == ROCZ_SEG_WIDE_SUMS; }
/* True if records of this kind of segments (ROCZ_SEG_*) become rows of this kind of chunks; if those of any kind do. */
bool rocz_segment_makes(unsigned number, unsigned chunk_kind);
bool rocz_segments_make(unsigned chunk_kind);

#endif
