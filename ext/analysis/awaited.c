/* See awaited.h. */
#include "awaited.h"
#include "bisect.h"
#include "heap.h"
#include "parallel.h"

int rocpd_awaiting_make(rocpd_snapshot *s, rocpd_source *source, const rocpd_times *times, const rocpd_waiting *waiting, int64_t from, int64_t to,
                        rocpd_awaiting *out,
                        rocpd_error *err) {
  *out = (rocpd_awaiting){.times = times};
  int rc = rocpd_used_gpus_make(s, source, times, &out->used, err);
  if (rc == SQLITE_OK) rc = rocpd_ends_make(rocpd_snapshot_session(s), times, &out->ends, err);
  if (rc == SQLITE_OK) rc = rocpd_stream_order_make(s, source, times, &out->used, waiting, from, to, &out->order, err);
  if (rc != SQLITE_OK) rocpd_awaiting_drop(out);
  return rc;
}

void rocpd_awaiting_drop(rocpd_awaiting *a) {
  rocpd_used_gpus_drop(&a->used), rocpd_ends_drop(&a->ends), rocpd_stream_order_drop(&a->order);
  *a = (rocpd_awaiting){0};
}

int rocpd_awaiting_begin(const rocpd_awaiting *a, rocpd_awaiting_place *out, rocpd_error *err) {
  *out = (rocpd_awaiting_place){.near = rocpd_zeroed((a->ends.n + 1) * sizeof *out->near)};
  if (!out->near) return rocpd_no_memory(err);
  int rc = rocpd_link_reader_open(a->used.calls, ROCPD_LINK_CALL_OF_STACK, ROCPD_REGION_start, &out->launch, err);
  if (rc != SQLITE_OK) rocpd_awaiting_end(out);
  return rc;
}

void rocpd_awaiting_end(rocpd_awaiting_place *p) {
  sqlite3_free(p->near), rocpd_link_reader_close(p->launch);
  *p = (rocpd_awaiting_place){0};
}

/* ---- which kernels and copies */

typedef struct awaited_search {
  const rocpd_awaiting *a;
  const rocpd_wait *w;
  rocpd_awaiting_place *place;
  int64_t gpu;
  rocpd_error *err;
} awaited_search;

static const rocpd_launched_batch *launched(const awaited_search *l, const rocpd_timed_batch *b) { return &l->a->used.batch[b - l->a->times->batch]; }

static bool is_of_process(const awaited_search *l, const rocpd_launched_batch *b, uint32_t row) { return rocpd_launched_pid(b, row) == l->w->pid; }
static bool is_of_thread(const awaited_search *l, const rocpd_launched_batch *b, uint32_t row) {
  return rocpd_launched_tid(b, row) == l->w->tid && is_of_process(l, b, row);
}

static bool call_fits(void *arg, const rocpd_timed_batch *b, uint32_t row, int *rc) {
  (void)rc;
  const awaited_search *l = arg;
  const rocpd_launched_batch *of = launched(l, b);
  return rocpd_column_at(of->stack_id, row) == l->w->key && is_of_process(l, of, row);
}

/* True if the batch may have rows of the thread; batches mostly have few threads. */
static bool has_thread(void *arg, const rocpd_timed_batch *b) {
  const awaited_search *l = arg;
  const rocpd_groups *used = &launched(l, b)->used;
  for (size_t i = 0; i < used->n; i++)
    if (used->key[i * (size_t)used->keys] == l->w->pid && used->key[i * (size_t)used->keys + 1] == l->w->tid) return true;
  return false;
}

static bool thread_fits(void *arg, const rocpd_timed_batch *b, uint32_t row, int *rc) {
  (void)rc;
  return is_of_thread(arg, launched(arg, b), row);
}

/* It started before the call began, so it was launched before. */
static inline bool had_started(const awaited_search *l, const rocpd_timed_batch *b, uint32_t row) { return rocpd_column_at(b->start, row) < l->w->began; }

/* True if the call that launched it began before this call. */
static bool was_launched(const awaited_search *l, const rocpd_timed_batch *b, uint32_t row, int *rc) {
  int64_t began;
  const rocpd_launch_times *launched_at = &l->a->launched;
  if (!launched_at->began || !launched_at->began(launched_at->arg, b->first + row, &began))
    *rc = rocpd_link_read(l->place->launch, rocpd_column_at(launched(l, b)->stack_id, row), &began, l->err);
  return *rc == SQLITE_OK && began != ROCPD_NULL && began < l->w->began;
}

static bool process_fits(void *arg, const rocpd_timed_batch *b, uint32_t row, int *rc) {
  const awaited_search *l = arg;
  return is_of_process(l, launched(l, b), row) && (had_started(l, b, row) || was_launched(l, b, row, rc));
}

static bool is_on_device(const awaited_search *l, const rocpd_launched_batch *b, uint32_t row) {
  int64_t gpu[2];
  int n = is_of_process(l, b, row) ? rocpd_launched_gpus(b, row, l->a->used.gpu, gpu) : 0;
  return n && (gpu[0] == l->gpu || (n > 1 && gpu[1] == l->gpu));
}

static bool device_fits(void *arg, const rocpd_timed_batch *b, uint32_t row, int *rc) {
  const awaited_search *l = arg;
  const rocpd_launched_batch *of = launched(l, b);
  /* what has to be looked up last */
  return is_on_device(l, of, row) && (had_started(l, b, row) || rocpd_launched_tid(of, row) == l->w->tid || was_launched(l, b, row, rc));
}

/* ---- the rules */

static int last_of(awaited_search *l, bool (*fits)(void *arg, const rocpd_timed_batch *b, uint32_t row, int *rc), rocpd_awaited *out) {
  return rocpd_last_end(&l->a->ends, l->place->near, l->w->start, l->w->end, (rocpd_end_test){fits, fits == thread_fits ? has_thread : NULL, l}, &out->number,
                        &out->end);
}

/* Finds the last end among the activities of a list, like rocpd_last_end(). */
static void last_of_list(const rocpd_awaiting *a, const rocpd_wait *w, const uint32_t *list, uint32_t n, rocpd_awaited *out) {
  uint32_t best = ROCPD_NO_ACTIVITY;
  int64_t best_end = w->start;
  bool best_empty = false;
  for (uint32_t i = 0; i < n; i++) {
    const rocpd_timed_batch *b = rocpd_times_at(a->times, list[i]);
    int64_t start = rocpd_column_at(b->start, list[i] - b->first), end = rocpd_later(start, rocpd_column_at(b->end, list[i] - b->first));
    bool empty = start == end, later = end > best_end || (end == best_end && best != ROCPD_NO_ACTIVITY && (empty != best_empty ? empty : list[i] > best));
    if (later && end <= w->end && start < w->end) best = list[i], best_end = end, best_empty = empty;
  }
  out->number = best, out->end = best_end;
}

int rocpd_find_awaited(const rocpd_awaiting *a, const rocpd_wait *w, rocpd_awaiting_place *place, rocpd_awaited *out, rocpd_error *err) {
  awaited_search l = {a, w, place, ROCPD_NO_GPU, err};
  const uint32_t *list;
  uint32_t n;
  int rc = SQLITE_OK;
  *out = (rocpd_awaited){ROCPD_NO_ACTIVITY, ROCPD_BY_NOTHING, 0};
  if (w->kind == ROCPD_WAITS_FOR_OWN && w->key != ROCPD_NULL && w->key) {
    rc = last_of(&l, call_fits, out), out->by = ROCPD_BY_CALL;
    if (rc != SQLITE_OK || out->number != ROCPD_NO_ACTIVITY) return rc;
  }
  if (rocpd_waits_for_argument(w->kind) && rocpd_order_awaited(&a->order, w->key, &list, &n)) {
    last_of_list(a, w, list, n, out), out->by = w->kind == ROCPD_WAITS_FOR_STREAM ? ROCPD_BY_STREAM : ROCPD_BY_EVENT;
    return SQLITE_OK;
  }
  bool launches = rocpd_thread_launched(&a->used, w->pid, w->tid, &l.gpu);
  if (w->kind == ROCPD_WAITS_FOR_DEVICE && l.gpu != ROCPD_NO_GPU && l.gpu != ROCPD_SEVERAL_GPUS)
    return out->by = ROCPD_BY_DEVICE, last_of(&l, device_fits, out);
  if (launches) return out->by = ROCPD_BY_THREAD, last_of(&l, thread_fits, out);
  int64_t gpu = rocpd_gpu_of_process(&a->used, w->pid);
  if (gpu != ROCPD_NO_GPU && gpu != ROCPD_SEVERAL_GPUS) return out->by = ROCPD_BY_PROCESS, last_of(&l, process_fits, out);
  out->by = ROCPD_BY_NOTHING;
  return SQLITE_OK;
}

/* ---- of many calls */

enum { SLICE = 4096 }; /* calls, about */

typedef struct awaiting_all {
  const rocpd_awaiting *a;
  const rocpd_wait_lists *of;
  size_t longest, slices;
} awaiting_all;

/* Number of calls of a list before a time. If the list is not quite in order, it is approximate, but never less for a later time. */
static uint32_t count_before(const rocpd_wait_lists *l, size_t list, int64_t time) {
  return ROCPD_FIRST(i, 0, l->n[list], l->time(l->arg, list, i) >= time);
}

/* Index at which a slice begins in a list: slices are cut at calls of the longest list. */
static uint32_t slice_begin(const awaiting_all *w, size_t slice, size_t list) {
  if (!slice || slice == w->slices) return slice ? w->of->n[list] : 0;
  return count_before(w->of, list, w->of->time(w->of->arg, w->longest, (uint32_t)((uint64_t)w->of->n[w->longest] * slice / w->slices)));
}

/* A position in a list, within a slice. */
typedef struct slice_list {
  int64_t time;
  size_t list;
  uint32_t k, end;
} slice_list;

static bool comes_first(const void *a, const void *b) { return ((const slice_list *)a)->time < ((const slice_list *)b)->time; }
static const rocpd_heap_kind by_time = {sizeof(slice_list), comes_first};

static int look_at(const awaiting_all *w, rocpd_awaiting_place *place, const slice_list *at, rocpd_error *err) {
  const rocpd_wait_lists *l = w->of;
  rocpd_wait x;
  rocpd_awaited awaited;
  int rc = l->read(l->arg, at->list, at->k, &x, err);
  if (rc == SQLITE_OK) rc = rocpd_find_awaited(w->a, &x, place, &awaited, err);
  if (rc == SQLITE_OK) l->found(l->arg, at->list, at->k, &x, &awaited);
  return rc;
}

static int look_at_slice(void *arg, size_t slice, rocpd_error *err) {
  const awaiting_all *w = arg;
  const rocpd_wait_lists *l = w->of;
  rocpd_awaiting_place place;
  slice_list *heap = sqlite3_malloc64((l->lists + 1) * sizeof *heap);
  size_t n = 0;
  if (!heap) return rocpd_no_memory(err);
  int rc = rocpd_awaiting_begin(w->a, &place, err);
  for (size_t list = 0; rc == SQLITE_OK && list < l->lists; list++) {
    slice_list x = {.list = list, .k = slice_begin(w, slice, list), .end = slice_begin(w, slice + 1, list)};
    if (x.k < x.end) x.time = l->time(l->arg, list, x.k), rocpd_heap_push(&by_time, heap, &n, &x);
  }
  while (rc == SQLITE_OK && n) {
    slice_list x = heap[0];
    rc = look_at(w, &place, &x, err);
    if (++x.k < x.end) x.time = l->time(l->arg, x.list, x.k), rocpd_heap_replace(&by_time, heap, n, &x);
    else rocpd_heap_pop(&by_time, heap, &n);
  }
  rocpd_awaiting_end(&place), sqlite3_free(heap);
  return rc;
}

int rocpd_awaited_all(const rocpd_awaiting *a, rocpd_session *session, const rocpd_wait_lists *lists, rocpd_error *err) {
  awaiting_all w = {.a = a, .of = lists};
  uint64_t all = 0;
  for (size_t i = 0; i < lists->lists; i++) {
    all += lists->n[i];
    if (lists->n[i] > lists->n[w.longest]) w.longest = i;
  }
  w.slices = (size_t)(all / SLICE) + 1;
  return all ? rocpd_parallel(session, w.slices, look_at_slice, &w, err) : SQLITE_OK;
}
