/* See activities.h. Batches are read in parallel, each with its own sets of lanes; then the lanes of all batches are numbered. */
#include "activities.h"
#include "parallel.h"

enum { PID, STREAM, AGENT, QUEUE, SET_KEYS, LANE_KEYS = 4, BLOCK = 512 }; /* AGENT of copies: the GPU in whose default stream they are */

typedef struct collecting {
  rocpd_activities *a;
  const rocpd_launching *by;
  rocpd_links *links;
  int64_t gpu; /* interned */
  int64_t from, to;
} collecting;

static int columns_of(rocpd_batch *batch, rocpd_activity_batch *b, const rocpd_column **c, rocpd_owner_columns *owner, rocpd_error *err) {
  static const int kernel[SET_KEYS] = {ROCPD_KERNEL_pid, ROCPD_KERNEL_stream_id, ROCPD_KERNEL_agent_id, ROCPD_KERNEL_queue_id};
  static const int copy[SET_KEYS] = {ROCPD_COPY_pid, ROCPD_COPY_stream_id}; /* no queue's */
  bool kernels = batch->kind == ROCPD_KIND_KERNEL;
  int rc = rocpd_batch_columns(batch, kernels ? kernel : copy, kernels ? SET_KEYS : AGENT, c, err);
  if (rc != SQLITE_OK) return rc;
  return kernels ? rocpd_batch_column(batch, ROCPD_KERNEL_name, &b->name, err) : rocpd_owner_columns_load(batch, ROCPD_LEVEL_AGENT, owner, err);
}

/* Finds the set of lanes of a row, which is mostly that of the row before. */
static int find_set(rocpd_activity_batch *b, int64_t v[SET_KEYS][BLOCK], uint32_t i, int64_t *set, rocpd_error *err) {
  const int64_t key[SET_KEYS] = {v[PID][i], v[STREAM][i], v[AGENT][i], v[QUEUE][i]};
  return b->sets.n && !memcmp(&b->sets.key[(size_t)*set * SET_KEYS], key, sizeof key) ? SQLITE_OK : rocpd_group_add(&b->sets, key, set, err);
}

static int find_sets(rocpd_batch *batch, rocpd_activity_batch *b, int64_t gpu, int64_t default_stream, uint16_t *out, rocpd_error *err) {
  const rocpd_column *c[SET_KEYS] = {0};
  int64_t v[SET_KEYS][BLOCK] = {0}, set = 0, used[2];
  rocpd_owner_columns owner;
  int rc = columns_of(batch, b, c, &owner, err);
  for (uint32_t first = 0, n; rc == SQLITE_OK && (n = rocpd_rows_from(first, batch->rows, BLOCK)) > 0; first += n) {
    for (int k = 0; k < SET_KEYS && c[k]; k++) rocpd_column_get(c[k], first, n, v[k]);
    for (uint32_t i = 0; rc == SQLITE_OK && i < n; i++) {
      if (!c[AGENT]) v[AGENT][i] = v[STREAM][i] == default_stream && rocpd_gpus_of(&owner, first + i, gpu, used) ? used[0] : ROCPD_NULL;
      rc = find_set(b, v, i, &set, err);
      out[first + i] = (uint16_t)set;
    }
  }
  return rc;
}

static int find_calls(const collecting *c, const rocpd_timed_batch *b, uint32_t *call, rocpd_error *err) {
  int rc = rocpd_calls_launching_rows(c->by->calls, c->links, b->batch, 0, b->rows, call, err);
  for (uint32_t i = 0; rc == SQLITE_OK && i < b->rows; i++)
    if (call[i] != ROCPD_NO_CALL) call[i] = c->by->of_row[call[i] - c->by->first_row];
  return rc;
}

static void find_kept(const collecting *c, const rocpd_timed_batch *t, rocpd_activity_batch *b, uint32_t *kept) {
  int64_t start[BLOCK], end[BLOCK];
  for (uint32_t first = 0, n; (n = rocpd_rows_from(first, t->rows, BLOCK)) > 0; first += n) {
    rocpd_column_get(t->start, first, n, start), rocpd_column_get(t->end, first, n, end);
    for (uint32_t i = 0; i < n; i++) {
      if (start[i] == ROCPD_NULL || end[i] == ROCPD_NULL || start[i] > c->to || (end[i] < start[i] ? start[i] : end[i]) < c->from) continue;
      kept[b->kept++] = t->first + first + i;
      if (start[i] < b->least) b->least = start[i];
    }
  }
}

static int read_batch(void *arg, size_t i, rocpd_error *err) {
  const collecting *c = arg;
  rocpd_activities *a = c->a;
  const rocpd_timed_batch *t = &a->times.batch[i];
  find_kept(c, t, &a->batch[i], a->kept + t->first);
  int rc = find_sets(t->batch, &a->batch[i], c->gpu, a->default_stream, a->set + t->first, err);
  return rc == SQLITE_OK ? find_calls(c, t, a->call + t->first, err) : rc;
}

/* ---- lanes */

static int lane_number(rocpd_activities *a, const int64_t key[LANE_KEYS], uint32_t *out, rocpd_error *err) {
  int64_t lane = 0;
  int rc = rocpd_group_add(&a->lanes, key, &lane, err);
  *out = (uint32_t)lane;
  return rc;
}

static int number_lanes(rocpd_activities *a, rocpd_activity_batch *b, rocpd_error *err) {
  int rc = SQLITE_OK;
  if (!(b->lane = sqlite3_malloc64((b->sets.n + 1) * sizeof *b->lane))) return rocpd_no_memory(err);
  for (size_t i = 0; rc == SQLITE_OK && i < b->sets.n; i++) {
    const int64_t *key = &b->sets.key[i * SET_KEYS];
    uint32_t *lane = b->lane[i];
    lane[ROCPD_LANE_QUEUE] = lane[ROCPD_LANE_STREAM] = ROCPD_NO_LANE;
    int64_t gpu = key[STREAM] == a->default_stream ? key[AGENT] : ROCPD_NULL;
    if (key[STREAM] != ROCPD_NULL) rc = lane_number(a, (int64_t[]){ROCPD_LANE_STREAM, key[PID], key[STREAM], gpu}, &lane[ROCPD_LANE_STREAM], err);
    if (rc == SQLITE_OK && b->name) rc = lane_number(a, (int64_t[]){ROCPD_LANE_QUEUE, key[AGENT], key[QUEUE], 0}, &lane[ROCPD_LANE_QUEUE], err);
  }
  rocpd_groups_free(&b->sets);
  return rc;
}

/* Joins the lists of all batches. */
static void join_kept(rocpd_activities *a) {
  a->least = INT64_MAX;
  for (size_t i = 0; i < a->times.batches; i++) {
    const rocpd_activity_batch *b = &a->batch[i];
    memmove(a->kept + a->n_kept, a->kept + a->times.batch[i].first, b->kept * sizeof *a->kept);
    a->n_kept += b->kept;
    if (b->least < a->least) a->least = b->least;
  }
}

/* ---- the whole */

static int make_room(rocpd_activities *a, rocpd_error *err) {
  uint64_t n = (uint64_t)a->times.n + 1;
  a->batch = sqlite3_malloc64((a->times.batches + 1) * sizeof *a->batch);
  a->call = sqlite3_malloc64(n * sizeof *a->call), a->set = sqlite3_malloc64(n * sizeof *a->set), a->kept = sqlite3_malloc64(n * sizeof *a->kept);
  for (size_t i = 0; a->batch && i < a->times.batches; i++) a->batch[i] = (rocpd_activity_batch){.least = INT64_MAX, .sets.keys = SET_KEYS};
  return a->batch && a->call && a->set && a->kept ? SQLITE_OK : rocpd_fail(err, SQLITE_NOMEM, "out of memory for %u kernels and copies", a->times.n);
}

int rocpd_activities_make(rocpd_snapshot *s, const rocpd_launching *by, rocpd_source *source, int64_t from, int64_t to, rocpd_activities *out,
                          rocpd_error *err) {
  collecting c = {.a = out, .by = by, .from = from, .to = to};
  rocpd_session *session = rocpd_snapshot_session(s);
  rocpd_batch **kernel, **copy;
  size_t kernels, copies;
  *out = (rocpd_activities){.lanes.keys = LANE_KEYS, .default_stream = rocpd_snapshot_default_stream(s)};
  int rc = rocpd_snapshot_batches_of(s, source, ROCPD_KIND_KERNEL, &kernel, &kernels, err);
  if (rc == SQLITE_OK) rc = rocpd_snapshot_batches_of(s, source, ROCPD_KIND_COPY, &copy, &copies, err);
  if (rc == SQLITE_OK) rc = rocpd_launch_calls(s, source, &c.links, err);
  if (rc == SQLITE_OK) rc = rocpd_fail_code(err, rocpd_intern(session, "GPU", -1, &c.gpu));
  if (rc == SQLITE_OK) rc = rocpd_times_make(session, kernel, kernels, copy, copies, &out->times, err);
  if (rc == SQLITE_OK) rc = make_room(out, err);
  if (rc == SQLITE_OK) rc = rocpd_parallel(session, out->times.batches, read_batch, &c, err);
  for (size_t i = 0; rc == SQLITE_OK && i < out->times.batches; i++) rc = number_lanes(out, &out->batch[i], err);
  if (rc == SQLITE_OK) join_kept(out);
  else rocpd_activities_drop(out);
  return rc;
}

void rocpd_activities_trim(rocpd_activities *a) {
  for (size_t i = 0; a->batch && i < a->times.batches; i++) rocpd_groups_free(&a->batch[i].sets), sqlite3_free(a->batch[i].lane), a->batch[i].lane = NULL;
  sqlite3_free(a->call), sqlite3_free(a->set), sqlite3_free(a->kept), rocpd_groups_free(&a->lanes);
  a->call = a->kept = NULL, a->set = NULL;
}

void rocpd_activities_drop(rocpd_activities *a) {
  rocpd_activities_trim(a);
  rocpd_times_drop(&a->times), sqlite3_free(a->batch);
  *a = (rocpd_activities){0};
}
