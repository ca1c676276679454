/* Unions of intervals in time buckets of one width: a time series. */
#ifndef ROCPD_BUCKET_H
#define ROCPD_BUCKET_H
#include <stddef.h>
#include <stdint.h>

/* Unions of a timeline's activities, by their kind. (A kernel is either computing or communication.) */
enum rocpd_union {
  ROCPD_U_ALL, ROCPD_U_KERNEL, ROCPD_U_COPY, /* always computed; the others only on request: */
  ROCPD_U_IN, ROCPD_U_OUT, ROCPD_U_COMPUTE, ROCPD_U_COMMUNICATION, ROCPD_U_COMPUTE_COPY, ROCPD_U_COMMUNICATION_COPY, ROCPD_UNIONS
};

typedef struct rocpd_bucket {
  int64_t ns[ROCPD_UNIONS];
  int64_t part_ns; /* sum of the parts of activities that begin or end in the bucket */
  int64_t through; /* number of activities that run through all of it, less that of the bucket before */
} rocpd_bucket;

typedef struct rocpd_buckets {
  int64_t base;   /* beginning of the first bucket */
  uint64_t width; /* at most 2^62 */
  rocpd_bucket *at;
  size_t n;
} rocpd_buckets;

/* The position of a thread. What it found in a bucket is added when it reaches the next one. Zero it at first, except `end`, which is the width. */
typedef struct rocpd_bucket_cursor {
  size_t i;
  uint64_t end; /* end of bucket i, since the base */
  uint64_t ns;
} rocpd_bucket_cursor;

/* Adds [from, to) to a union. It must not begin before the interval that the cursor added last. Any thread. */
void rocpd_bucket_cover_far(const rocpd_buckets *b, rocpd_bucket_cursor *c, size_t in, uint64_t from, uint64_t to);
static inline void rocpd_bucket_cover(const rocpd_buckets *b, rocpd_bucket_cursor *c, size_t in, int64_t from, int64_t to) {
  uint64_t end = (uint64_t)to - (uint64_t)b->base;
  if (end <= c->end) c->ns += (uint64_t)(to - from);
  else rocpd_bucket_cover_far(b, c, in, (uint64_t)from - (uint64_t)b->base, end);
}
/* Adds the running activity [start, end), which must not start before the last one. */
void rocpd_bucket_run_far(const rocpd_buckets *b, rocpd_bucket_cursor *c, uint64_t from, uint64_t to);
static inline void rocpd_bucket_run(const rocpd_buckets *b, rocpd_bucket_cursor *c, int64_t start, int64_t end) {
  uint64_t from = (uint64_t)start - (uint64_t)b->base, to = (uint64_t)end - (uint64_t)b->base;
  if (end <= start) return;
  if (to <= c->end) c->ns += to - from;
  else rocpd_bucket_run_far(b, c, from, to);
}
/* Adds what the cursor still holds. */
void rocpd_bucket_flush(const rocpd_buckets *b, rocpd_bucket_cursor *c, size_t in);
#define ROCPD_BUCKET_PARTS ROCPD_UNIONS /* `in` of rocpd_bucket_run() */

#endif
