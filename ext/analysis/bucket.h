/* Unions of intervals in buckets of time of one width: a time series. */
#ifndef ROCPD_BUCKET_H
#define ROCPD_BUCKET_H
#include <stddef.h>
#include <stdint.h>

/* Unions of the activities of a timeline, by what they are. (Kernels are compute or communication.) */
enum rocpd_union {
  ROCPD_U_ALL, ROCPD_U_KERNEL, ROCPD_U_COPY, /* these always, the others on request: */
  ROCPD_U_IN, ROCPD_U_OUT, ROCPD_U_COMPUTE, ROCPD_U_COMMUNICATION, ROCPD_U_COMPUTE_COPY, ROCPD_U_COMMUNICATION_COPY, ROCPD_UNIONS
};

typedef struct rocpd_bucket {
  int64_t ns[ROCPD_UNIONS];
  int64_t part_ns; /* added up: of activities that begin or end in it */
  int64_t through; /* how many more run all through it than through the one before */
} rocpd_bucket;

typedef struct rocpd_buckets {
  int64_t base;   /* begin of the first */
  uint64_t width; /* at most 2^62 */
  rocpd_bucket *at;
  size_t n;
} rocpd_buckets;

/* Where a thread is: what it has found of one bucket is added when it comes to the next. Zeroed at first, but for `end`: the width. */
typedef struct rocpd_bucket_cursor {
  size_t i;
  uint64_t end; /* of bucket i, from the base */
  uint64_t ns;
} rocpd_bucket_cursor;

/* Add [from, to), which does not begin before the last one that the cursor has added, to a union. Any thread. */
void rocpd_bucket_cover_far(const rocpd_buckets *b, rocpd_bucket_cursor *c, size_t in, uint64_t from, uint64_t to);
static inline void rocpd_bucket_cover(const rocpd_buckets *b, rocpd_bucket_cursor *c, size_t in, int64_t from, int64_t to) {
  uint64_t end = (uint64_t)to - (uint64_t)b->base;
  if (end <= c->end) c->ns += (uint64_t)(to - from);
  else rocpd_bucket_cover_far(b, c, in, (uint64_t)from - (uint64_t)b->base, end);
}
/* Add the activity [start, end), which does not start before the last one, to those that run. */
void rocpd_bucket_run_far(const rocpd_buckets *b, rocpd_bucket_cursor *c, uint64_t from, uint64_t to);
static inline void rocpd_bucket_run(const rocpd_buckets *b, rocpd_bucket_cursor *c, int64_t start, int64_t end) {
  uint64_t from = (uint64_t)start - (uint64_t)b->base, to = (uint64_t)end - (uint64_t)b->base;
  if (end <= start) return;
  if (to <= c->end) c->ns += to - from;
  else rocpd_bucket_run_far(b, c, from, to);
}
/* Add what is left. */
void rocpd_bucket_flush(const rocpd_buckets *b, rocpd_bucket_cursor *c, size_t in);
#define ROCPD_BUCKET_PARTS ROCPD_UNIONS /* `in` of rocpd_bucket_run() */

#endif
