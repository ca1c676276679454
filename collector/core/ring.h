/* Rings: what we do with one kind of segment of the live file, declared in one place.
**
** A segment holds records between `tail` (moved by the writer) and `pos` (moved by the producer). Its ring says how they become
** rows. A module drains all segments of a ring:
**
**     static const collect_ring ring = {.name = "copies", .kind = ROCZ_SEG_COPIES, .drain = copies_write};
**     segment = collect_segment_new(&ring, 0, RECORDS * 128);
**     static uint64_t drain(enum collect_drain how) { return collect_ring_drain(&ring, how); }
**     COLLECT_MODULE(copies) = {.name = "copies", .order = 21, .drain = drain}; */
#ifndef COLLECT_RING_H
#define COLLECT_RING_H
#include "module.h"
#include "segment.h"

typedef struct collect_ring {
  const char *name;
  uint16_t kind;         /* ROCZ_SEG_*; segment.h has the size of its records */
  bool late;             /* a flush does not drain it, only that it is due, or the end */
  bool wakes_half_full;  /* the writer does not sleep while a segment of this ring is half full */
  /* Whether it is worth writing [tail, pos). NULL: when the ring is half full. */
  bool (*due)(const rocz_segment *s, uint64_t tail, uint64_t pos);
  /* Writes rows of [tail, pos) and moves `tail`. `all`: also what is not finished. Returns the number of rows written. */
  uint64_t (*drain)(rocz_segment *s, uint64_t tail, uint64_t pos, bool all);
  /* Called for a retired segment that is drained, before another producer gets it. */
  void (*ended)(rocz_segment *s);
  /* COLLECT_CHECK: says what is wrong with the records [tail, pos). NULL: nothing. */
  const char *(*wrong)(const rocz_segment *s, uint64_t tail, uint64_t pos);
} collect_ring;

/* Bytes of a record; positions count records. 0: positions count bytes, and the capacity is a power of two. */
static inline uint16_t collect_ring_record_bytes(const collect_ring *ring) { return rocz_segment_record_bytes(ring->kind); }

/* A new segment with a ring of `capacity` bytes, prefaulted. Reuses a retired segment of the same ring and size if one is
** drained. NULL: the disk or the address space is full. Thread-safe. */
rocz_segment *collect_segment_new(const collect_ring *ring, uint32_t lane, uint64_t capacity);
/* The same for an additional segment that its producer can do without: also NULL if the buffers would exceed their share of the
** memory (COLLECT_BUFFERS_MB). */
rocz_segment *collect_segment_more(const collect_ring *ring, uint32_t lane, uint64_t capacity);
/* Whether collect_segment_new() would return NULL, since a moment ago there was no room. */
bool collect_segment_refused(uint64_t capacity);
/* Whether the segment is in memory only. Its rows are written to chunks as soon as there are any. */
static inline bool collect_segment_in_memory(const rocz_segment *s) { return !s->data_offset; }
/* Called by the producer when it is done with the segment. Once drained, the segment may be given to another producer. */
void collect_segment_retire(rocz_segment *s);
/* Calls fn for every segment of a ring (NULL: of all rings) that is in use, in order of creation. Thread-safe. */
typedef void collect_segment_fn(rocz_segment *s, const collect_ring *ring, void *arg);
void collect_segments_each(const collect_ring *ring, collect_segment_fn *fn, void *arg);

/* Number of records that are not drained yet. */
uint64_t collect_ring_records(const collect_ring *ring, const rocz_segment *s);

/* Drains the segments of a ring: those for which it is worth it and those that are retired, or all. Returns the number of rows written. */
uint64_t collect_ring_drain(const collect_ring *ring, enum collect_drain how);

#endif
