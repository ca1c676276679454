/* Several threads add slices of a timeline to the same buckets. They do it atomically, but only once for each bucket, not for each activity. */
#include "bucket.h"

_Static_assert(offsetof(rocpd_bucket, part_ns) == ROCPD_BUCKET_PARTS * sizeof(int64_t), "part_ns follows the unions");

static void add(const rocpd_buckets *b, size_t bucket, size_t in, uint64_t ns) {
  __atomic_fetch_add(&((int64_t *)&b->at[bucket])[in], (int64_t)ns, __ATOMIC_RELAXED);
}

void rocpd_bucket_flush(const rocpd_buckets *b, rocpd_bucket_cursor *c, size_t in) {
  if (c->ns) add(b, c->i, in, c->ns);
  c->ns = 0;
}

/* Moves the cursor to the bucket of a time, which is not before the cursor. */
static void seek(const rocpd_buckets *b, rocpd_bucket_cursor *c, size_t in, uint64_t time) {
  if (time < c->end) return;
  rocpd_bucket_flush(b, c, in);
  c->i = time / b->width, c->end = (c->i + 1) * b->width;
}

void rocpd_bucket_cover_far(const rocpd_buckets *b, rocpd_bucket_cursor *c, size_t in, uint64_t from, uint64_t to) {
  while (from < to) {
    seek(b, c, in, from);
    uint64_t end = to < c->end ? to : c->end;
    c->ns += end - from;
    from = end;
  }
}

void rocpd_bucket_run_far(const rocpd_buckets *b, rocpd_bucket_cursor *c, uint64_t from, uint64_t to) {
  seek(b, c, ROCPD_BUCKET_PARTS, from);
  if (to <= c->end) {
    c->ns += to - from;
    return;
  }
  size_t last = (to - 1) / b->width;
  c->ns += c->end - from;
  add(b, last, ROCPD_BUCKET_PARTS, to - last * b->width);
  __atomic_fetch_add(&b->at[c->i + 1].through, 1, __ATOMIC_RELAXED);
  __atomic_fetch_add(&b->at[last].through, -1, __ATOMIC_RELAXED);
}
