/* See host.h. A walk that begins at some time must find the calls that are open then. The last end of each FEW consecutive calls is kept, so that only those
** are searched that contain an open one. From then on, each call is passed once. */
#include "host.h"
#include "at_work.h"
#include "bisect.h"
#include "call_rows.h"
#include "parallel.h"
#include "told.h"

#define FEW 256 /* number of calls that share a last end */
#define PART (64 * FEW) /* that one thread looks at for it */

typedef struct host_batch {
  rocpd_batch *batch;
  const rocpd_column *start, *end, *name, *nid, *pid, *tid; /* nid: of files of several processes */
  const rocpd_call_thread *thread; /* the thread of all its calls; NULL: there are several */
  uint8_t *keep; /* [rows] whether it is a call; NULL: all are */
} host_batch;

typedef struct host_layer {
  rocpd_calls calls;
  int64_t *last_end; /* of each few */
} host_layer;

struct rocpd_host {
  rocpd_kept *kept; /* NULL: not yet */
  rocpd_session *session;
  host_layer layer[ROCPD_HOST_LAYERS];
  rocpd_ranges names; /* of ranges, where there are any */
  rocpd_waiting waiting;
  rocpd_at_work work; /* used if work may run during a pause */
  rocpd_told told;
  host_batch *batch; /* [batches] as in calls */
  size_t batches;
  struct host_source { rocpd_source *source; rocpd_links *links; size_t batch; } *source; /* with the first of its batches */
  size_t sources;
};

/* ---- columns and order of calls */

static int load_columns(void *arg, size_t i, rocpd_error *err) {
  rocpd_host *h = arg;
  host_batch *b = &h->batch[i];
  const struct { int column; const rocpd_column **to; } list[] = {
    {ROCPD_REGION_start, &b->start}, {ROCPD_REGION_end, &b->end}, {ROCPD_REGION_name, &b->name}, {ROCPD_REGION_pid, &b->pid}, {ROCPD_REGION_tid, &b->tid}};
  int rc = SQLITE_OK;
  for (size_t k = 0; rc == SQLITE_OK && k < sizeof list / sizeof *list; k++) rc = rocpd_batch_column(b->batch, list[k].column, list[k].to, err);
  return rc == SQLITE_OK && b->batch->source->info.multi_process ? rocpd_batch_column(b->batch, ROCPD_REGION_nid, &b->nid, err) : rc;
}

static int look_at_batch(void *arg, size_t i, rocpd_error *err) {
  rocpd_host *h = arg;
  return rocpd_call_rows(h->session, h->batch[i].batch, &h->batch[i].keep, err);
}

/* If some batches have markers, all rows of the other batches are kept. */
static int order_calls(rocpd_host *h, rocpd_snapshot *s, rocpd_error *err) {
  static uint8_t all[ROCPD_BATCH_ROWS];
  const uint8_t **keep = sqlite3_malloc64((h->batches + 1) * sizeof *keep);
  if (!keep) return rocpd_no_memory(err);
  if (!all[0]) memset(all, 1, sizeof all);
  for (size_t i = 0; i < h->batches; i++) keep[i] = h->batch[i].keep ? h->batch[i].keep : all;
  int rc = rocpd_calls_order(s, keep, &h->layer[ROCPD_HOST_CALLS].calls, err);
  sqlite3_free(keep);
  return rc;
}

typedef struct stating {
  const rocpd_host *host;
  uint8_t **keep; /* [batches] which rows are ranges; NULL: none */
} stating;

static int find_ranges(void *arg, size_t i, rocpd_error *err) {
  const stating *w = arg;
  rocpd_batch *b = w->host->batch[i].batch;
  if (!w->host->batch[i].keep) return SQLITE_OK;
  if (!(w->keep[i] = sqlite3_malloc64((uint64_t)b->rows + 1))) return rocpd_fail(err, SQLITE_NOMEM, "out of memory for %u ranges", b->rows);
  return rocpd_ranges_stated(&w->host->names, b, w->keep[i], err);
}

static int order_ranges(rocpd_host *h, rocpd_snapshot *s, rocpd_error *err) {
  stating w = {h, rocpd_zeroed((h->batches + 1) * sizeof *w.keep)};
  if (!w.keep) return rocpd_no_memory(err);
  int rc = rocpd_ranges_make(s, true, rocpd_calls_rows, &h->names, err);
  if (rc == SQLITE_OK) rc = rocpd_parallel(h->session, h->batches, find_ranges, &w, err);
  if (rc == SQLITE_OK) rc = rocpd_calls_order(s, (const uint8_t *const *)w.keep, &h->layer[ROCPD_HOST_RANGES].calls, err);
  for (size_t i = 0; i < h->batches; i++) sqlite3_free(w.keep[i]);
  sqlite3_free(w.keep);
  return rc;
}

static int make_layers(rocpd_host *h, rocpd_snapshot *s, rocpd_error *err) {
  bool some = false;
  for (size_t i = 0; i < h->batches; i++) some |= h->batch[i].keep != NULL;
  if (!some) return rocpd_calls_order(s, NULL, &h->layer[ROCPD_HOST_CALLS].calls, err);
  int rc = order_calls(h, s, err);
  return rc == SQLITE_OK ? order_ranges(h, s, err) : rc;
}

/* ---- their times */

static __attribute__((noinline)) void enter_batch(const rocpd_host *h, const rocpd_calls *c, rocpd_host_reader *r, uint32_t row) {
  size_t i = rocpd_calls_batch(c, row);
  *r = (rocpd_host_reader){&h->batch[i], c->first_row[i], h->batch[i].batch->rows};
}

/* Reads the start of a call, and prepares reading its other values. */
static inline int64_t read_start(const rocpd_host *h, const rocpd_calls *c, rocpd_host_reader *r, uint32_t call) {
  uint32_t row = c->row[call];
  if (row - r->first >= r->n) enter_batch(h, c, r, row);
  return rocpd_column_at(r->batch->start, row - r->first);
}

static inline int64_t known_end(int64_t end) { return end == ROCPD_NULL ? INT64_MAX : end; }
/* The end and the name of the call that was read last. Without a length it may end before it starts. */
static inline int64_t read_end(const rocpd_host_reader *r, uint32_t row) { return known_end(rocpd_column_at(r->batch->end, row - r->first)); }
static int64_t read_name(const rocpd_host_reader *r, uint32_t row) { return rocpd_column_at(r->batch->name, row - r->first); }

/* Counts how many of n calls from i on are in the batch of the first one. */
static uint32_t rows_of_batch(const rocpd_host *h, const rocpd_calls *c, rocpd_host_reader *r, uint32_t i, uint32_t n, uint32_t *row) {
  uint32_t k = 0;
  if (c->row[i] - r->first >= r->n) enter_batch(h, c, r, c->row[i]);
  for (; k < n && c->row[i + k] - r->first < r->n; k++) row[k] = c->row[i + k] - r->first;
  return k;
}

static int64_t latest_end(const rocpd_host *h, const rocpd_calls *c, rocpd_host_reader *r, uint32_t i, uint32_t n) {
  uint32_t row[FEW];
  int64_t end[FEW], latest = INT64_MIN;
  for (uint32_t stop = i + n, some; i < stop; i += some) {
    some = rows_of_batch(h, c, r, i, stop - i, row);
    rocpd_column_pick(r->batch->end, row, some, end);
    for (uint32_t k = 0; k < some; k++) latest = rocpd_later(latest, known_end(end[k]));
  }
  return latest;
}

typedef struct last_ends {
  const rocpd_host *host;
  host_layer *layer;
} last_ends;

static int look_at_part(void *arg, size_t part, rocpd_error *err) {
  const last_ends *w = arg;
  const rocpd_calls *c = &w->layer->calls;
  uint32_t i = (uint32_t)part * PART, end = c->n - i < PART ? c->n : i + PART;
  rocpd_host_reader r = {0};
  for (uint32_t some; i < end; i += some) {
    some = end - i < FEW ? end - i : FEW;
    w->layer->last_end[i / FEW] = latest_end(w->host, c, &r, i, some);
  }
  return SQLITE_OK;
}

static int find_last_ends(rocpd_host *h, host_layer *layer, rocpd_error *err) {
  if (!(layer->last_end = sqlite3_malloc64(((uint64_t)layer->calls.n / FEW + 1) * sizeof *layer->last_end))) return rocpd_no_memory(err);
  return rocpd_parallel(h->session, ((size_t)layer->calls.n + PART - 1) / PART, look_at_part, &(last_ends){h, layer}, err);
}

static const rocpd_call_thread *thread_at(const rocpd_host *h, const host_batch *b, uint32_t row) {
  return rocpd_calls_thread(&h->layer[ROCPD_HOST_CALLS].calls, b->batch->source, rocpd_node_at(b->batch->source, b->nid, row), rocpd_column_at(b->pid, row),
                            rocpd_column_at(b->tid, row));
}

static void find_threads(rocpd_host *h) {
  for (size_t i = 0; i < h->batches; i++) {
    host_batch *b = &h->batch[i];
    if (b->batch->rows && rocpd_column_is_constant(b->pid) && rocpd_column_is_constant(b->tid) && (!b->nid || rocpd_column_is_constant(b->nid)))
      b->thread = thread_at(h, b, 0);
  }
}

static int find_sources(rocpd_host *h, rocpd_snapshot *s, rocpd_error *err) {
  size_t n;
  rocpd_source **source = rocpd_snapshot_sources(s, &n);
  h->source = sqlite3_malloc64((n + 1) * sizeof *h->source);
  if (!h->source) return rocpd_no_memory(err);
  int rc = SQLITE_OK;
  for (; rc == SQLITE_OK && h->sources < n; h->sources++) {
    struct host_source *x = &h->source[h->sources];
    *x = (struct host_source){.source = source[h->sources]};
    while (x->batch < h->batches && h->batch[x->batch].batch->source != x->source) x->batch++;
    rc = rocpd_launch_calls(s, x->source, &x->links, err);
  }
  return rc;
}

static int64_t bytes_of_work(const rocpd_host *h) {
  uint64_t pauses = 0;
  for (size_t i = 0; i < h->work.processes; i++) pauses += h->work.process[i].n;
  return (int64_t)(pauses * sizeof *h->work.pause);
}

int rocpd_host_look_within(rocpd_host *h, rocpd_snapshot *s, rocpd_error *err) {
  if (h->work.made) return SQLITE_OK;
  int rc = rocpd_at_work_make(rocpd_snapshot_whole(s), &h->work, err);
  if (rc == SQLITE_OK && h->kept) rocpd_kept_count(h->kept, bytes_of_work(h));
  return rc;
}

static int find_work(rocpd_host *h, rocpd_snapshot *s, rocpd_error *err) {
  bool one;
  int rc = rocpd_has_one_gpu(s, &one, err);
  return rc == SQLITE_OK && !one ? rocpd_host_look_within(h, s, err) : rc;
}

static int find_told(rocpd_host *h, rocpd_snapshot *s, rocpd_error *err) {
  rocpd_waiting waiting = {0};
  int rc = rocpd_waiting_make(h->session, &waiting, err); /* all names are there */
  if (rc == SQLITE_OK) rc = rocpd_told_make(s, &waiting, &h->told, err);
  rocpd_waiting_drop(&waiting);
  return rc;
}

static int make(rocpd_host *h, rocpd_snapshot *s, rocpd_error *err) {
  rocpd_batch **batch;
  int rc = rocpd_snapshot_batches(rocpd_snapshot_whole(s), ROCPD_KIND_REGION, &batch, &h->batches, err);
  if (rc != SQLITE_OK) return h->batches = 0, rc;
  if (!(h->batch = sqlite3_malloc64((h->batches + 1) * sizeof *h->batch))) return h->batches = 0, rocpd_no_memory(err);
  for (size_t i = 0; i < h->batches; i++) h->batch[i] = (host_batch){.batch = batch[i]};
  rc = find_sources(h, s, err);
  if (rc == SQLITE_OK) rc = rocpd_parallel(h->session, h->batches, load_columns, h, err);
  if (rc == SQLITE_OK) rc = rocpd_parallel(h->session, h->batches, look_at_batch, h, err);
  if (rc == SQLITE_OK) rc = make_layers(h, s, err);
  for (int i = 0; rc == SQLITE_OK && i < ROCPD_HOST_LAYERS; i++) rc = find_last_ends(h, &h->layer[i], err);
  if (rc == SQLITE_OK) find_threads(h);
  if (rc == SQLITE_OK) rc = find_told(h, s, err);
  return rc == SQLITE_OK ? find_work(h, s, err) : rc;
}

static void free_host(void *data) {
  rocpd_host *h = data;
  for (size_t i = 0; i < h->batches; i++) sqlite3_free(h->batch[i].keep);
  sqlite3_free(h->batch), sqlite3_free(h->source);
  for (int i = 0; i < ROCPD_HOST_LAYERS; i++) rocpd_calls_drop(&h->layer[i].calls), sqlite3_free(h->layer[i].last_end);
  rocpd_ranges_drop(&h->names);
  rocpd_at_work_drop(&h->work);
  rocpd_told_drop(&h->told);
  rocpd_waiting_drop(&h->waiting);
  sqlite3_free(h);
}

/* ---- kept for the next who asks */

static const char host_owner;

/* What is shared with others counts as theirs. */
static int64_t bytes_of(const rocpd_host *h) {
  uint64_t bytes = h->told.end.count * sizeof *h->told.end.entry;
  for (int i = 0; i < ROCPD_HOST_LAYERS; i++) bytes += h->layer[i].calls.kept ? 0 : (uint64_t)h->layer[i].calls.n * sizeof *h->layer[i].calls.row;
  for (size_t i = 0; i < h->batches; i++) bytes += sizeof *h->batch + (h->batch[i].keep ? h->batch[i].batch->rows : 0);
  return (int64_t)bytes + bytes_of_work(h);
}

static int make_kept(rocpd_snapshot *s, rocpd_kept **kept, rocpd_error *err) {
  rocpd_host *h = sqlite3_malloc64(sizeof *h);
  if (!h) return rocpd_no_memory(err);
  *h = (rocpd_host){.session = rocpd_snapshot_session(s)};
  int rc = make(h, s, err);
  if (rc != SQLITE_OK) return free_host(h), rc;
  const rocpd_keeping keeping = {.owner = &host_owner, .data = h, .bytes = bytes_of(h), .free_data = free_host, .until = ROCPD_KEPT_IN_USE};
  if (!(*kept = rocpd_snapshot_keep(rocpd_snapshot_whole(s), &keeping))) return rocpd_no_memory(err);
  h->kept = *kept;
  return SQLITE_OK;
}

/* An export drops columns that it has written (rocpd_cache_forget()), although the snapshot stays, and texts may have been added. */
static int refresh(rocpd_host *h, rocpd_error *err) {
  rocpd_waiting waiting = {0};
  int rc = rocpd_parallel(h->session, h->batches, load_columns, h, err);
  if (rc == SQLITE_OK) rc = rocpd_waiting_make(h->session, &waiting, err); /* all names are there */
  if (rc != SQLITE_OK) return rc;
  rocpd_waiting_drop(&h->waiting);
  h->waiting = waiting;
  return SQLITE_OK;
}

int rocpd_host_take(rocpd_snapshot *s, rocpd_host **out, rocpd_error *err) {
  rocpd_kept *kept = rocpd_snapshot_use(rocpd_snapshot_whole(s), &host_owner, 0);
  int rc = kept ? SQLITE_OK : make_kept(s, &kept, err);
  if (rc != SQLITE_OK) return rc;
  rc = refresh(rocpd_kept_data(kept), err);
  if (rc == SQLITE_OK) *out = rocpd_kept_data(kept);
  else rocpd_kept_release(kept);
  return rc;
}

void rocpd_host_release(rocpd_host *h) {
  if (h) rocpd_kept_release(h->kept);
}

/* ---- launches */

#define BLOCK 512
#define AHEAD 16 /* number of launches ahead whose calls are prefetched */

static const struct host_source *source_of(const rocpd_host *h, const rocpd_source *source) {
  size_t i = 0;
  while (h->source[i].source != source) i++;
  return &h->source[i];
}

static void prefetch_launch(const host_batch *b, uint32_t row) {
  rocpd_column_prefetch(b->start, row), rocpd_column_prefetch(b->end, row), rocpd_column_prefetch(b->name, row);
}

static void take_launch(const rocpd_host *h, const host_batch *b, uint32_t row, rocpd_host_launch *x) {
  x->start = rocpd_column_at(b->start, row), x->end = rocpd_column_at(b->end, row), x->name = rocpd_column_at(b->name, row);
  x->end = rocpd_later(x->start, known_end(x->end));
  if (x->start == ROCPD_NULL || (b->keep && !b->keep[row])) x->thread = NULL;
  else x->thread = b->thread ? b->thread : thread_at(h, b, row);
}

int rocpd_host_launches(const rocpd_host *h, rocpd_batch *const *batch, const uint32_t *row, uint32_t n, rocpd_host_launch *out, rocpd_error *err) {
  const struct host_source *s = n ? source_of(h, batch[0]->source) : NULL;
  int64_t place[BLOCK];
  int rc = SQLITE_OK;
  for (uint32_t first = 0, some; rc == SQLITE_OK && (some = rocpd_rows_from(first, n, BLOCK)) > 0; first += some) {
    rc = rocpd_launch_places_of(s->links, batch + first, row + first, some, place, err);
    for (uint32_t i = 0; rc == SQLITE_OK && i < some; i++) {
      int64_t later = i + AHEAD < some ? place[i + AHEAD] : ROCPD_NULL;
      if (later != ROCPD_NULL) prefetch_launch(&h->batch[s->batch + rocpd_place_batch(later)], rocpd_place_row(later));
      out[first + i].thread = NULL;
      out[first + i].waited_until = rocpd_told_end(&h->told, batch[first + i], row[first + i]);
      if (place[i] != ROCPD_NULL) take_launch(h, &h->batch[s->batch + rocpd_place_batch(place[i])], rocpd_place_row(place[i]), &out[first + i]);
    }
  }
  return rc;
}

/* ---- walks */

static const host_layer *layer_of(const rocpd_host_walk *w) { return &w->host->layer[w->layer]; }

/* Reads the next calls of the batch; those in another batch are read later. */
static void read_ahead(rocpd_host_walk *w, uint32_t n) {
  uint32_t row[ROCPD_HOST_AHEAD];
  w->ahead.first = w->next;
  w->ahead.n = n = rows_of_batch(w->host, &layer_of(w)->calls, &w->reader, w->next, n < ROCPD_HOST_AHEAD ? n : ROCPD_HOST_AHEAD, row);
  rocpd_column_pick(w->reader.batch->start, row, n, w->ahead.start), rocpd_column_pick(w->reader.batch->end, row, n, w->ahead.end);
}

static inline void read_next(rocpd_host_walk *w) {
  uint32_t left = w->thread->first + w->thread->n - w->next, i = w->next - w->ahead.first;
  w->start = INT64_MAX;
  if (!left) return;
  if (i >= w->ahead.n) read_ahead(w, left), i = 0;
  w->start = w->ahead.start[i], w->end = known_end(w->ahead.end[i]);
}

static int push(rocpd_host_walk *w, const rocpd_host_call *x, rocpd_error *err) {
  if (w->n >= w->room && rocpd_array_reserve(&w->open, &w->room, w->n + 1, sizeof *w->open) != SQLITE_OK) return rocpd_no_memory(err);
  w->open[w->n++] = *x;
  return SQLITE_OK;
}

rocpd_host_call rocpd_host_next(const rocpd_host_walk *w) {
  uint32_t row = layer_of(w)->calls.row[w->next];
  return (rocpd_host_call){w->start, w->end, read_name(&w->reader, row), row};
}

static inline int pass(rocpd_host_walk *w, int64_t time, rocpd_error *err) {
  int rc = SQLITE_OK;
  if (w->end > time) {
    rocpd_host_call x = rocpd_host_next(w);
    rc = push(w, &x, err);
  }
  w->next++;
  read_next(w);
  return rc;
}

int rocpd_host_pass(rocpd_host_walk *w, int64_t time, rocpd_error *err) { return pass(w, time, err); }

static uint32_t first_after(rocpd_host_walk *w, int64_t time) {
  uint32_t first = w->thread->first;
  return ROCPD_FIRST(call, first, first + w->thread->n, read_start(w->host, &layer_of(w)->calls, &w->reader, call) > time);
}

int rocpd_host_enter(rocpd_host_walk *w, int64_t time, rocpd_error *err) {
  const host_layer *l = layer_of(w);
  int rc = SQLITE_OK;
  w->next = first_after(w, time);
  for (uint32_t i = w->thread->first, end; rc == SQLITE_OK && i < w->next; i = end) {
    end = i / FEW * FEW + FEW < w->next ? i / FEW * FEW + FEW : w->next;
    for (; rc == SQLITE_OK && i < end && l->last_end[i / FEW] > time; i++) {
      uint32_t row = l->calls.row[i];
      rocpd_host_call x = {.start = read_start(w->host, &l->calls, &w->reader, i), .end = read_end(&w->reader, row), .row = row};
      if (x.end > time) x.name = read_name(&w->reader, row), rc = push(w, &x, err);
    }
  }
  read_next(w);
  return rc;
}

int rocpd_host_go_on(rocpd_host_walk *w, int64_t time, rocpd_error *err) {
  size_t n = 0;
  int rc = SQLITE_OK;
  for (size_t k = 0; k < w->n; k++)
    if (w->open[k].end > time) w->open[n++] = w->open[k];
  w->n = n;
  while (rc == SQLITE_OK && w->start <= time) rc = pass(w, time, err);
  return rc;
}

void rocpd_host_leave(rocpd_host_walk *w) {
  sqlite3_free(w->open);
  w->open = NULL;
}

/* ---- names */

const rocpd_calls *rocpd_host_calls(const rocpd_host *h) { return &h->layer[ROCPD_HOST_CALLS].calls; }

bool rocpd_host_waits(const rocpd_host *h, int64_t name) { return rocpd_waits(&h->waiting, name); }

bool rocpd_host_works(const rocpd_host *h, const rocpd_call_thread *thread, int64_t from, int64_t to) {
  return h->work.made && rocpd_was_at_work(&h->work, thread->source, thread->nid, thread->pid, from, to);
}

const rocpd_call_thread *rocpd_host_ranges(const rocpd_host *h, const rocpd_call_thread *thread) {
  return rocpd_calls_thread(&h->layer[ROCPD_HOST_RANGES].calls, thread->source, thread->nid, thread->pid, thread->tid);
}

int rocpd_host_range_name(const rocpd_host *h, uint32_t row, int64_t *out, rocpd_error *err) { return rocpd_range_name_of(&h->names, row, out, err); }
