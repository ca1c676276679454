/* memory_timeline: the device memory in use after each allocation and each free. */
#include <stdlib.h>
#include "device.h"
#include "groups.h"
#include "lifetime.h"
#include "rows.h"
#include "sum.h"

#define COLUMN_LIST(C, H) \
  C(TIMESTAMP, timestamp, BIGINT) C(AGENT, agent_id, INTEGER) C(LEVEL, level, TEXT) C(EVENT, event, TEXT) C(DELTA, delta_bytes, INTEGER) \
  C(LEVEL_BYTES, level_bytes, INTEGER) C(TOTAL, total_bytes, INTEGER) C(LIVE, live, INTEGER) \
  H(ALLOCATION, allocation_id, INTEGER) H(DEVICE, device, TEXT) H(DEVICE_BYTES, device_bytes, INTEGER) H(PID, pid, INTEGER) \
  ROCPD_IDENTITY_COLUMNS(H)
ROCPD_COLUMNS(COLUMN_LIST);

typedef struct memory_step {
  const rocpd_lifetime *of;
  int64_t time;
  bool frees;
} memory_step;

/* A running sum, for an agent, for a level of an agent, or for a device. */
typedef struct memory_sum {
  rocpd_sum128 bytes;
  int64_t live;
} memory_sum;

typedef struct memory_sums {
  rocpd_groups groups;
  memory_sum *sum;
  size_t room;
} memory_sums;

typedef struct adding_up {
  rocpd_session *session;
  int64_t alloc, free, pool; /* interned */
  const rocpd_device *device; /* the snapshot's */
  size_t devices;
  memory_sums agents, levels, on_device;
  rocpd_row_builder b;
} adding_up;

/* ---- in order */

/* The order of steps at one time: frees first, except of memory that was allocated at that time. */
static int turn_of(const memory_step *x) { return !x->frees ? 1 : x->of->allocated == x->of->freed ? 2 : 0; }

static int compare(const void *a, const void *b) {
  const memory_step *x = a, *y = b;
  return ROCPD_ORDER(x->time, y->time) ?: ROCPD_ORDER(turn_of(x), turn_of(y)) ?: ROCPD_ORDER(x->of, y->of);
}

/* ---- sums */

static int sum_of(memory_sums *s, const int64_t *key, memory_sum **out, rocpd_error *err) {
  int64_t group;
  int rc = rocpd_group_add(&s->groups, key, &group, err);
  if (rc != SQLITE_OK) return rc;
  size_t room = s->room;
  if (rocpd_array_reserve(&s->sum, &s->room, s->groups.n, sizeof *s->sum) != SQLITE_OK) return rocpd_no_memory(err);
  if (s->room > room) memset(s->sum + room, 0, (s->room - room) * sizeof *s->sum);
  *out = &s->sum[group];
  return SQLITE_OK;
}

static void drop_sums(memory_sums *s) { rocpd_groups_free(&s->groups), sqlite3_free(s->sum); }

static int read_row(const adding_up *a, const rocpd_memory_row *at, int64_t *value, rocpd_error *err) {
  static const struct { int to, from; } plain[] = {
    {ALLOCATION, ROCPD_ALLOCATION_id}, {AGENT, ROCPD_ALLOCATION_agent_id}, {PID, ROCPD_ALLOCATION_pid}, {GUID, ROCPD_ALLOCATION_guid},
    {SOURCE, ROCPD_ALLOCATION_source}, {RUN, ROCPD_ALLOCATION_run}, {HOST, ROCPD_ALLOCATION_host}, {RANK, ROCPD_ALLOCATION_rank}};
  int rc = SQLITE_OK;
  for (size_t i = 0; rc == SQLITE_OK && i < sizeof plain / sizeof *plain; i++) rc = rocpd_memory_value(at, plain[i].from, &value[plain[i].to], err);
  if (rc != SQLITE_OK) return rc;
  const rocpd_device *d = rocpd_device_of(a->device, a->devices, at->batch->source, value[AGENT]);
  value[DEVICE] = d ? d->device : ROCPD_NULL;
  return SQLITE_OK;
}

/* Adds a step. Steps outside the time window count, but have no row. */
static int add_step(adding_up *a, const memory_step *x, rocpd_error *err) {
  const rocpd_lifetime *life = x->of;
  int64_t size = life->size == ROCPD_NULL ? 0 : life->size, one = x->frees ? -1 : 1;
  int64_t value[COLUMNS] = {[TIMESTAMP] = x->time, [LEVEL] = life->level, [EVENT] = x->frees ? a->free : a->alloc,
                            [DELTA] = life->size == ROCPD_NULL ? ROCPD_NULL : one * size};
  int rc = read_row(a, &life->given, value, err);
  if (rc != SQLITE_OK) return rc;
  memory_sum *agent, *level, *device = NULL;
  rc = sum_of(&a->levels, (int64_t[]){value[GUID], value[SOURCE], value[AGENT], value[LEVEL]}, &level, err);
  if (rc == SQLITE_OK) rc = sum_of(&a->agents, (int64_t[]){value[GUID], value[SOURCE], value[AGENT]}, &agent, err);
  if (rc == SQLITE_OK && value[DEVICE] != ROCPD_NULL) rc = sum_of(&a->on_device, &value[DEVICE], &device, err);
  if (rc != SQLITE_OK) return rc;
  bool counts = life->level != a->pool; /* memory of pools is part of memory that already counts */
  level->bytes += one * size, agent->live += one;
  if (counts) agent->bytes += one * size;
  if (device && counts) device->bytes += one * size;
  value[LEVEL_BYTES] = rocpd_saturated(level->bytes), value[TOTAL] = rocpd_saturated(agent->bytes), value[LIVE] = agent->live;
  value[DEVICE_BYTES] = device ? rocpd_saturated(device->bytes) : ROCPD_NULL;
  return (x->frees ? life->taken.outside : life->given.outside) ? SQLITE_OK : rocpd_fail_code(err, rocpd_rows_add(&a->b, value));
}

/* ---- */

static int make_steps(const rocpd_lifetime *life, size_t n, memory_step **out, size_t *steps, rocpd_error *err) {
  memory_step *step = *out = sqlite3_malloc64((2 * n + 1) * sizeof *step);
  if (!step) return rocpd_no_memory(err);
  for (size_t i = 0; i < n; i++) {
    if (!life[i].given.batch) continue;
    step[(*steps)++] = (memory_step){&life[i], life[i].allocated, false};
    if (life[i].freed != ROCPD_NULL) step[(*steps)++] = (memory_step){&life[i], life[i].freed, true};
  }
  qsort(step, *steps, sizeof *step, compare);
  return SQLITE_OK;
}

static int add_up(adding_up *a, rocpd_snapshot *s, rocpd_error *err) {
  rocpd_lifetime *life = NULL;
  memory_step *step = NULL;
  size_t lives = 0, steps = 0;
  int rc = SQLITE_OK;
  a->alloc = rocpd_rows_text(a->session, "ALLOC", &rc), a->free = rocpd_rows_text(a->session, "FREE", &rc), a->pool = rocpd_rows_text(a->session, "POOL", &rc);
  rc = rc == SQLITE_OK ? rocpd_lifetimes(s, &life, &lives, err) : rocpd_fail_code(err, rc);
  if (rc == SQLITE_OK) rc = rocpd_devices(s, &a->device, &a->devices, err);
  if (rc == SQLITE_OK) rc = make_steps(life, lives, &step, &steps, err);
  for (size_t i = 0; rc == SQLITE_OK && i < steps; i++) rc = add_step(a, &step[i], err);
  sqlite3_free(life), sqlite3_free(step);
  return rc;
}

static int memory_timeline_rows(rocpd_snapshot *s, const char *const *arg, rocpd_rows *out, rocpd_error *err) {
  adding_up a = {.session = rocpd_snapshot_session(s), .b.columns = COLUMNS,
                 .agents.groups.keys = 3, .levels.groups.keys = 4, .on_device.groups = {.keys = 1, .by_text = true}};
  int rc = add_up(&a, s, err);
  drop_sums(&a.agents), drop_sums(&a.levels), drop_sums(&a.on_device);
  rc = rocpd_rows_end(&a.b, rc, out, err);
  if (rc == SQLITE_OK) out->ordered_by = TIMESTAMP;
  return rc;
}

ROCPD_TABLE(memory_timeline) = {.name = "memory_timeline", .kind = -1, .column = columns, .columns = COLUMNS, .takes = ROCPD_TAKES_GPU, .takes_sums = true,
                                .needs_allocations = true, .ignores = ROCPD_TAKES_KERNEL | ROCPD_TAKES_STREAM, .rows = memory_timeline_rows};
