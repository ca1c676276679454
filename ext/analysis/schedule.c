/* See schedule.h. Reads the inputs, makes the parts in order, and frees what is no longer needed. */
#include "scheduling.h"
#include "parallel.h"

/* ---- what is read */

static int read_name(void *arg, size_t i, rocpd_error *err) {
  rocpd_batch **batch = arg;
  const rocpd_column *values;
  return rocpd_batch_column(batch[i], ROCPD_REGION_name, &values, err);
}

/* Finds the regions, and reads their names, which interns them. */
static int find_regions(scheduling *s, rocpd_snapshot *snapshot, rocpd_error *err) {
  rocpd_schedule *x = s->x;
  rocpd_session *session = rocpd_snapshot_session(snapshot);
  rocpd_batch **batch;
  size_t n, i = 0;
  int rc = rocpd_snapshot_batches_of(snapshot, x->source, ROCPD_KIND_REGION, &batch, &n, err);
  if (rc == SQLITE_OK) rc = rocpd_parallel(session, n, read_name, batch, err);
  if (rc == SQLITE_OK) rc = rocpd_times_make(session, batch, n, NULL, 0, &x->regions, err);
  while (i < x->calls->batches && x->calls->batch[i]->source != x->source) i++;
  x->first_region = x->calls->first_row[i];
  return rc == SQLITE_OK ? rocpd_waiting_make(session, &s->waiting, err) : rc;
}

/* Allocates the state of the pass over events. */
static int make_state(scheduling *s, rocpd_error *err) {
  rocpd_schedule *x = s->x;
  uint32_t waiting = 0;
  for (uint32_t i = 0; i < x->n_calls / 64 + 1; i++) x->waits_before[i] = waiting, waiting += (uint32_t)__builtin_popcountll(x->waits[i]);
  s->last = schedule_room(x->device.lanes.n, sizeof *s->last), s->heap = schedule_room(x->threads, sizeof *s->heap);
  x->awaited = schedule_room(waiting, sizeof *x->awaited);
  if (s->change) s->then = schedule_room(x->device.times.n, sizeof *s->then);
  else x->cause = schedule_room(x->device.times.n, sizeof *x->cause);
  if (!s->last || !s->heap || !x->awaited || (s->change ? !s->then : !x->cause)) return rocpd_no_memory(err);
  for (size_t i = 0; i < x->device.lanes.n; i++) s->last[i] = (timed_event){0, ROCPD_NO_EVENT};
  memset(x->awaited, 0xff, waiting * sizeof *x->awaited);
  return SQLITE_OK;
}

/* ---- what calls waited for */

static uint32_t waiting_call(const rocpd_schedule *x, size_t thread, uint32_t k) { return x->thread[thread].end[x->thread[thread].wait[k]] >> 1; }

/* Threads are read in turns, so the next element of this one is prefetched meanwhile. */
static int64_t wait_time(void *arg, size_t thread, uint32_t k) {
  enum { AHEAD = 4 };
  const rocpd_schedule *x = ((scheduling *)arg)->x;
  if (k + AHEAD < x->thread[thread].waits) schedule_fetch_call(x, waiting_call(x, thread, k + AHEAD));
  return schedule_call_end(x, waiting_call(x, thread, k));
}

static int read_wait(void *arg, size_t thread, uint32_t k, rocpd_wait *out, rocpd_error *err) {
  const scheduling *s = arg;
  const rocpd_schedule *x = s->x;
  uint32_t call = waiting_call(x, thread, k), row = schedule_region(x, call);
  const rocpd_timed_batch *b = rocpd_times_at(&x->regions, row);
  const rocpd_call_thread *of = &x->calls->thread[x->first_thread + thread];
  const rocpd_column *c;
  int64_t key = ROCPD_NULL;
  int rc = rocpd_batch_column(b->batch, ROCPD_REGION_name, &c, err);
  if (rc != SQLITE_OK) return rc;
  enum rocpd_wait_kind kind = rocpd_wait_kind(&s->waiting, rocpd_column_at(c, row - b->first));
  int column = kind == ROCPD_WAITS_FOR_OWN ? ROCPD_REGION_stack_id : rocpd_waits_for_argument(kind) ? ROCPD_REGION_id : -1;
  if (column >= 0 && (rc = rocpd_batch_column(b->batch, column, &c, err)) == SQLITE_OK) key = rocpd_column_at(c, row - b->first);
  *out = (rocpd_wait){kind, rocpd_column_at(b->start, row - b->first), schedule_call_start(x, call), schedule_call_end(x, call), key, of->pid, of->tid};
  return rc;
}

static void take_awaited(void *arg, size_t thread, uint32_t k, const rocpd_wait *w, const rocpd_awaited *awaited) {
  (void)w;
  rocpd_schedule *x = ((scheduling *)arg)->x;
  if (awaited->number != ROCPD_NO_ACTIVITY) x->awaited[schedule_waits_before(x, waiting_call(x, thread, k))] = 2 * (x->n_calls + awaited->number) + 1;
}

/* Returns false for calls before the requested time, which `calls` may lack. */
static bool launch_began(void *arg, uint32_t number, int64_t *out) {
  const rocpd_schedule *x = arg;
  uint32_t call = x->device.call[number];
  if (call == ROCPD_NO_CALL) return false;
  *out = rocpd_times_start(&x->regions, schedule_region(x, call));
  return true;
}

static int find_awaited(scheduling *s, rocpd_error *err) {
  rocpd_schedule *x = s->x;
  uint32_t *n = schedule_room(x->threads, sizeof *n);
  if (!n) return rocpd_no_memory(err);
  for (size_t i = 0; i < x->threads; i++) n[i] = x->thread[i].waits;
  s->awaiting.launched = (rocpd_launch_times){launch_began, x};
  int rc = rocpd_awaited_all(&s->awaiting, s->session, &(rocpd_wait_lists){x->threads, n, s, wait_time, read_wait, take_awaited}, err);
  sqlite3_free(n);
  return rc;
}

/* Finds the time of the first event, or the beginning of the requested time if something crosses it. */
static void find_first(rocpd_schedule *x) {
  x->from = x->device.least;
  for (size_t t = 0; t < x->threads; t++)
    if (x->thread[t].first_time < x->from) x->from = x->thread[t].first_time;
  if (x->from < x->asked_from) x->from = x->asked_from;
}

/* The map from rows to numbers of calls is freed as soon as possible. */
static int find_device(scheduling *s, rocpd_snapshot *snapshot, rocpd_error *err) {
  rocpd_schedule *x = s->x;
  uint32_t *of_row = schedule_room(x->regions.n, sizeof *of_row);
  if (!of_row) return rocpd_fail(err, SQLITE_NOMEM, "out of memory for %u calls", x->n_calls);
  memset(of_row, 0xff, x->regions.n * sizeof *of_row);
  for (uint32_t call = 0; call < x->n_calls; call++) of_row[schedule_region(x, call)] = call;
  int rc = rocpd_activities_make(snapshot, &(rocpd_launching){x->calls, of_row, x->first_region}, x->source, x->asked_from, s->to, &x->device, err);
  sqlite3_free(of_row);
  return rc;
}

static int make(scheduling *s, rocpd_snapshot *snapshot, rocpd_error *err) {
  rocpd_schedule *x = s->x;
  rocpd_session *session = rocpd_snapshot_session(snapshot);
  int rc = find_regions(s, snapshot, err);
  if (rc == SQLITE_OK) rc = find_device(s, snapshot, err);
  if (rc == SQLITE_OK) rc = rocpd_schedule_order(s, session, err);
  if (rc == SQLITE_OK) rc = make_state(s, err);
  if (rc == SQLITE_OK) rc = rocpd_awaiting_make(snapshot, x->source, &x->device.times, &s->waiting, x->asked_from, s->to, &s->awaiting, err);
  if (rc == SQLITE_OK) rc = find_awaited(s, err);
  if (rc != SQLITE_OK) return rc;
  find_first(x);
  if (s->change) s->change->to = x->from;
  rocpd_schedule_begin_following(s);
  return SQLITE_OK;
}

static int begin(scheduling *s, rocpd_snapshot *snapshot, const rocpd_calls *calls, rocpd_source *source, int64_t from, rocpd_error *err) {
  rocpd_schedule *x = s->x;
  size_t first = 0, last;
  *x = (rocpd_schedule){.calls = calls, .source = source, .last = ROCPD_NO_EVENT, .asked_from = from};
  s->session = rocpd_snapshot_session(snapshot);
  while (first < calls->threads && calls->thread[first].source != source) first++;
  for (last = first; last < calls->threads && calls->thread[last].source == source; last++) x->n_calls += calls->thread[last].n;
  if (last > first) x->first_call = calls->thread[first].first;
  x->first_thread = first, x->threads = last - first;
  return make(s, rocpd_snapshot_whole(snapshot), err);
}

static void end(scheduling *s) {
  rocpd_schedule *x = s->x;
  rocpd_waiting_drop(&s->waiting), rocpd_awaiting_drop(&s->awaiting);
  sqlite3_free(s->last), sqlite3_free(s->then), sqlite3_free(s->heap);
  sqlite3_free(x->by_end), sqlite3_free(x->device.call), sqlite3_free(x->device.set);
  x->by_end = x->device.call = NULL, x->device.set = NULL;
}

int rocpd_schedule_make(rocpd_snapshot *snapshot, const rocpd_calls *calls, rocpd_source *source, int64_t from, int64_t to, rocpd_change *change,
                        rocpd_schedule *out, rocpd_error *err) {
  scheduling s = {.x = out, .change = change, .to = to};
  rocpd_meeting *waits;
  int rc = begin(&s, snapshot, calls, source, from, err);
  if (rc == SQLITE_OK) rc = rocpd_schedule_follow(&s, &waits, err);
  end(&s);
  if (rc != SQLITE_OK) rocpd_schedule_drop(out);
  return rc;
}

int rocpd_scheduling_begin(rocpd_snapshot *snapshot, const rocpd_calls *calls, rocpd_source *source, int64_t from, int64_t to, rocpd_change *change,
                           rocpd_scheduling **out, rocpd_error *err) {
  scheduling *s = *out = sqlite3_malloc64(sizeof *s);
  if (!s) return rocpd_no_memory(err);
  *s = (scheduling){.x = &s->own, .change = change, .to = to};
  return begin(s, snapshot, calls, source, from, err);
}

int rocpd_scheduling_go_on(rocpd_scheduling *s, rocpd_meeting **waits, bool *moved, rocpd_error *err) {
  uint32_t met = s->met;
  int rc = rocpd_schedule_follow(s, waits, err);
  *moved = s->met != met || !*waits;
  return rc;
}

const rocpd_schedule *rocpd_scheduling_schedule(const rocpd_scheduling *s) { return s->x; }

void rocpd_scheduling_end(rocpd_scheduling *s) {
  if (!s) return;
  end(s);
  rocpd_schedule_drop(s->x);
  sqlite3_free(s);
}

/* ---- its end */

void rocpd_schedule_trim(rocpd_schedule *x) {
  for (size_t t = 0; x->thread && t < x->threads; t++) sqlite3_free(x->thread[t].end), sqlite3_free(x->thread[t].wait), sqlite3_free(x->thread[t].waited);
  sqlite3_free(x->thread), sqlite3_free(x->by_start), sqlite3_free(x->by_end), sqlite3_free(x->cause);
  sqlite3_free(x->waits), sqlite3_free(x->waits_before), sqlite3_free(x->awaited), sqlite3_free(x->parent);
  x->thread = NULL, x->by_start = x->by_end = x->cause = x->waits_before = x->awaited = x->parent = NULL, x->waits = NULL;
  rocpd_times_drop(&x->regions);
  rocpd_activities_trim(&x->device);
}

void rocpd_schedule_drop(rocpd_schedule *x) {
  rocpd_schedule_trim(x);
  rocpd_activities_drop(&x->device);
  memset(x, 0, sizeof *x);
}
