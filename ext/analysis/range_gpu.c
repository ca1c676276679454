/* See range_gpu.h. If ranges nest, the figures of a range are its own plus those of the ranges within it; they are passed outwards once. The time in which
** at least one kernel ran is not a sum if kernels overlap. Then each kernel is added to all ranges around it, in order of start, so that a union only needs
** its last end. */
#include "range_gpu.h"
#include "parallel.h"
#include "sort.h"
#include "sum.h"

enum { BLOCK = 512 };

/* ---- whose kernels are */

typedef struct finding {
  const rocpd_ranges *ranges;
  rocpd_ranged_kernels *kernels;
  rocpd_links **links; /* [batches] */
  bool own;
} finding;

static int find_of_batch(void *arg, size_t i, rocpd_error *err) {
  finding *f = arg;
  rocpd_batch *b = f->kernels->batch[i];
  int64_t *launched = f->kernels->launched ? f->kernels->launched + f->kernels->first[i] : NULL;
  const rocpd_column *c;
  int rc = rocpd_batch_column(b, ROCPD_KERNEL_stack_id, &c, err);
  return rc == SQLITE_OK ? rocpd_ranges_of(f->ranges, f->links[i], b, 0, b->rows, f->own, f->kernels->range + f->kernels->first[i], launched, err) : rc;
}

static int find_links(rocpd_snapshot *s, rocpd_batch *const *batch, size_t n, rocpd_links **links, rocpd_error *err) {
  int rc = SQLITE_OK;
  for (size_t i = 0; rc == SQLITE_OK && i < n; i++) {
    if (i && batch[i]->source == batch[i - 1]->source) links[i] = links[i - 1];
    else rc = rocpd_launch_calls(s, batch[i]->source, &links[i], err);
  }
  return rc;
}

int rocpd_ranged_kernels_make(rocpd_snapshot *s, const rocpd_ranges *r, bool to_sum, bool with_launched, bool own, rocpd_ranged_kernels *k, rocpd_error *err) {
  finding f = {.ranges = r, .kernels = k, .own = own};
  memset(k, 0, sizeof *k);
  int rc = (to_sum ? rocpd_snapshot_batches_to_sum : rocpd_snapshot_batches)(s, ROCPD_KIND_KERNEL, &k->batch, &k->batches, err);
  if (rc != SQLITE_OK) return rc;
  f.links = sqlite3_malloc64((k->batches + 1) * sizeof *f.links);
  k->first = sqlite3_malloc64((k->batches + 1) * sizeof *k->first);
  if (!f.links || !k->first) rc = rocpd_no_memory(err);
  for (size_t i = 0; rc == SQLITE_OK && i < k->batches; k->n += k->batch[i++]->rows) k->first[i] = k->n;
  if (rc == SQLITE_OK) rc = find_links(s, k->batch, k->batches, f.links, err);
  if (rc == SQLITE_OK) {
    k->range = sqlite3_malloc64((k->n + 1) * sizeof *k->range);
    if (with_launched) k->launched = sqlite3_malloc64((k->n + 1) * sizeof *k->launched);
    if (!k->range || (with_launched && !k->launched)) rc = rocpd_fail(err, SQLITE_NOMEM, "out of memory for %llu kernels", (unsigned long long)k->n);
  }
  if (rc == SQLITE_OK) rc = rocpd_parallel(rocpd_snapshot_session(s), k->batches, find_of_batch, &f, err);
  sqlite3_free(f.links);
  if (rc != SQLITE_OK) rocpd_ranged_kernels_drop(k);
  return rc;
}

void rocpd_ranged_kernels_drop(rocpd_ranged_kernels *k) {
  sqlite3_free(k->first), sqlite3_free(k->range), sqlite3_free(k->launched);
  memset(k, 0, sizeof *k);
}

/* ---- how ranges nest */

typedef struct range_walk {
  rocpd_range_gpu *gpu;
  rocpd_range_thread *thread;
  uint32_t *of_row; /* [rows] number of the range in a row */
} range_walk;

/* A range that has not ended stays open. */
static int64_t open_until(const rocpd_open_call *x) { return x->stated_end == ROCPD_NULL ? INT64_MAX : x->end; }

static int enter_range(void *arg, rocpd_open_call *x, rocpd_error *err) {
  range_walk *w = arg;
  w->of_row[x->row] = x->call;
  w->gpu->parent[x->call] = x[-1].call;
  int64_t end = open_until(x);
  if (w->gpu->end) w->gpu->end[x->call] = end;
  if (x->depth && end > open_until(&x[-1])) w->thread->nested = false;
  return SQLITE_OK;
}

static int walk_thread(void *arg, size_t i, rocpd_error *err) {
  range_walk w = *(const range_walk *)arg;
  const rocpd_calls *c = &w.gpu->ranges->calls;
  *(w.thread += i) = (rocpd_range_thread){.nested = true};
  return rocpd_calls_walk(c, &c->thread[i], &(rocpd_call_visitor){.enter = enter_range, .arg = &w}, err);
}

/* Ends are stored if some ranges do not nest. */
static int walk_ranges(rocpd_range_gpu *g, rocpd_session *session, uint32_t *of_row, rocpd_error *err) {
  const rocpd_calls *c = &g->ranges->calls;
  range_walk w = {g, g->thread, of_row};
  bool nested = true;
  int rc = rocpd_parallel(session, c->threads, walk_thread, &w, err);
  for (size_t i = 0; rc == SQLITE_OK && i < c->threads; i++) nested &= g->thread[i].nested;
  if (rc != SQLITE_OK || nested) return rc;
  if (!(g->end = sqlite3_malloc64(((uint64_t)c->n + 1) * sizeof *g->end))) return rocpd_no_memory(err);
  return rocpd_parallel(session, c->threads, walk_thread, &w, err);
}

/* ---- their kernels */

static rocpd_range_thread *thread_of(const rocpd_range_gpu *g, rocpd_range_thread *last, uint32_t range) {
  const rocpd_calls *c = &g->ranges->calls;
  const rocpd_call_thread *t = &c->thread[last - g->thread];
  return range - t->first < t->n ? last : g->thread + (rocpd_calls_thread_of(c, range) - c->thread);
}

/* Makes room for the kernels of each thread. From here on, `range` has numbers of ranges, not rows. */
static void count_kernels(rocpd_range_gpu *g, rocpd_ranged_kernels *k, const uint32_t *of_row) {
  rocpd_range_thread *t = g->thread;
  uint64_t first = 0;
  for (uint64_t i = 0; i < k->n; i++) {
    if (k->range[i] == ROCPD_NO_CALL) continue;
    k->range[i] = of_row[k->range[i]];
    t = thread_of(g, t, k->range[i]);
    t->n++;
  }
  for (t = g->thread; t < g->thread + g->ranges->calls.threads; first += t->n, t++) t->first = first;
}

static int list_kernels(rocpd_range_gpu *g, const rocpd_ranged_kernels *k, rocpd_error *err) {
  int64_t start[BLOCK], end[BLOCK];
  uint64_t number = 0;
  rocpd_range_thread *t = g->thread;
  for (size_t i = 0; i < g->ranges->calls.threads; i++) t[i].n = 0;
  for (size_t i = 0; i < k->batches; i++) {
    const rocpd_column *starts, *ends;
    int rc = rocpd_batch_times(k->batch[i], &starts, &ends, err);
    if (rc != SQLITE_OK) return rc;
    for (uint32_t first = 0, n; (n = rocpd_rows_from(first, k->batch[i]->rows, BLOCK)) > 0; first += n) {
      rocpd_column_get(starts, first, n, start), rocpd_column_get(ends, first, n, end);
      for (uint32_t r = 0; r < n; r++, number++) {
        if (k->range[number] == ROCPD_NO_CALL) continue;
        bool known = start[r] != ROCPD_NULL && end[r] != ROCPD_NULL;
        t = thread_of(g, t, k->range[number]);
        g->kernel[t->first + t->n++] =
          (rocpd_range_kernel){known ? start[r] : ROCPD_NULL, end[r] > start[r] ? end[r] : start[r], k->range[number], (uint32_t)number};
      }
    }
  }
  return SQLITE_OK;
}

/* True if a starts before b; kernels of a queue are in order already. */
static bool starts_before(const void *a, const void *b) { return ((const rocpd_range_kernel *)a)->start < ((const rocpd_range_kernel *)b)->start; }
static const rocpd_sort_kind by_start = {sizeof(rocpd_range_kernel), starts_before};

static int order_thread(void *arg, size_t i, rocpd_error *err) {
  rocpd_range_gpu *g = arg;
  rocpd_range_thread *t = &g->thread[i];
  rocpd_range_kernel *k = g->kernel + t->first, *spare = sqlite3_malloc64((t->n + 1) * sizeof *spare);
  if (!spare) return rocpd_no_memory(err);
  rocpd_sort(&by_start, k, spare, t->n);
  sqlite3_free(spare);
  t->one_by_one = true;
  int64_t last = INT64_MIN;
  for (uint64_t n = 0; n < t->n; n++) {
    if (k[n].start == ROCPD_NULL) continue;
    t->one_by_one &= k[n].start >= last;
    if (k[n].end > last) last = k[n].end;
  }
  return SQLITE_OK;
}

/* ---- the kernels of ranges that are a process's */

typedef struct shared_list {
  rocpd_shared_kernel *item;
  size_t n, room;
} shared_list;

typedef struct sharing {
  const rocpd_range_gpu *gpu;
  const rocpd_ranged_kernels *kernels; /* their ranges are still rows */
  const uint32_t *of_row;
  rocpd_links **links; /* [batches] */
  shared_list *list;   /* [batches] */
} sharing;

static int add_shared_kernel(const sharing *h, shared_list *to, const rocpd_shared_range *x, rocpd_shared_kernel k, rocpd_error *err) {
  if (rocpd_array_reserve(&to->item, &to->room, to->n + 1, sizeof *to->item) != SQLITE_OK) return rocpd_no_memory(err);
  k.kernel.range = h->gpu->of_shared[x - h->gpu->ranges->shared.range];
  to->item[to->n++] = k;
  return SQLITE_OK;
}

/* True if a shared range is around a range of the thread; of two that begin together, either may be the outer one. */
static bool is_around(const sharing *h, uint32_t around, const rocpd_shared_range *x) {
  while (around != ROCPD_NO_CALL && around != h->of_row[x->row]) around = h->gpu->parent[around];
  return around != ROCPD_NO_CALL;
}

/* Adds a kernel to each shared range that was open when it was launched, the one that began last first. */
static int share_kernel(const sharing *h, shared_list *to, rocpd_source *source, const rocpd_range_launch *launch, rocpd_range_kernel kernel,
                        rocpd_error *err) {
  const rocpd_shared_ranges *shared = &h->gpu->ranges->shared;
  uint32_t row = kernel.range, around = row == ROCPD_NO_CALL ? ROCPD_NO_CALL : h->of_row[row];
  rocpd_shared_open open = rocpd_shared_ranges_at(shared, source, launch->nid, launch->pid, launch->start);
  const rocpd_shared_range *itself = rocpd_shared_of_no_time(&open, row), *x;
  bool any = row != ROCPD_NO_CALL;
  int rc = itself ? add_shared_kernel(h, to, itself, (rocpd_shared_kernel){kernel, launch->start, around, true, false}, err) : SQLITE_OK;
  while (rc == SQLITE_OK && (x = rocpd_shared_next(&open))) {
    bool foreign = x->tid != launch->tid;
    if (!foreign && !is_around(h, around, x)) continue;
    rc = add_shared_kernel(h, to, x, (rocpd_shared_kernel){kernel, launch->start, around, foreign ? !any : x->row == row, foreign}, err);
    any = true;
  }
  return rc;
}

static int share_batch(void *arg, size_t i, rocpd_error *err) {
  const sharing *h = arg;
  const rocpd_ranged_kernels *k = h->kernels;
  rocpd_batch *b = k->batch[i];
  const rocpd_column *start, *end;
  rocpd_range_launch launch[BLOCK];
  int rc = rocpd_batch_times(b, &start, &end, err);
  for (uint32_t first = 0, n; rc == SQLITE_OK && (n = rocpd_rows_from(first, b->rows, BLOCK)) > 0; first += n) {
    rc = rocpd_range_launches(h->links[i], b, first, n, launch, err);
    for (uint32_t r = 0; rc == SQLITE_OK && r < n; r++) {
      uint64_t number = k->first[i] + first + r;
      int64_t from = rocpd_column_at(start, first + r), to = rocpd_column_at(end, first + r);
      if (to == ROCPD_NULL) from = ROCPD_NULL;
      if (launch[r].start != ROCPD_NULL)
        rc = share_kernel(h, &h->list[i], b->source, &launch[r], (rocpd_range_kernel){from, rocpd_later(from, to), k->range[number], (uint32_t)number}, err);
    }
  }
  return rc;
}

/* Sorts by start; entries of one kernel keep their order. */
static void sort_shared(rocpd_shared_kernel *k, rocpd_shared_kernel *spare, size_t n) {
  if (n < 2) return;
  size_t half = n / 2, x = 0, y = half, at = 0;
  sort_shared(k, spare, half), sort_shared(k + half, spare, n - half);
  memcpy(spare, k, half * sizeof *k);
  while (x < half) {
    bool later =
      y == n || k[y].kernel.start > spare[x].kernel.start || (k[y].kernel.start == spare[x].kernel.start && k[y].kernel.number >= spare[x].kernel.number);
    k[at++] = later ? spare[x++] : k[y++];
  }
}

static int join_shared(rocpd_range_gpu *g, const sharing *h, size_t batches, rocpd_error *err) {
  size_t n = 0;
  for (size_t i = 0; i < batches; i++) n += h->list[i].n;
  rocpd_shared_kernel *spare = sqlite3_malloc64((n / 2 + 1) * sizeof *spare);
  g->shared = sqlite3_malloc64((n + 1) * sizeof *g->shared);
  if (!g->shared || !spare) return sqlite3_free(spare), rocpd_no_memory(err);
  for (size_t i = 0; i < batches; g->shareds += h->list[i++].n)
    if (h->list[i].n) memcpy(g->shared + g->shareds, h->list[i].item, h->list[i].n * sizeof *g->shared);
  sort_shared(g->shared, spare, n);
  sqlite3_free(spare);
  return SQLITE_OK;
}

static int find_shared(rocpd_range_gpu *g, rocpd_snapshot *s, const rocpd_ranged_kernels *k, const uint32_t *of_row, rocpd_error *err) {
  const rocpd_shared_ranges *shared = &g->ranges->shared;
  sharing h = {.gpu = g, .kernels = k, .of_row = of_row};
  if (!shared->n) return SQLITE_OK;
  g->of_shared = sqlite3_malloc64(shared->n * sizeof *g->of_shared);
  h.links = sqlite3_malloc64((k->batches + 1) * sizeof *h.links);
  h.list = rocpd_zeroed((k->batches + 1) * sizeof *h.list);
  int rc = g->of_shared && h.links && h.list ? SQLITE_OK : rocpd_no_memory(err);
  for (size_t i = 0; g->of_shared && i < shared->n; i++) g->of_shared[i] = of_row[shared->range[i].row];
  if (rc == SQLITE_OK) rc = find_links(s, k->batch, k->batches, h.links, err);
  if (rc == SQLITE_OK) rc = rocpd_parallel(rocpd_snapshot_session(s), k->batches, share_batch, &h, err);
  if (rc == SQLITE_OK) rc = join_shared(g, &h, k->batches, err);
  for (size_t i = 0; h.list && i < k->batches; i++) sqlite3_free(h.list[i].item);
  sqlite3_free(h.links), sqlite3_free(h.list);
  return rc;
}

static int find_kernels(rocpd_range_gpu *g, rocpd_snapshot *s, const uint32_t *of_row, rocpd_error *err) {
  rocpd_ranged_kernels k;
  int rc = rocpd_ranged_kernels_make(s, g->ranges, true, g->end != NULL, true, &k, err);
  if (rc != SQLITE_OK) return rc;
  rc = find_shared(g, s, &k, of_row, err);
  if (rc != SQLITE_OK) return rocpd_ranged_kernels_drop(&k), rc;
  count_kernels(g, &k, of_row);
  g->kernel = sqlite3_malloc64((k.n + 1) * sizeof *g->kernel);
  rc = g->kernel ? list_kernels(g, &k, err) : rocpd_fail(err, SQLITE_NOMEM, "out of memory for %llu kernels", (unsigned long long)k.n);
  g->launched = k.launched, k.launched = NULL;
  rocpd_ranged_kernels_drop(&k);
  return rc == SQLITE_OK ? rocpd_parallel(rocpd_snapshot_session(s), g->ranges->calls.threads, order_thread, g, err) : rc;
}

int rocpd_range_gpu_make(rocpd_snapshot *s, const rocpd_ranges *r, rocpd_range_gpu *out, rocpd_error *err) {
  const rocpd_calls *c = &r->calls;
  uint32_t *of_row = sqlite3_malloc64(((uint64_t)c->first_row[c->batches] + 1) * sizeof *of_row);
  *out = (rocpd_range_gpu){.ranges = r};
  out->thread = sqlite3_malloc64((c->threads + 1) * sizeof *out->thread);
  out->parent = sqlite3_malloc64(((uint64_t)c->n + 1) * sizeof *out->parent);
  int rc = of_row && out->thread && out->parent ? SQLITE_OK : rocpd_fail(err, SQLITE_NOMEM, "out of memory for %u ranges", c->n);
  if (rc == SQLITE_OK) rc = walk_ranges(out, rocpd_snapshot_session(s), of_row, err);
  if (rc == SQLITE_OK && c->n) rc = find_kernels(out, s, of_row, err); /* without ranges no kernel is read */
  sqlite3_free(of_row);
  if (rc != SQLITE_OK) rocpd_range_gpu_drop(out);
  return rc;
}

void rocpd_range_gpu_drop(rocpd_range_gpu *g) {
  sqlite3_free(g->thread), sqlite3_free(g->kernel), sqlite3_free(g->parent), sqlite3_free(g->end), sqlite3_free(g->launched);
  sqlite3_free(g->shared), sqlite3_free(g->of_shared);
  memset(g, 0, sizeof *g);
}

/* ---- their time */

typedef struct thread_figure { /* the state of a thread */
  uint64_t next;  /* number of its next kernel */
  int64_t *last;  /* for unions: last end of each of its ranges */
} thread_figure;

typedef struct figuring {
  const rocpd_range_gpu *gpu;
  enum rocpd_range_figure figure;
  enum rocpd_range_share share;
  int64_t *out;          /* [ranges] */
  thread_figure *thread;
  int64_t *name;         /* [ranges] with ROCPD_RANGE_ONCE, */
  uint32_t *same;        /* the next outer range with the same name; ROCPD_NO_CALL: none */
} figuring;

static inline int64_t least(int64_t a, int64_t b) { return a == ROCPD_NULL || (b != ROCPD_NULL && b < a) ? b : a; }
static inline int64_t greatest(int64_t a, int64_t b) { return a > b ? a : b; } /* NULL is less than any time */

/* Combines two values of a figure. */
static inline int64_t together(enum rocpd_range_figure figure, int64_t a, int64_t b) {
  return figure == ROCPD_RANGE_FIRST ? least(a, b) : figure == ROCPD_RANGE_LAST ? greatest(a, b) : rocpd_add(a, b);
}

static inline int64_t figure_of(enum rocpd_range_figure figure, const rocpd_range_kernel *k) {
  if (figure == ROCPD_RANGE_KERNELS) return 1;
  if (figure == ROCPD_RANGE_FIRST) return k->start;
  if (figure == ROCPD_RANGE_LAST) return k->start == ROCPD_NULL ? ROCPD_NULL : k->end;
  return k->start == ROCPD_NULL ? 0 : k->end - k->start;
}

static inline int64_t union_grows(int64_t *last, const rocpd_range_kernel *k) {
  int64_t from = greatest(k->start, *last), more = k->start != ROCPD_NULL && k->end > from ? k->end - from : 0;
  *last = greatest(*last, k->start == ROCPD_NULL ? ROCPD_NULL : k->end);
  return more;
}

/* The next range around a range that was open when the kernel's call began. */
static inline uint32_t next_around(const rocpd_range_gpu *g, uint32_t range, const rocpd_range_kernel *k) {
  range = g->parent[range];
  while (g->end && range != ROCPD_NO_CALL && g->end[range] <= g->launched[k->number]) range = g->parent[range];
  return range;
}

/* True if none of the outer ranges with the same name was open when the kernel was launched. */
static bool is_outermost(const figuring *f, uint32_t range, int64_t launched) {
  const rocpd_range_gpu *g = f->gpu;
  uint32_t other = f->same[range];
  while (g->end && other != ROCPD_NO_CALL && g->end[other] <= launched) other = f->same[other];
  return other == ROCPD_NO_CALL;
}

/* Adds a thread's kernels; for deeply nested ranges only some at a time, so that the query can be interrupted. */
static int add_kernels(void *arg, size_t i, rocpd_error *err) {
  const figuring *f = arg;
  const rocpd_range_gpu *g = f->gpu;
  const rocpd_range_thread *t = &g->thread[i];
  const rocpd_call_thread *ranges = &g->ranges->calls.thread[i];
  thread_figure *x = &f->thread[i];
  if (x->next == t->n) return SQLITE_OK;
  bool is_union = f->figure == ROCPD_RANGE_UNION && !t->one_by_one, own = f->share == ROCPD_RANGE_OWN, once = own || (t->nested && !is_union);
  if (is_union && !x->last) {
    if (!(x->last = sqlite3_malloc64(((uint64_t)ranges->n + 1) * sizeof *x->last))) return rocpd_no_memory(err);
    for (uint32_t k = 0; k < ranges->n; k++) x->last[k] = INT64_MIN;
  }
  for (uint64_t steps = 0; x->next < t->n && steps < 1 << 22; x->next++) {
    const rocpd_range_kernel *k = &g->kernel[t->first + x->next];
    for (uint32_t range = k->range; range != ROCPD_NO_CALL; range = once ? ROCPD_NO_CALL : next_around(g, range, k), steps++)
      if (once || f->share != ROCPD_RANGE_ONCE || is_outermost(f, range, g->end ? g->launched[k->number] : INT64_MIN))
        f->out[range] = together(f->figure, f->out[range], is_union ? union_grows(&x->last[range - ranges->first], k) : figure_of(f->figure, k));
  }
  if (x->next == t->n && once && !own) {
    for (uint32_t range = ranges->first + ranges->n; range-- > ranges->first;)
      if (g->parent[range] != ROCPD_NO_CALL) f->out[g->parent[range]] = together(f->figure, f->out[g->parent[range]], f->out[range]);
    for (uint32_t range = ranges->first; f->share == ROCPD_RANGE_ONCE && range < ranges->first + ranges->n; range++)
      if (f->same[range] != ROCPD_NO_CALL) f->out[range] = 0;
  }
  return SQLITE_OK;
}

/* ---- ranges that are a process's: theirs are the kernels of all its threads */

/* True if the launching thread had a range of this name open. */
static bool has_own(const figuring *f, const rocpd_shared_kernel *x) {
  uint32_t range = x->around;
  while (range != ROCPD_NO_CALL && f->name[range] != f->name[x->kernel.range]) {
    range = f->gpu->parent[range];
    while (f->gpu->end && range != ROCPD_NO_CALL && f->gpu->end[range] <= x->launched) range = f->gpu->parent[range];
  }
  return range != ROCPD_NO_CALL;
}

static bool counts(const figuring *f, const rocpd_shared_kernel *x) {
  if (f->share == ROCPD_RANGE_ALL) return true;
  if (f->share == ROCPD_RANGE_OWN) return x->innermost;
  if (!x->foreign) return is_outermost(f, x->kernel.range, x->launched);
  if (has_own(f, x)) return false;
  const rocpd_shared_kernel *end = f->gpu->shared + f->gpu->shareds;
  for (const rocpd_shared_kernel *other = x + 1; other < end && other->kernel.number == x->kernel.number; other++) /* the other ranges began before it */
    if (other->foreign && f->name[other->kernel.range] == f->name[x->kernel.range]) return false;
  return true;
}

static int add_shared(const figuring *f, rocpd_error *err) {
  const rocpd_range_gpu *g = f->gpu;
  bool is_union = f->figure == ROCPD_RANGE_UNION;
  if (!g->of_shared) return SQLITE_OK;
  int64_t *last = sqlite3_malloc64(((uint64_t)g->ranges->calls.n + 1) * sizeof *last);
  if (!last) return rocpd_no_memory(err);
  for (size_t i = 0; i < g->ranges->shared.n; i++) f->out[g->of_shared[i]] = f->figure < ROCPD_RANGE_FIRST ? 0 : ROCPD_NULL, last[g->of_shared[i]] = INT64_MIN;
  for (const rocpd_shared_kernel *x = g->shared; x < g->shared + g->shareds; x++) {
    uint32_t range = x->kernel.range;
    if (counts(f, x)) f->out[range] = together(f->figure, f->out[range], is_union ? union_grows(&last[range], &x->kernel) : figure_of(f->figure, &x->kernel));
  }
  sqlite3_free(last);
  return SQLITE_OK;
}

/* ---- names that come again */

typedef struct name_walk {
  const figuring *figuring;
  rocpd_call_reader function;
} name_walk;

static int enter_named(void *arg, rocpd_open_call *x, rocpd_error *err) {
  name_walk *w = arg;
  const figuring *f = w->figuring;
  int64_t name;
  uint32_t out = 1;
  int rc = rocpd_range_read(f->gpu->ranges, &w->function, x->row, &name, err);
  if (rc != SQLITE_OK) return rc;
  x->data = (uint64_t)name;
  f->name[x->call] = name;
  while (out <= x->depth && x[-(int64_t)out].data != x->data) out++;
  f->same[x->call] = out <= x->depth ? x[-(int64_t)out].call : ROCPD_NO_CALL;
  return SQLITE_OK;
}

static int walk_names(void *arg, size_t i, rocpd_error *err) {
  const figuring *f = arg;
  const rocpd_calls *c = &f->gpu->ranges->calls;
  name_walk w = {f, {.calls = c, .column = ROCPD_REGION_name}};
  return rocpd_calls_walk(c, &c->thread[i], &(rocpd_call_visitor){.enter = enter_named, .arg = &w}, err);
}

static int find_names(figuring *f, rocpd_session *session, rocpd_error *err) {
  const rocpd_calls *c = &f->gpu->ranges->calls;
  if (f->share != ROCPD_RANGE_ONCE) return SQLITE_OK;
  f->name = sqlite3_malloc64(((uint64_t)c->n + 1) * sizeof *f->name), f->same = sqlite3_malloc64(((uint64_t)c->n + 1) * sizeof *f->same);
  return f->name && f->same ? rocpd_parallel(session, c->threads, walk_names, f, err) : rocpd_no_memory(err);
}

int rocpd_range_gpu_figure(const rocpd_range_gpu *g, rocpd_session *session, enum rocpd_range_figure figure, enum rocpd_range_share share, int64_t *out,
                           rocpd_error *err) {
  const rocpd_calls *c = &g->ranges->calls;
  figuring f = {g, figure, share, out, rocpd_zeroed((c->threads + 1) * sizeof *f.thread), NULL, NULL};
  bool more = true;
  if (!f.thread) return rocpd_no_memory(err);
  for (uint32_t i = 0; i < c->n; i++) out[i] = figure < ROCPD_RANGE_FIRST ? 0 : ROCPD_NULL;
  int rc = find_names(&f, session, err);
  while (rc == SQLITE_OK && more) {
    rc = rocpd_interrupted(session) ? rocpd_fail(err, SQLITE_INTERRUPT, "interrupted") : rocpd_parallel(session, c->threads, add_kernels, &f, err);
    more = false;
    for (size_t i = 0; i < c->threads; i++) more |= f.thread[i].next < g->thread[i].n;
  }
  if (rc == SQLITE_OK) rc = add_shared(&f, err);
  for (size_t i = 0; i < c->threads; i++) sqlite3_free(f.thread[i].last);
  sqlite3_free(f.thread), sqlite3_free(f.name), sqlite3_free(f.same);
  return rc;
}
