/* Rings: what a kind of segment of the live file is to us, told in one place.
**
** A segment holds records between `tail` (the writer's) and `pos` (its producer's). Its
** ring says how they are made into rows; segments of a ring are drained together, by a
** module:
**
**     static const collect_ring ring = {.name = "copies", .kind = ROCZ_SEG_COPIES, .record_bytes = 128, .drain = copies_write};
**     segment = collect_segment_new(&ring, 0, RECORDS * 128);
**     static uint64_t drain(enum collect_drain how) { return collect_ring_drain(&ring, how); }
**     COLLECT_MODULE(copies) = {.name = "copies", .order = 21, .drain = drain};
*/
#ifndef COLLECT_RING_H
#define COLLECT_RING_H
#include "module.h"
#include "rocz.h"

typedef struct collect_ring {
  const char *name;
  uint16_t kind;         /* ROCZ_SEG_* */
  /* Bytes of a record; positions count records. 0: positions count bytes, and the capacity is a power of two. */
  uint16_t record_bytes;
  bool wakes_half_full;  /* the writer does not sleep while one of these is */
  /* Whether writing [tail, pos) pays. NULL: it does when the ring is half full. */
  bool (*due)(const rocz_segment *s, uint64_t tail, uint64_t pos);
  /* Writes rows of [tail, pos) and moves `tail`; `all`: also what is not finished. Returns
  ** the rows written. */
  uint64_t (*drain)(rocz_segment *s, uint64_t tail, uint64_t pos, bool all);
  /* A retired segment is drained, and is about to be given to another producer. */
  void (*ended)(rocz_segment *s);
  /* COLLECT_CHECK: what is wrong with the records [tail, pos), NULL: nothing. */
  const char *(*wrong)(const rocz_segment *s, uint64_t tail, uint64_t pos);
} collect_ring;

/* A new segment with a ring of `capacity` bytes, prefaulted. Takes a retired one of the
** same ring and size when there is one that is drained. NULL when the disk or the address
** space is full. Thread safe. */
rocz_segment *collect_segment_new(const collect_ring *ring, uint32_t lane, uint64_t capacity);
/* The same for an additional segment that its producer can do without: also NULL if the buffers would
** exceed their share of the memory (COLLECT_BUFFERS_MB). */
rocz_segment *collect_segment_more(const collect_ring *ring, uint32_t lane, uint64_t capacity);
/* Whether a new segment would be NULL: a moment ago there was no room for one. */
bool collect_segment_refused(uint64_t capacity);
/* Whether the segment is in memory only. Its rows are written to chunks as soon as there are any. */
static inline bool collect_segment_in_memory(const rocz_segment *s) { return !s->data_offset; }
/* The producer is done: once drained the segment may be given to another. */
void collect_segment_retire(rocz_segment *s);
/* Calls fn for every segment of a ring (NULL: of all) in use, in order of creation. Thread
** safe. */
typedef void collect_segment_fn(rocz_segment *s, const collect_ring *ring, void *arg);
void collect_segments_each(const collect_ring *ring, collect_segment_fn *fn, void *arg);

/* Records that are not drained. */
uint64_t collect_ring_records(const collect_ring *ring, const rocz_segment *s);

/* Drains a ring's segments: those for which it pays, that are retired, or all. */
uint64_t collect_ring_drain(const collect_ring *ring, enum collect_drain how);

#endif
