/* The pyramid of a lane: summaries for drawing it at several scales. The finest level is made from events, each coarser level from the one before it. */
#include "html.h"

/* A run of equal neighbouring buckets of one depth. */
typedef struct bucket_run {
  int64_t bucket, buckets;
  uint32_t head;
  uint8_t busy;
} bucket_run;

/* One depth of a level, while it is made. */
typedef struct row {
  bucket_run *run;
  size_t n, capacity;
  int64_t bucket;     /* the bucket that is not finished yet: */
  uint64_t busy, best; /* best: the longest event in it, whose head is `head` */
  uint32_t head;
  bool open;
} row;

typedef struct level {
  unsigned shift;
  uint64_t full; /* value of busy for a bucket that is busy all the time */
  row *row;
  size_t rows, capacity;
} level;

enum { FEW_BUCKETS = 512, STEP = 2, MOST_LEVELS = 32, BUSY = 255 };

struct rocpd_html_pyramid {
  int64_t first;
  uint64_t span;
  level level[MOST_LEVELS];
  int levels;
};

static int push_run(row *r, int64_t bucket, int64_t buckets, uint8_t busy, uint32_t head) {
  bucket_run *last = r->n ? &r->run[r->n - 1] : NULL;
  if (last && last->bucket + last->buckets == bucket && last->busy == busy && last->head == head) {
    last->buckets += buckets;
    return SQLITE_OK;
  }
  if (r->n == r->capacity && rocpd_array_reserve(&r->run, &r->capacity, r->n + 1, sizeof *r->run)) return SQLITE_NOMEM;
  r->run[r->n++] = (bucket_run){bucket, buckets, head, busy};
  return SQLITE_OK;
}

static int close_bucket(row *r, uint64_t full) {
  if (!r->open) return SQLITE_OK;
  r->open = false;
  uint64_t busy = r->busy >= full ? BUSY : (uint64_t)((double)r->busy * BUSY / (double)full);
  return push_run(r, r->bucket, 1, (uint8_t)(busy ? busy : 1), r->head);
}

/* Adds busy time to a bucket. */
static int add_part(row *r, uint64_t full, int64_t bucket, uint64_t busy, uint32_t head) {
  int rc = r->open && r->bucket != bucket ? close_bucket(r, full) : SQLITE_OK;
  if (!r->open) r->open = true, r->bucket = bucket, r->busy = 0, r->best = 0, r->head = head;
  r->busy += busy;
  if (busy > r->best) r->best = busy, r->head = head;
  return rc;
}

static row *row_of(level *l, uint32_t depth) {
  if (depth >= l->rows) {
    if (rocpd_array_reserve(&l->row, &l->capacity, depth + 1u, sizeof *l->row)) return NULL;
    memset(l->row + l->rows, 0, (depth + 1 - l->rows) * sizeof *l->row);
    l->rows = depth + 1;
  }
  return &l->row[depth];
}

int rocpd_html_pyramid_begin(struct rocpd_html_pyramid **out, int64_t first, int64_t last, size_t events) {
  struct rocpd_html_pyramid *p = *out = rocpd_zeroed(sizeof *p);
  if (!p) return SQLITE_NOMEM;
  p->first = first, p->span = last > first ? (uint64_t)last - (uint64_t)first : 0;
  while (p->span >> p->level[0].shift > events / ROCPD_HTML_BUCKET_EVENTS) p->level[0].shift++;
  p->level[0].full = 1ull << p->level[0].shift;
  p->levels = 1;
  return SQLITE_OK;
}

/* Adds an event with these times, relative to the lane's first. */
static int add_event(level *l, row *r, uint64_t from, uint64_t to, uint32_t head) {
  int64_t a = (int64_t)(from >> l->shift), b = (int64_t)((to > from ? to - 1 : from) >> l->shift);
  if (a == b) return add_part(r, l->full, a, to - from, head);
  int rc = add_part(r, l->full, a, ((uint64_t)(a + 1) << l->shift) - from, head);
  if (!rc) rc = close_bucket(r, l->full);
  if (!rc && b - a > 1) rc = push_run(r, a + 1, b - a - 1, BUSY, head);
  return rc ? rc : add_part(r, l->full, b, to - ((uint64_t)b << l->shift), head);
}

int rocpd_html_pyramid_add(struct rocpd_html_pyramid *p, const rocpd_item *item, const uint32_t *depth, const uint32_t *head, uint32_t n) {
  level *l = &p->level[0];
  const uint64_t first = (uint64_t)p->first, span = p->span;
  const unsigned shift = l->shift;
  int rc = SQLITE_OK;
  for (uint32_t i = 0; i < n && !rc; i++) {
    row *r = depth[i] < l->rows ? &l->row[depth[i]] : row_of(l, depth[i]);
    if (!r) return SQLITE_NOMEM;
    uint64_t from = (uint64_t)item[i].start - first, to = (uint64_t)item[i].end - first, last = to - (to > from);
    if (item[i].end < item[i].start || to > span) to = span > from ? span : from, last = to - (to > from); /* if the event has no end, it lasts to the end of
                                                                                                           ** the lane */
    if (r->open && (int64_t)(from >> shift) == r->bucket && (int64_t)(last >> shift) == r->bucket) { /* most events lie in a single bucket */
      uint64_t busy = to - from;
      r->busy += busy;
      r->head = busy > r->best ? head[i] : r->head;
      r->best = busy > r->best ? busy : r->best;
    } else {
      rc = add_event(l, r, from, to, head[i]);
    }
  }
  return rc;
}

/* ---- the levels above */

/* Adds a run of the finer level; the buckets at its ends are only filled in part. */
static int lift_run(row *to, const bucket_run *r) {
  enum { FULL = BUSY << STEP, PART = 1 << STEP };
  int64_t at = r->bucket, end = r->bucket + r->buckets;
  int rc = SQLITE_OK;
  while (at < end && !rc) {
    int64_t bucket = at >> STEP, next = (bucket + 1) << STEP, whole = (end - at) >> STEP;
    if (at % PART == 0 && whole > 1) {
      rc = close_bucket(to, FULL);
      if (!rc) rc = push_run(to, bucket, whole, r->busy, r->head);
      at += whole << STEP;
      continue;
    }
    if (next > end) next = end;
    rc = add_part(to, FULL, bucket, (uint64_t)(next - at) * r->busy, r->head);
    at = next;
  }
  return rc;
}

static int close_level(level *l) {
  int rc = SQLITE_OK;
  for (size_t d = 0; d < l->rows && !rc; d++) rc = close_bucket(&l->row[d], l->full);
  return rc;
}

static int lift(struct rocpd_html_pyramid *p) {
  const level *from = &p->level[p->levels - 1];
  level *to = &p->level[p->levels++];
  to->shift = from->shift + STEP, to->full = BUSY << STEP;
  for (size_t d = 0; d < from->rows; d++) {
    row *r = row_of(to, (uint32_t)d);
    if (!r) return SQLITE_NOMEM;
    for (size_t i = 0; i < from->row[d].n; i++)
      if (lift_run(r, &from->row[d].run[i])) return SQLITE_NOMEM;
  }
  return close_level(to);
}

/* ---- the blob */

static int64_t value_of(const bucket_run *r, size_t depth, int which) {
  switch (which) {
    case 0: return (int64_t)depth;
    case 1: return r->bucket;
    case 2: return r->buckets;
    case 3: return r->busy;
    default: return r->head;
  }
}

static int put_runs(const struct rocpd_html_pyramid *p, int64_t *value, int which, rocpd_html_bytes *out) {
  size_t n = 0;
  for (int k = 0; k < p->levels; k++)
    for (size_t d = 0; d < p->level[k].rows; d++)
      for (size_t i = 0; i < p->level[k].row[d].n; i++) value[n++] = value_of(&p->level[k].row[d].run[i], d, which);
  return rocpd_html_column(out, value, n);
}

int rocpd_html_pyramid_end(struct rocpd_html_pyramid *p, rocpd_html_bytes *out) {
  int64_t shift[MOST_LEVELS], entries[MOST_LEVELS] = {0};
  size_t n = 0;
  int rc = close_level(&p->level[0]);
  while (!rc && p->levels < MOST_LEVELS && p->span >> p->level[p->levels - 1].shift > FEW_BUCKETS) rc = lift(p);
  for (int k = 0; k < p->levels && !rc; k++) {
    shift[k] = p->level[k].shift;
    for (size_t d = 0; d < p->level[k].rows; d++) entries[k] += (int64_t)p->level[k].row[d].n;
    n += (size_t)entries[k];
  }
  int64_t *value = rc ? NULL : sqlite3_malloc64((n + 1) * sizeof *value);
  if (!rc && !value) rc = SQLITE_NOMEM;
  if (!rc) rc = rocpd_html_column(out, shift, (size_t)p->levels);
  if (!rc) rc = rocpd_html_column(out, entries, (size_t)p->levels);
  for (int which = 0; which < 5 && !rc; which++) rc = put_runs(p, value, which, out);
  sqlite3_free(value);
  return rc;
}

void rocpd_html_pyramid_free(struct rocpd_html_pyramid *p) {
  for (int k = 0; p && k < MOST_LEVELS; k++) {
    for (size_t d = 0; d < p->level[k].rows; d++) sqlite3_free(p->level[k].row[d].run);
    sqlite3_free(p->level[k].row);
  }
  sqlite3_free(p);
}
