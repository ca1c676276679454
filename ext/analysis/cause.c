/* See cause.h. Markers are no calls: what a program says of itself does not keep it from launching. First each gap is looked at with the
** call alone that launched what came next; only if some were the host's all calls are put in order. */
#include "cause.h"
#include "calls.h"
#include "marker.h"

const char *const rocpd_cause_type[ROCPD_CAUSES] = {"host", "host", "host", "launch", "device", "device", "device", "unknown"};
const char *const rocpd_cause_name[ROCPD_CAUSES] = {"synchronisation", "call", "no call", "launch", "copy", "queue", "dispatch", "unknown"};

struct rocpd_causes {
  rocpd_snapshot *snapshot;
  rocpd_session *session;
  bool has_calls;
  rocpd_calls calls;
  rocpd_source **source; /* those that have calls: */
  rocpd_links **links;
  size_t sources;
};

bool rocpd_is_wait(const char *name) {
  return strstr(name, "Synchronize") || !strncmp(name, "hsa_signal_wait", 15) || !strncmp(name, "hsa_amd_signal_wait", 19) ||
         (!strncmp(name, "hipMemcpy", 9) && !strstr(name, "Async"));
}

/* ---- calls, without markers ---- */

static bool is_marker(rocpd_session *session, int64_t category) {
  return category != ROCPD_NULL && rocpd_is_marker_category(rocpd_string(session, category, NULL));
}

/* Which rows of a batch are calls; *out NULL: all. */
static int calls_of_batch(rocpd_session *session, rocpd_batch *b, uint8_t **out, rocpd_error *err) {
  const rocpd_column *category;
  int64_t last = ROCPD_NULL;
  bool marker = false, any = false;
  *out = NULL;
  int rc = rocpd_batch_column(b, ROCPD_REGION_category, &category, err);
  if (rc != SQLITE_OK || rocpd_column_only_nulls(category)) return rc;
  if (rocpd_column_is_constant(category) && !is_marker(session, rocpd_column_at(category, 0))) return rc;
  uint8_t *keep = sqlite3_malloc64((uint64_t)b->rows + 1);
  if (!keep) return rocpd_fail(err, SQLITE_NOMEM, "out of memory for %u calls", b->rows);
  for (uint32_t i = 0; i < b->rows; i++) {
    int64_t c = rocpd_column_at(category, i);
    if (c != last) marker = is_marker(session, c), last = c;
    any |= marker;
    keep[i] = !marker;
  }
  if (any) *out = keep;
  else sqlite3_free(keep);
  return SQLITE_OK;
}

typedef struct call_filter {
  rocpd_session *session;
  rocpd_batch **batch;
  uint8_t **keep;
} call_filter;

static int filter_batch(void *arg, size_t i, rocpd_error *err) {
  call_filter *f = arg;
  return calls_of_batch(f->session, f->batch[i], &f->keep[i], err);
}

/* Where some batches have markers, all the others keep all. */
static int make_calls(rocpd_causes *c, rocpd_snapshot *s, const call_filter *f, size_t n, rocpd_error *err) {
  static uint8_t all[ROCPD_BATCH_ROWS];
  bool some = false;
  for (size_t i = 0; i < n; i++) some |= f->keep[i] != NULL;
  if (!some) return rocpd_calls_make(s, NULL, &c->calls, err);
  const uint8_t **keep = sqlite3_malloc64(n * sizeof *keep);
  if (!keep) return rocpd_no_memory(err);
  if (!all[0]) memset(all, 1, sizeof all);
  for (size_t i = 0; i < n; i++) keep[i] = f->keep[i] ? f->keep[i] : all;
  int rc = rocpd_calls_make(s, keep, &c->calls, err);
  sqlite3_free(keep);
  return rc;
}

static int find_calls(rocpd_causes *c, rocpd_error *err) {
  rocpd_snapshot *s = c->snapshot;
  call_filter f = {.session = c->session};
  size_t n;
  int rc = rocpd_snapshot_batches(rocpd_snapshot_whole(s), ROCPD_KIND_REGION, &f.batch, &n, err);
  if (rc != SQLITE_OK) return rc;
  f.keep = sqlite3_malloc64((n + 1) * sizeof *f.keep);
  if (!f.keep) return rocpd_no_memory(err);
  memset(f.keep, 0, (n + 1) * sizeof *f.keep);
  rc = rocpd_parallel(c->session, n, filter_batch, &f, err);
  if (rc == SQLITE_OK) rc = make_calls(c, s, &f, n, err);
  for (size_t i = 0; i < n; i++) sqlite3_free(f.keep[i]);
  sqlite3_free(f.keep);
  c->has_calls = rc == SQLITE_OK;
  return rc;
}

static int find_links(rocpd_causes *c, rocpd_snapshot *s, rocpd_error *err) {
  size_t n;
  rocpd_source **source = rocpd_snapshot_sources(s, &n);
  c->source = source;
  c->links = sqlite3_malloc64((n + 1) * sizeof *c->links);
  if (!c->links) return rocpd_no_memory(err);
  int rc = SQLITE_OK;
  for (; rc == SQLITE_OK && c->sources < n; c->sources++) rc = rocpd_launch_calls(s, source[c->sources], &c->links[c->sources], err);
  return rc;
}

int rocpd_causes_new(rocpd_snapshot *s, rocpd_causes **out, rocpd_error *err) {
  rocpd_causes *c = sqlite3_malloc64(sizeof *c);
  if (!c) return rocpd_no_memory(err);
  *c = (rocpd_causes){.snapshot = s, .session = rocpd_snapshot_session(s)};
  int rc = find_links(c, s, err);
  if (rc == SQLITE_OK) return *out = c, SQLITE_OK;
  rocpd_causes_free(c);
  return rc;
}

void rocpd_causes_free(rocpd_causes *c) {
  if (c) rocpd_calls_drop(&c->calls), sqlite3_free(c->links);
  sqlite3_free(c);
}

/* ---- what the host did ---- */

static int waits(const rocpd_causes *c, uint32_t call, bool *yes, rocpd_error *err) {
  int64_t name;
  int rc = rocpd_call_value(&c->calls, call, ROCPD_REGION_name, &name, err);
  *yes = rc == SQLITE_OK && name != ROCPD_NULL && rocpd_is_wait(rocpd_string(c->session, name, NULL));
  return rc;
}

/* Is the thread, in the innermost call that is open at that time or one around it, waiting? */
static int is_waiting(const rocpd_causes *c, uint32_t call, int64_t time, bool *yes, rocpd_error *err) {
  int rc = SQLITE_OK;
  *yes = false;
  for (; rc == SQLITE_OK && !*yes && call != ROCPD_NO_CALL; call = rocpd_call_open(&c->calls, c->calls.parent[call], time)) rc = waits(c, call, yes, err);
  return rc;
}

static uint32_t first_after(const rocpd_calls *c, const rocpd_call_thread *t, int64_t time) {
  uint32_t low = t->first, high = t->first + t->n;
  while (low < high) {
    uint32_t middle = low + (high - low) / 2;
    if (c->start[middle] <= time) low = middle + 1;
    else high = middle;
  }
  return low;
}

/* Of [from, to) the time that a thread spent in calls, and the one with the most of it; `open` is the outermost of those open
** at first, `next` the first that starts later. */
static int64_t time_in_calls(const rocpd_calls *c, const rocpd_call_thread *t, uint32_t open, uint32_t next, int64_t from, int64_t to, uint32_t *longest) {
  int64_t most = 0, reached = from, sum = 0;
  *longest = ROCPD_NO_CALL;
  for (uint32_t i = open == ROCPD_NO_CALL ? next++ : open; i < t->first + t->n && c->start[i] < to; i = next++) {
    if (i != open && c->parent[i] != ROCPD_NO_CALL) continue;
    int64_t start = c->start[i] > reached ? c->start[i] : reached, end = c->end[i] < to ? c->end[i] : to;
    if (end <= start) continue;
    sum += end - start, reached = end;
    if (end - start > most) most = end - start, *longest = i;
  }
  return sum;
}

static int name_of(const rocpd_causes *c, enum rocpd_cause cause, uint32_t call, rocpd_reason *out, rocpd_error *err) {
  out->cause = cause;
  return rocpd_call_value(&c->calls, call, ROCPD_REGION_name, &out->host_call, err);
}

/* The launching call began in the pause. */
static int host_reason(const rocpd_causes *c, uint32_t launch, int64_t start, int64_t end, rocpd_reason *out, rocpd_error *err) {
  const rocpd_calls *calls = &c->calls;
  const rocpd_call_thread *t = rocpd_calls_thread_of(calls, launch);
  uint32_t next = first_after(calls, t, start), inner = next > t->first ? rocpd_call_open(calls, next - 1, start) : ROCPD_NO_CALL, outer = inner, longest;
  for (uint32_t i = inner; i != ROCPD_NO_CALL; i = rocpd_call_open(calls, calls->parent[i], start)) outer = i;
  int64_t launched = calls->start[launch] < end ? calls->start[launch] : end;
  bool waiting;
  int rc = is_waiting(c, inner, start, &waiting, err);
  if (rc != SQLITE_OK) return rc;
  if (waiting) return name_of(c, ROCPD_CAUSE_SYNCHRONISATION, outer, out, err);
  if (launched - start < end - launched) return name_of(c, ROCPD_CAUSE_LAUNCH, launch, out, err);
  int64_t in_calls = time_in_calls(calls, t, outer, next, start, launched, &longest);
  if (in_calls >= launched - start - in_calls) return name_of(c, ROCPD_CAUSE_CALL, longest, out, err);
  out->cause = ROCPD_CAUSE_NO_CALL;
  return SQLITE_OK;
}

/* ---- what the GPU waited for ---- */

static int queue_of(rocpd_batch *b, uint32_t row, int64_t *queue, rocpd_error *err) {
  const rocpd_column *column;
  int rc = rocpd_batch_column(b, ROCPD_KERNEL_queue_id, &column, err);
  if (rc == SQLITE_OK) *queue = rocpd_column_at(column, row);
  return rc;
}

static int device_reason(const rocpd_pause *p, rocpd_reason *out, rocpd_error *err) {
  int64_t from, to;
  if (!p->before) return SQLITE_OK;
  out->cause = p->before->kind == ROCPD_KIND_COPY ? ROCPD_CAUSE_COPY : ROCPD_CAUSE_QUEUE;
  if (out->cause == ROCPD_CAUSE_COPY || p->after->kind == ROCPD_KIND_COPY) return SQLITE_OK;
  int rc = queue_of(p->before, p->before_row, &from, err);
  if (rc == SQLITE_OK) rc = queue_of(p->after, p->after_row, &to, err);
  if (rc == SQLITE_OK && from == to) out->cause = ROCPD_CAUSE_DISPATCH;
  return rc;
}

/* ---- either ---- */

#define BY_HOST ROCPD_CAUSES /* it is the host's: which one is yet to be found */

static rocpd_links *links_of(const rocpd_causes *c, const rocpd_batch *b) {
  size_t i = 0;
  while (c->source[i] != b->source) i++;
  return c->links[i];
}

/* The call that launched an activity; *found false: none was recorded. */
typedef struct launching {
  int64_t start, end, name; /* end INT64_MAX: not known */
} launching;

static int launch_of(const rocpd_causes *c, rocpd_batch *batch, uint32_t row, launching *out, bool *found, rocpd_error *err) {
  static const int wanted[] = {ROCPD_REGION_start, ROCPD_REGION_end, ROCPD_REGION_name, ROCPD_REGION_category};
  rocpd_links *links = links_of(c, batch);
  int64_t place, value[4];
  *found = false;
  int rc = rocpd_launch_places(links, batch, row, 1, &place, err);
  if (rc != SQLITE_OK || place == ROCPD_NULL) return rc;
  rocpd_batch *b = rocpd_link_batch(links, ROCPD_LINK_CALL_OF_STACK, place);
  for (int i = 0; i < 4; i++) {
    const rocpd_column *column;
    rc = rocpd_batch_column(b, wanted[i], &column, err);
    if (rc != SQLITE_OK) return rc;
    value[i] = rocpd_column_at(column, rocpd_place_row(place));
  }
  if (value[0] == ROCPD_NULL || is_marker(c->session, value[3])) return SQLITE_OK;
  *out = (launching){value[0], value[1] == ROCPD_NULL ? INT64_MAX : value[1], value[2]};
  *found = true;
  return SQLITE_OK;
}

static int look_at(const rocpd_causes *c, const rocpd_pause *p, rocpd_reason *out, rocpd_error *err) {
  launching launch;
  bool found;
  *out = (rocpd_reason){ROCPD_CAUSE_UNKNOWN, ROCPD_NULL};
  if (!p->after) return SQLITE_OK;
  int rc = launch_of(c, p->after, p->after_row, &launch, &found, err);
  if (rc != SQLITE_OK || !found) return rc;
  if (launch.start > p->start) return out->cause = BY_HOST, SQLITE_OK;
  if (launch.end > p->start) return *out = (rocpd_reason){ROCPD_CAUSE_LAUNCH, launch.name}, SQLITE_OK;
  return device_reason(p, out, err);
}

static int look_at_host(const rocpd_causes *c, const rocpd_pause *p, rocpd_reason *out, rocpd_error *err) {
  uint32_t launch;
  *out = (rocpd_reason){ROCPD_CAUSE_UNKNOWN, ROCPD_NULL};
  int rc = rocpd_calls_launching(&c->calls, links_of(c, p->after), p->after, p->after_row, 1, &launch, err);
  return rc == SQLITE_OK && launch != ROCPD_NO_CALL ? host_reason(c, launch, p->start, p->end, out, err) : rc;
}

#define CAUSE_BLOCK 1024

typedef struct cause_work {
  rocpd_causes *causes;
  const rocpd_pause *pause;
  size_t n;
  rocpd_reason *out;
} cause_work;

static int find_block(void *arg, size_t block, rocpd_error *err) {
  cause_work *w = arg;
  int rc = SQLITE_OK;
  for (size_t i = block * CAUSE_BLOCK; rc == SQLITE_OK && i < w->n && i < (block + 1) * CAUSE_BLOCK; i++) rc = look_at(w->causes, &w->pause[i], &w->out[i], err);
  return rc;
}

static int find_block_of_host(void *arg, size_t block, rocpd_error *err) {
  cause_work *w = arg;
  int rc = SQLITE_OK;
  for (size_t i = block * CAUSE_BLOCK; rc == SQLITE_OK && i < w->n && i < (block + 1) * CAUSE_BLOCK; i++)
    if (w->out[i].cause == BY_HOST) rc = look_at_host(w->causes, &w->pause[i], &w->out[i], err);
  return rc;
}

int rocpd_causes_of(rocpd_causes *c, const rocpd_pause *pause, size_t n, rocpd_reason *out, rocpd_error *err) {
  cause_work w = {c, pause, n, out};
  size_t blocks = (n + CAUSE_BLOCK - 1) / CAUSE_BLOCK;
  bool host = false;
  int rc = rocpd_parallel(c->session, blocks, find_block, &w, err);
  for (size_t i = 0; rc == SQLITE_OK && i < n && !host; i++) host = out[i].cause == BY_HOST;
  if (rc == SQLITE_OK && host && !c->has_calls) rc = find_calls(c, err);
  return rc == SQLITE_OK && host ? rocpd_parallel(c->session, blocks, find_block_of_host, &w, err) : rc;
}

int rocpd_cause_of_gap(rocpd_causes *c, rocpd_neighbours *n, const rocpd_timeline *line, const rocpd_gap *gap, rocpd_reason *out, rocpd_error *err) {
  rocpd_activity before, after;
  int rc = rocpd_ended_at(n, line, gap->start, &before, err);
  if (rc == SQLITE_OK) rc = rocpd_started_at(n, line, gap->end, &after, err);
  if (rc != SQLITE_OK) return rc;
  return rocpd_causes_of(c, &(rocpd_pause){gap->start, gap->end, before.batch, after.batch, (rocpd_row)before.row, (rocpd_row)after.row}, 1, out, err);
}
