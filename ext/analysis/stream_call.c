/* See stream_call.h. */
#include "stream_call.h"
#include <stdlib.h>
#include "bisect.h"
#include "json.h"
#include "map.h"

enum { LEGACY = 1, PER_THREAD = 2 }; /* hipStreamLegacy, hipStreamPerThread */

/* The time since which a handle is a stream. */
typedef struct handle_use {
  int64_t pid, tid; /* tid: thread, if it is a per-thread stream; else 0 */
  int64_t handle, since, stream;
} handle_use;

typedef struct stream_calls {
  rocpd_session *session;
  const rocpd_used_gpus *used;
  rocpd_stream_call *call;
  int64_t *handle;       /* handle in the stream argument; ROCPD_NULL: not recorded */
  bool *own;             /* without a stream argument, the call means the thread's own stream */
  size_t n;
  rocpd_map of_id;       /* id of a call -> call */
  rocpd_map launched_in; /* id of another call with a stream argument -> handle */
  handle_use *use;
  size_t uses;
  bool known;            /* the file states the handles of its streams */
} stream_calls;

/* ---- the calls */

static int add_calls(stream_calls *c, rocpd_batch *b, const rocpd_waiting *waiting, rocpd_error *err) {
  static const int wanted[] = {ROCPD_REGION_name, ROCPD_REGION_start, ROCPD_REGION_id, ROCPD_REGION_pid, ROCPD_REGION_tid, ROCPD_REGION_result};
  const rocpd_column *v[6];
  int rc = rocpd_batch_columns(b, wanted, 6, v, err);
  for (uint32_t row = 0; rc == SQLITE_OK && row < b->rows; row++) {
    enum rocpd_wait_kind kind = rocpd_wait_kind(waiting, rocpd_column_at(v[0], row));
    if (kind < ROCPD_WAITS_FOR_STREAM || kind == ROCPD_WAITS_FOR_DEVICE) continue;
    int64_t time = rocpd_column_at(v[1], row), result = rocpd_column_at(v[5], row), id = rocpd_column_at(v[2], row);
    if (time == ROCPD_NULL || id == ROCPD_NULL || (result != ROCPD_NULL && result)) continue;
    if (rocpd_array_push_reserve(&c->call, c->n, sizeof *c->call) != SQLITE_OK || rocpd_array_push_reserve(&c->handle, c->n, sizeof *c->handle) != SQLITE_OK ||
        rocpd_array_push_reserve(&c->own, c->n, sizeof *c->own) != SQLITE_OK) return rocpd_no_memory(err);
    const char *name = rocpd_string(c->session, rocpd_column_at(v[0], row), NULL);
    size_t size = strlen(name);
    c->call[c->n] = (rocpd_stream_call){time, id, rocpd_column_at(v[3], row), rocpd_column_at(v[4], row), ROCPD_NULL, ROCPD_NULL, ROCPD_NULL, (uint8_t)kind};
    c->handle[c->n] = ROCPD_NULL, c->own[c->n] = size > 4 && !strcmp(name + size - 4, "_spt");
    rc = rocpd_fail_code(err, rocpd_map_set(&c->of_id, (uint64_t)id, c->n++));
  }
  return rc;
}

/* ---- their arguments */

static int64_t read_handle(const stream_calls *c, int64_t text) {
  const char *value = text == ROCPD_NULL ? "" : rocpd_string(c->session, text, NULL);
  char *end;
  unsigned long long handle = strtoull(value, &end, 0);
  return *value && !*end ? (int64_t)handle : ROCPD_NULL;
}

/* Values are read only if some are needed, since making all of them is expensive if all calls have arguments. */
static int add_arguments(stream_calls *c, rocpd_batch *b, int64_t stream, int64_t event, rocpd_error *err) {
  const rocpd_column *id, *name, *value = NULL;
  int rc = rocpd_batch_column(b, ROCPD_ARG_id, &id, err);
  if (rc == SQLITE_OK) rc = rocpd_batch_column(b, ROCPD_ARG_name, &name, err);
  for (uint32_t row = 0; rc == SQLITE_OK && row < b->rows; row++) {
    int64_t what = rocpd_column_at(name, row), of = rocpd_column_at(id, row);
    if ((what != stream && what != event) || of == ROCPD_NULL) continue;
    uint64_t call = rocpd_map_get(&c->of_id, (uint64_t)of, UINT64_MAX);
    if (call == UINT64_MAX && (what == event || c->known)) continue;
    if (!value) rc = rocpd_batch_column(b, ROCPD_ARG_value, &value, err);
    if (rc != SQLITE_OK) break;
    int64_t handle = read_handle(c, rocpd_column_at(value, row));
    if (handle == ROCPD_NULL) continue;
    if (call == UINT64_MAX) rc = rocpd_fail_code(err, rocpd_map_set(&c->launched_in, (uint64_t)of, (uint64_t)handle & INT64_MAX));
    else if (what == event) c->call[call].event = handle;
    else c->handle[call] = handle;
  }
  return rc;
}

static int read_arguments(stream_calls *c, rocpd_snapshot *s, rocpd_source *source, rocpd_error *err) {
  rocpd_batch **batch;
  size_t n;
  int64_t stream, event;
  const rocpd_column *name;
  int rc = rocpd_snapshot_batches_of(s, source, ROCPD_KIND_ARG, &batch, &n, err);
  for (size_t i = 0; rc == SQLITE_OK && i < n; i++) rc = rocpd_batch_column(batch[i], ROCPD_ARG_name, &name, err);
  if (rc == SQLITE_OK) rc = rocpd_fail_code(err, rocpd_intern(c->session, "stream", -1, &stream));
  if (rc == SQLITE_OK) rc = rocpd_fail_code(err, rocpd_intern(c->session, "event", -1, &event));
  for (size_t i = 0; rc == SQLITE_OK && i < n; i++) rc = add_arguments(c, batch[i], stream, event, err);
  return rc;
}

/* ---- handles */

static int add_use(stream_calls *c, handle_use use, rocpd_error *err) {
  return rocpd_fail_code(err, ROCPD_PUSH(c->use, c->uses, use));
}

/* Reads what the file states about its streams. It does not distinguish per-thread streams. */
static int add_streams(stream_calls *c, rocpd_batch *b, rocpd_error *err) {
  static const int wanted[] = {ROCPD_STREAM_id, ROCPD_STREAM_pid, ROCPD_STREAM_extdata};
  const rocpd_column *v[3];
  int rc = rocpd_batch_columns(b, wanted, 3, v, err);
  for (uint32_t row = 0; rc == SQLITE_OK && row < b->rows; row++) {
    int64_t extdata = rocpd_column_at(v[2], row), handle, since;
    rocpd_error why = {0};
    if (extdata == ROCPD_NULL || !strstr(rocpd_string(c->session, extdata, NULL), "\"handle\"")) continue;
    rc = rocpd_json_value(c->session, extdata, "$.handle", ROCPD_TEXT, &handle, &why);
    if (rc == SQLITE_OK) rc = rocpd_json_value(c->session, extdata, "$.created_ns", ROCPD_INT, &since, &why);
    if (rc == SQLITE_ERROR) return rocpd_error_clear(&why), SQLITE_OK; /* SQLite has no JSON functions: nothing is known of handles */
    if (rc != SQLITE_OK) return rocpd_fail_for(err, rc, &why);
    handle = read_handle(c, handle);
    if (handle == ROCPD_NULL || since == ROCPD_NULL) continue;
    c->known = true;
    rc = add_use(c, (handle_use){rocpd_column_at(v[1], row), 0, handle, since + b->source->said.offset_ns, rocpd_column_at(v[0], row)}, err);
  }
  return rc;
}

static int read_streams(stream_calls *c, rocpd_snapshot *s, rocpd_source *source, rocpd_error *err) {
  rocpd_batch **batch;
  size_t n;
  int rc = rocpd_snapshot_batches_of(s, source, ROCPD_KIND_STREAM, &batch, &n, err);
  for (size_t i = 0; rc == SQLITE_OK && i < n; i++) rc = add_streams(c, batch[i], err);
  return rc;
}

/* Learns handles from calls that launched something and whose arguments are known. */
static int learn_from(stream_calls *c, const rocpd_timed_batch *t, const rocpd_launched_batch *l, rocpd_error *err) {
  enum { ID, START, TID, VALUES, BLOCK = 512 };
  static const int column[VALUES] = {ROCPD_REGION_id, ROCPD_REGION_start, ROCPD_REGION_tid};
  int64_t place[BLOCK], v[VALUES][BLOCK];
  int rc = SQLITE_OK;
  for (uint32_t first = 0, n; rc == SQLITE_OK && (n = rocpd_rows_from(first, t->rows, BLOCK)) > 0; first += n) {
    rc = rocpd_launch_places(c->used->calls, t->batch, first, n, place, err);
    for (int k = 0; rc == SQLITE_OK && k < VALUES; k++) rc = rocpd_link_values(c->used->calls, ROCPD_LINK_CALL_OF_STACK, place, n, column[k], v[k], err);
    for (uint32_t i = 0; rc == SQLITE_OK && i < n; i++) {
      int64_t stream = rocpd_column_at(l->stream_id, first + i);
      uint64_t handle = v[ID][i] == ROCPD_NULL ? UINT64_MAX : rocpd_map_get(&c->launched_in, (uint64_t)v[ID][i], UINT64_MAX);
      if (handle == UINT64_MAX || stream == ROCPD_NULL || v[START][i] == ROCPD_NULL) continue;
      rc = add_use(c, (handle_use){rocpd_column_at(l->pid, first + i), handle == PER_THREAD ? v[TID][i] : 0, (int64_t)handle, v[START][i], stream}, err);
    }
  }
  return rc;
}

static int compare_handles(const handle_use *x, const handle_use *y) {
  return ROCPD_ORDER(x->pid, y->pid) ?: ROCPD_ORDER(x->handle, y->handle) ?: ROCPD_ORDER(x->tid, y->tid);
}

static int compare_uses(const void *a, const void *b) {
  const handle_use *x = a, *y = b;
  return compare_handles(x, y) ?: ROCPD_ORDER(x->since, y->since) ?: ROCPD_ORDER(x->stream, y->stream);
}

/* The stream that had the handle at that time; before the first known use, the first stream that had it. */
static int64_t stream_of(const stream_calls *c, const rocpd_stream_call *call, int64_t handle) {
  handle_use key = {call->pid, handle == PER_THREAD && !c->known ? call->tid : 0, handle, call->time, INT64_MAX};
  size_t later = ROCPD_FIRST(i, 0, c->uses, compare_uses(&c->use[i], &key) > 0);
  bool before = later > 0 && !compare_handles(&c->use[later - 1], &key), after = later < c->uses && !compare_handles(&c->use[later], &key);
  if (handle == PER_THREAD && c->known)
    return before && !after && (later < 2 || compare_handles(&c->use[later - 2], &key)) ? c->use[later - 1].stream : ROCPD_NULL;
  if (before || after) return c->use[before ? later - 1 : later].stream;
  return handle == 0 || handle == LEGACY ? c->used->default_stream : ROCPD_NULL;
}

static void name_streams(stream_calls *c) {
  if (c->uses) qsort(c->use, c->uses, sizeof *c->use, compare_uses);
  for (size_t i = 0; i < c->n; i++) {
    rocpd_stream_call *call = &c->call[i];
    if (c->handle[i] == ROCPD_NULL) continue;
    call->stream = stream_of(c, call, c->own[i] && !c->handle[i] ? PER_THREAD : c->handle[i]);
    if (call->stream != c->used->default_stream) continue;
    int64_t gpu = rocpd_gpu_of_thread(c->used, call->pid, call->tid);
    if (gpu == ROCPD_NO_GPU) gpu = rocpd_gpu_of_process(c->used, call->pid);
    if (gpu == ROCPD_NO_GPU || gpu == ROCPD_SEVERAL_GPUS) call->stream = ROCPD_NULL;
    else call->gpu = gpu;
  }
}

/* ---- the whole */

static int find_calls(stream_calls *c, rocpd_snapshot *s, rocpd_source *source, const rocpd_times *times, const rocpd_waiting *waiting, rocpd_error *err) {
  rocpd_batch **batch;
  size_t n;
  int rc = rocpd_snapshot_batches_of(s, source, ROCPD_KIND_ARG, &batch, &n, err);
  if (rc != SQLITE_OK || !n) return rc;
  rc = rocpd_snapshot_batches_of(s, source, ROCPD_KIND_REGION, &batch, &n, err);
  for (size_t i = 0; rc == SQLITE_OK && i < n; i++) rc = add_calls(c, batch[i], waiting, err);
  if (rc != SQLITE_OK || !c->n) return rc;
  rc = read_streams(c, s, source, err);
  if (rc == SQLITE_OK) rc = read_arguments(c, s, source, err);
  for (size_t i = 0; rc == SQLITE_OK && c->launched_in.count && i < times->batches; i++) rc = learn_from(c, &times->batch[i], &c->used->batch[i], err);
  if (rc == SQLITE_OK) name_streams(c);
  return rc;
}

int rocpd_stream_calls(rocpd_snapshot *s, rocpd_source *source, const rocpd_times *times, const rocpd_used_gpus *used, const rocpd_waiting *waiting,
                       rocpd_stream_call **out, size_t *n, rocpd_error *err) {
  stream_calls c = {.session = rocpd_snapshot_session(s), .used = used};
  int rc = find_calls(&c, s, source, times, waiting, err);
  *out = NULL, *n = 0;
  for (size_t i = 0; rc == SQLITE_OK && i < c.n; i++) /* calls without arguments are skipped */
    if (c.handle[i] != ROCPD_NULL || c.call[i].event != ROCPD_NULL) c.call[(*n)++] = c.call[i];
  if (rc == SQLITE_OK && *n) *out = c.call;
  else sqlite3_free(c.call);
  sqlite3_free(c.handle), sqlite3_free(c.own), sqlite3_free(c.use);
  rocpd_map_free(&c.of_id), rocpd_map_free(&c.launched_in);
  return rc;
}
