/* One cursor for each chain of stretches that follow each other in time (mostly the
** batches of one lane), each with a small buffer of gathered rows. The cursor with
** the least start is found by looking at all of a group of 8, and then at all groups:
** for the few queues of a GPU that is a handful of compares without a branch.
**
** A slice needs to know how far the activities before it reach. Columns know their
** greatest value, so that this costs one look at the batches that the cut goes through. */
#include "merge.h"
#include <stdlib.h>

#define BLOCK 128

/* ---- chains ---- */

static int64_t start_at(const rocpd_stretch *s, uint32_t i) { return rocpd_column_at(s->start, s->row ? s->row[i] : i); }

static int compare_stretches(const void *a, const void *b) {
  const rocpd_stretch *x = a, *y = b;
  if (x->class != y->class) return x->class < y->class ? -1 : 1;
  if (x->lane != y->lane) return x->lane < y->lane ? -1 : 1;
  int64_t s = start_at(x, 0), t = start_at(y, 0);
  return s < t ? -1 : s > t;
}

static bool follows(const rocpd_stretch *a, const rocpd_stretch *b) {
  return a->class == b->class && a->lane == b->lane && start_at(a, a->n - 1) <= start_at(b, 0);
}

#define OF(class) (1u << ROCPD_##class)
static const unsigned classes_of[ROCPD_UNIONS] = {
  [ROCPD_U_ALL] = OF(CLASSES) - 1,
  [ROCPD_U_KERNEL] = OF(COMPUTE) | OF(COMMUNICATION),
  [ROCPD_U_COPY] = OF(COPY_IN) | OF(COPY_OUT) | OF(COPY_WITHIN),
  [ROCPD_U_IN] = OF(COPY_IN) | OF(COPY_WITHIN),
  [ROCPD_U_OUT] = OF(COPY_OUT) | OF(COPY_WITHIN),
  [ROCPD_U_COMPUTE] = OF(COMPUTE),
  [ROCPD_U_COMMUNICATION] = OF(COMMUNICATION),
  [ROCPD_U_COMPUTE_COPY] = OF(COMPUTE) | OF(COPY_IN) | OF(COPY_OUT) | OF(COPY_WITHIN),
  [ROCPD_U_COMMUNICATION_COPY] = OF(COMMUNICATION) | OF(COPY_IN) | OF(COPY_OUT) | OF(COPY_WITHIN),
};

/* Unions that differ only in classes that no stretch has are one. Without parts all are apart: each class is in one
** besides that of all, which step() need not ask for. */
static void find_same(rocpd_chains *c, size_t n) {
  unsigned there = 0;
  for (size_t i = 0; i < n; i++) there |= 1u << c->stretch[i].class;
  for (uint8_t u = 0; u < ROCPD_UNIONS; u++) {
    uint8_t same = c->parts ? 0 : u;
    while ((classes_of[same] & there) != (classes_of[u] & there)) same++;
    c->same[u] = same;
  }
}

int rocpd_chains_open(rocpd_stretch *s, size_t n, bool parts, rocpd_chains *out, rocpd_error *err) {
  *out = (rocpd_chains){.stretch = s, .parts = parts};
  find_same(out, n);
  out->first = sqlite3_malloc64((n + 1) * sizeof *out->first);
  if (!out->first) return rocpd_fail(err, SQLITE_NOMEM, "out of memory for %zu lanes", n);
  qsort(s, n, sizeof *s, compare_stretches);
  for (size_t i = 0; i < n; i++) {
    if (!i || !follows(&s[i - 1], &s[i])) out->first[out->chains++] = i;
    s[i].unended = rocpd_column_may_be_null(s[i].end);
    out->intervals += s[i].n;
  }
  out->first[out->chains] = n;
  return SQLITE_OK;
}

void rocpd_chains_close(rocpd_chains *c) { sqlite3_free(c->first); }

/* ---- slices ---- */

/* The first row of the chain that starts at `time` or later. */
static rocpd_place place_of(const rocpd_chains *c, size_t chain, int64_t time) {
  rocpd_place p = {c->first[chain], 0};
  while (p.stretch < c->first[chain + 1] && start_at(&c->stretch[p.stretch], c->stretch[p.stretch].n - 1) < time) p.stretch++;
  if (p.stretch == c->first[chain + 1]) return p;
  uint32_t low = 0, high = c->stretch[p.stretch].n;
  while (low < high) {
    uint32_t middle = low + (high - low) / 2;
    if (start_at(&c->stretch[p.stretch], middle) < time) low = middle + 1;
    else high = middle;
  }
  p.row = low;
  return p;
}

static int64_t cut_time(const rocpd_chains *c, uint64_t part, uint64_t parts) {
  size_t longest = 0;
  uint64_t most = 0;
  for (size_t k = 0; k < c->chains; k++) {
    uint64_t rows = 0;
    for (size_t i = c->first[k]; i < c->first[k + 1]; i++) rows += c->stretch[i].n;
    if (rows > most) most = rows, longest = k;
  }
  uint64_t row = most * part / parts;
  for (size_t i = c->first[longest];; i++) {
    if (row < c->stretch[i].n) return start_at(&c->stretch[i], (uint32_t)row);
    row -= c->stretch[i].n;
  }
}

int rocpd_slices(const rocpd_chains *c, rocpd_slice *slice, size_t n, rocpd_error *err) {
  for (size_t i = 0; i < n; i++) {
    slice[i] = (rocpd_slice){.line = slice[i].line, .chains = c};
    slice[i].from = sqlite3_malloc64((2 * c->chains + 1) * sizeof *slice[i].from);
    if (!slice[i].from) {
      while (i--) rocpd_slice_close(&slice[i]);
      return rocpd_fail(err, SQLITE_NOMEM, "out of memory for %zu lanes", c->chains);
    }
    slice[i].to = slice[i].from + c->chains;
    int64_t cut = i ? cut_time(c, i, n) : 0;
    for (size_t k = 0; k < c->chains; k++) {
      slice[i].from[k] = i ? place_of(c, k, cut) : (rocpd_place){c->first[k], 0};
      slice[i].to[k] = (rocpd_place){c->first[k + 1], 0};
      if (i) slice[i - 1].to[k] = slice[i].from[k];
    }
  }
  return SQLITE_OK;
}

uint64_t rocpd_slice_rows(const rocpd_slice *s) {
  uint64_t rows = 0;
  for (size_t k = 0; k < s->chains->chains; k++) {
    for (size_t i = s->from[k].stretch; i < s->to[k].stretch; i++) rows += s->chains->stretch[i].n;
    rows += s->to[k].row;
    rows -= s->from[k].row;
  }
  return rows;
}

void rocpd_slice_close(rocpd_slice *s) { sqlite3_free(s->from), s->from = NULL; }

/* ---- what comes before a slice ---- */

static inline int64_t greater(int64_t a, int64_t b) { return a > b ? a : b; }

/* Of intervals [first, first + n), n <= BLOCK, those that have an end; returns how many. */
static uint32_t gather(const rocpd_stretch *s, uint32_t first, uint32_t n, int64_t *start, int64_t *end) {
  if (s->row) {
    for (uint32_t i = 0; i < n; i++) start[i] = rocpd_column_at(s->start, s->row[first + i]);
    for (uint32_t i = 0; i < n; i++) end[i] = rocpd_column_at(s->end, s->row[first + i]);
  } else {
    rocpd_column_get(s->start, first, n, start);
    rocpd_column_get(s->end, first, n, end);
  }
  if (!s->unended) return n;
  uint32_t kept = 0;
  for (uint32_t i = 0; i < n; i++) {
    start[kept] = start[i], end[kept] = end[i];
    kept += end[i] != ROCPD_NULL;
  }
  return kept;
}

/* The last end among the first n, where an end before its start counts as the start. */
static int64_t last_end(const rocpd_stretch *s, uint32_t n) {
  if (n == s->n && !s->row && !s->unended) return greater(s->end->max, start_at(s, n - 1));
  int64_t start[BLOCK], end[BLOCK], last = INT64_MIN;
  for (uint32_t row = 0; row < n; row += BLOCK) {
    uint32_t got = gather(s, row, n - row < BLOCK ? n - row : BLOCK, start, end);
    for (uint32_t i = 0; i < got; i++) last = greater(last, end[i]);
    if (got) last = greater(last, start[got - 1]);
  }
  return last;
}

static void reach_before(rocpd_slice *s) {
  const rocpd_chains *c = s->chains;
  int64_t class[ROCPD_CLASSES];
  for (int i = 0; i < ROCPD_CLASSES; i++) class[i] = INT64_MIN;
  for (size_t k = 0; k < c->chains; k++) {
    for (size_t i = c->first[k]; i <= s->from[k].stretch && i < c->first[k + 1]; i++) {
      const rocpd_stretch *x = &c->stretch[i];
      int64_t end = last_end(x, i < s->from[k].stretch ? x->n : s->from[k].row);
      if (end > class[x->class]) class[x->class] = end;
    }
  }
  for (int u = 0; u < ROCPD_UNIONS; u++) {
    s->reach[u] = (rocpd_reach){.last = INT64_MIN};
    for (int i = 0; i < ROCPD_CLASSES; i++)
      if (classes_of[u] >> i & 1) s->reach[u].last = greater(s->reach[u].last, class[i]);
  }
}

/* ---- cursors ---- */

typedef struct chain_cursor {
  uint32_t i; /* in the buffer */
  uint8_t class, unions, in[ROCPD_UNIONS]; /* the unions that it belongs to but for that of all */
  const rocpd_stretch *stretch;
  rocpd_place at, to; /* rows gathered so far; the end */
  rocpd_place first;  /* of the buffer, ended or not */
  uint64_t key[BLOCK + 1]; /* of intervals in order, ended by NO_KEY */
  int64_t end[BLOCK];
} chain_cursor;

/* A key is an interval's start and the number of its cursor in one, so that the least
** is found without a branch. Starts are counted from a base that moves on when there
** are none left that fit. */
#define NO_KEY UINT64_MAX

/* A tournament: tree[i] is the least of the keys below it, tree[2i] and tree[2i + 1];
** the cursors' own begin at tree[leaves]. */
struct rocpd_merger {
  rocpd_slice *slice;
  chain_cursor *cursor;
  uint64_t *tree;
  uint64_t leaves; /* a power of 2 */
  unsigned bits;   /* its logarithm */
  int64_t base;
  rocpd_bucket_cursor bucket[ROCPD_BUCKET_PARTS + 1];
};

static inline int64_t start_of(const rocpd_merger *m, uint64_t key) { return (int64_t)((uint64_t)m->base + (key >> m->bits)); }

/* To the next row that is not gathered yet; false at the end. */
static bool find_row(chain_cursor *c, uint32_t *left) {
  for (;; c->at = (rocpd_place){c->at.stretch + 1, 0}) {
    bool last = c->at.stretch >= c->to.stretch;
    *left = (last ? c->to.row : c->stretch[c->at.stretch].n) - c->at.row;
    if (*left || last) return *left > 0;
  }
}

static bool has_key(const rocpd_merger *m, int64_t start) { return (uint64_t)start - (uint64_t)m->base <= UINT64_MAX >> (m->bits + 1); }

/* Of a block in 64 bits, where none is so long that the sum may need more. */
static rocpd_sum sum_durations(const int64_t *start, const int64_t *end, uint32_t n) {
  uint64_t sum = 0, any = 0;
  for (uint32_t i = 0; i < n; i++) {
    uint64_t d = (uint64_t)(greater(end[i], start[i]) - start[i]);
    sum += d, any |= d;
  }
  if (any < UINT64_MAX / BLOCK) return sum;
  rocpd_sum wide = 0;
  for (uint32_t i = 0; i < n; i++) wide += (uint64_t)(greater(end[i], start[i]) - start[i]);
  return wide;
}

/* The next rows with intervals that have keys into the buffer; the first key. */
static __attribute__((noinline)) uint64_t refill(const rocpd_merger *m, chain_cursor *c) {
  int64_t start[BLOCK];
  uint32_t n = 0, rows;
  while (!n && find_row(c, &rows)) {
    const rocpd_stretch *s = &c->stretch[c->at.stretch];
    if (rows > BLOCK) rows = BLOCK;
    if (!has_key(m, start_at(s, c->at.row + rows - 1))) {
      if (!has_key(m, start_at(s, c->at.row))) break;
      rows = 1; /* one by one where keys end */
    }
    c->first = c->at;
    n = gather(s, c->at.row, rows, start, c->end);
    c->at.row += rows;
  }
  uint64_t number = (uint64_t)(c - m->cursor);
  if (m->slice->chains->parts) m->slice->durations += sum_durations(start, c->end, n);
  for (uint32_t i = 0; i < n; i++) c->key[i] = ((uint64_t)start[i] - (uint64_t)m->base) << m->bits | number;
  c->key[n] = NO_KEY, c->i = 0;
  return c->key[0];
}

/* A cursor's key at its leaf, and what that changes up to the root. */
static inline void replay(const rocpd_merger *m, uint64_t number, uint64_t key) {
  for (uint64_t i = m->leaves + number; i > 1; i /= 2) {
    uint64_t other = m->tree[i ^ 1];
    m->tree[i] = key;
    key = other < key ? other : key;
  }
  m->tree[1] = key;
}

/* Count from the next start. False when there is no interval left. */
static bool move_base(rocpd_merger *m) {
  while (m->tree[1] == NO_KEY) {
    bool more = false;
    for (size_t i = 0; i < m->slice->chains->chains; i++) {
      chain_cursor *c = &m->cursor[i];
      uint32_t rows;
      if (!find_row(c, &rows)) continue;
      int64_t start = start_at(&c->stretch[c->at.stretch], c->at.row);
      if (!more || start < m->base) m->base = start;
      more = true;
    }
    if (!more) return false;
    for (size_t i = 0; i < m->slice->chains->chains; i++) replay(m, i, refill(m, &m->cursor[i]));
  }
  return true;
}

static void find_unions(const rocpd_chains *chains, chain_cursor *c) {
  for (uint8_t u = ROCPD_U_ALL + 1; u < (chains->parts ? ROCPD_UNIONS : ROCPD_U_COPY + 1); u++)
    if (chains->same[u] == u && classes_of[u] >> c->class & 1) c->in[c->unions++] = u;
}

static int open_merger(rocpd_merger *m, rocpd_slice *s, rocpd_error *err) {
  size_t n = s->chains->chains;
  *m = (rocpd_merger){.slice = s, .leaves = 1};
  while (m->leaves < n) m->leaves *= 2, m->bits++;
  m->cursor = sqlite3_malloc64(m->leaves * sizeof *m->cursor);
  m->tree = sqlite3_malloc64(2 * m->leaves * sizeof *m->tree);
  if (!m->cursor || !m->tree) return rocpd_fail(err, SQLITE_NOMEM, "out of memory for %zu lanes", n);
  for (uint64_t i = 0; i < 2 * m->leaves; i++) m->tree[i] = NO_KEY;
  for (size_t i = 0; i < n; i++) {
    chain_cursor *c = &m->cursor[i];
    c->class = s->chains->stretch[s->chains->first[i]].class, c->unions = 0;
    find_unions(s->chains, c);
    c->stretch = s->chains->stretch, c->at = s->from[i], c->to = s->to[i];
  }
  return SQLITE_OK;
}

static void close_merger(rocpd_merger *m) { sqlite3_free(m->cursor), sqlite3_free(m->tree); }

/* ---- the union ---- */

/* False when nothing starts in the slice. */
static bool begin(rocpd_merger *m) {
  rocpd_slice *s = m->slice;
  reach_before(s);
  s->start = INT64_MAX;
  if (!move_base(m)) return false;
  s->start = start_of(m, m->tree[1]);
  /* The first of all has no gap before it. */
  rocpd_reach *all = &s->reach[ROCPD_U_ALL];
  if (all->last == INT64_MIN) all->last = s->start, s->intervals = 1;
  return true;
}

/* Adds [start, end) to a union, or to its buckets. */
static inline __attribute__((always_inline)) void unite(rocpd_merger *m, uint8_t in, int64_t start, int64_t end, bool buckets) {
  rocpd_reach *r = &m->slice->reach[in];
  int64_t from = greater(start, r->last), to = greater(end, from);
  r->last = to;
  if (buckets) rocpd_bucket_cover(m->slice->buckets, &m->bucket[in], in, from, to);
  else r->ns += to - from;
}

/* The interval with the least start; false when it was the last. Whether an interval of
** the union begins with it is a coin's toss to a predictor: no branch. Of gaps only the
** longest are kept mostly: few. */
static inline __attribute__((always_inline)) bool step(rocpd_merger *m, bool parts, bool buckets) {
  rocpd_slice *s = m->slice;
  uint64_t key = m->tree[1], number = key & (m->leaves - 1);
  chain_cursor *c = &m->cursor[number];
  int64_t start = start_of(m, key), end = c->end[c->i], last = s->reach[ROCPD_U_ALL].last;
  uint64_t next = c->key[++c->i];
  bool begins = start > last;
  s->intervals += begins;
  if (begins & (rocpd_gap_length(last, start) > s->longest.threshold)) rocpd_longest_add(&s->longest, &(rocpd_gap){last, start, s->line});
  unite(m, ROCPD_U_ALL, start, end, buckets);
  if (!parts) unite(m, c->in[0], start, end, false);
  else for (unsigned i = 0; i < c->unions; i++) unite(m, c->in[i], start, end, buckets);
  if (buckets) rocpd_bucket_run(s->buckets, &m->bucket[ROCPD_BUCKET_PARTS], start, end);
  replay(m, number, next != NO_KEY ? next : refill(m, c));
  return m->tree[1] != NO_KEY || move_base(m);
}

static void merge_in_buckets(rocpd_merger *m) {
  for (int u = 0; u <= ROCPD_BUCKET_PARTS; u++) m->bucket[u].end = m->slice->buckets->width;
  while (step(m, true, true)) continue;
  for (size_t u = 0; u <= ROCPD_BUCKET_PARTS; u++) rocpd_bucket_flush(m->slice->buckets, &m->bucket[u], u);
}

/* Each step waits for the one before: those of two slices do not wait for each other. */
static inline __attribute__((always_inline)) void merge_abreast(rocpd_merger *m, bool *more, size_t n, bool parts) {
  for (bool any = true; any;) {
    any = false;
    for (size_t i = 0; i < n; i++)
      if (more[i]) any |= more[i] = step(&m[i], parts, false);
  }
}

int rocpd_slices_merge(rocpd_slice *s, size_t n, rocpd_error *err) {
  rocpd_merger m[ROCPD_ABREAST];
  bool more[ROCPD_ABREAST] = {false};
  size_t open = 0;
  int rc = SQLITE_OK;
  for (; rc == SQLITE_OK && open < n; open++) rc = open_merger(&m[open], &s[open], err);
  for (size_t i = 0; rc == SQLITE_OK && i < n; i++) more[i] = begin(&m[i]);
  for (size_t i = 0; i < n; i++)
    if (more[i] && s[i].buckets) merge_in_buckets(&m[i]), more[i] = false;
  if (s->chains->parts) merge_abreast(m, more, n, true);
  else merge_abreast(m, more, n, false);
  for (size_t i = 0; i < open; i++) s[i].end = s[i].reach[ROCPD_U_ALL].last, close_merger(&m[i]);
  return rc;
}

void rocpd_slice_add(const rocpd_slice *s, rocpd_timeline *line) {
  if (s->start < line->first) line->first = s->start;
  if (s->end > line->last) line->last = s->end;
  line->intervals += s->intervals;
  for (int u = 0; u < ROCPD_UNIONS; u++) line->ns[u] += s->reach[s->chains->same[u]].ns;
  line->durations += s->durations;
}

/* ---- each interval */

int rocpd_merger_open(rocpd_slice *s, rocpd_merger **out, rocpd_error *err) {
  rocpd_merger *m = sqlite3_malloc64(sizeof *m);
  *out = m;
  if (!m) return rocpd_no_memory(err);
  return open_merger(m, s, err);
}

/* The row of the i-th interval in a buffer, which has only those that have an end. */
static uint32_t row_of(const rocpd_stretch *s, uint32_t first, uint32_t i) {
  for (uint32_t left = i; s->unended; first++)
    if (rocpd_column_at(s->end, s->row ? s->row[first] : first) != ROCPD_NULL && !left--) return s->row ? s->row[first] : first;
  return s->row ? s->row[first + i] : first + i;
}

bool rocpd_merger_next(rocpd_merger *m, rocpd_met *out) {
  if (m->tree[1] == NO_KEY && !move_base(m)) return false;
  uint64_t key = m->tree[1], number = key & (m->leaves - 1);
  chain_cursor *c = &m->cursor[number];
  int64_t start = start_of(m, key);
  const rocpd_stretch *s = &c->stretch[c->first.stretch];
  *out = (rocpd_met){start, greater(c->end[c->i], start), s, row_of(s, c->first.row, c->i)};
  uint64_t next = c->key[++c->i];
  replay(m, number, next != NO_KEY ? next : refill(m, c));
  return true;
}

void rocpd_merger_close(rocpd_merger *m) {
  if (m) close_merger(m);
  sqlite3_free(m);
}
