/* allocations: each allocation of device memory with its free, and the calls that made both. In the order of `memory_allocations`. */
#include "launch.h"
#include "lifetime.h"
#include "rows.h"

#define COLUMN_LIST(C, H) \
  C(ID, id, INTEGER) C(LEVEL, level, TEXT) C(AGENT, agent_id, INTEGER) C(AGENT_NAME, agent_name, TEXT) C(ADDRESS, address, INTEGER) \
  C(SIZE, size_bytes, INTEGER) C(ALLOCATED, allocated, BIGINT) C(FREED, freed, BIGINT) C(ALIVE, alive_ns, INTEGER) C(STATE, state, TEXT) \
  C(CALL, call, TEXT) C(FREE_CALL, free_call, TEXT) \
  H(FREE_ID, free_id, INTEGER) H(PID, pid, INTEGER) H(TID, tid, INTEGER) H(STREAM, stream_id, INTEGER) H(STACK, stack_id, INTEGER) \
  ROCPD_IDENTITY_COLUMNS(H)
ROCPD_COLUMNS(COLUMN_LIST);

/* Columns of the allocation, or of the free if only that was recorded. */
static const struct { int to, from; } plain[] = {
  {AGENT, ROCPD_ALLOCATION_agent_id}, {AGENT_NAME, ROCPD_ALLOCATION_agent_name}, {PID, ROCPD_ALLOCATION_pid}, {TID, ROCPD_ALLOCATION_tid},
  {STREAM, ROCPD_ALLOCATION_stream_id}, {GUID, ROCPD_ALLOCATION_guid}, {SOURCE, ROCPD_ALLOCATION_source}, {RUN, ROCPD_ALLOCATION_run},
  {HOST, ROCPD_ALLOCATION_host}, {RANK, ROCPD_ALLOCATION_rank}};

/* Finds the outer call if there is one: hipMalloc, not the HSA call that it makes. */
static int call_of(rocpd_snapshot *s, const rocpd_memory_row *at, int64_t *stack, int64_t *name, rocpd_error *err) {
  static const int ids[] = {ROCPD_ALLOCATION_parent_stack_id, ROCPD_ALLOCATION_stack_id};
  rocpd_links *calls;
  int64_t own, found = ROCPD_NULL;
  *stack = *name = ROCPD_NULL;
  if (!at->batch) return SQLITE_OK;
  int rc = rocpd_launch_calls(s, at->batch->source, &calls, err);
  for (int i = 0; rc == SQLITE_OK && found == ROCPD_NULL && i < 2; i++) {
    rc = rocpd_memory_value(at, ids[i], &own, err);
    found = own;
    if (rc == SQLITE_OK) rc = rocpd_link_map(calls, ROCPD_LINK_CALL_OF_STACK, ROCPD_REGION_name, &found, 1, err);
    if (rc == SQLITE_OK && found != ROCPD_NULL) *stack = own, *name = found;
  }
  return rc;
}

static int add_life(rocpd_snapshot *s, const rocpd_lifetime *x, const int64_t *states, rocpd_row_builder *b, rocpd_error *err) {
  const rocpd_memory_row *whose = x->given.batch ? &x->given : &x->taken;
  int64_t value[COLUMNS] = {
    [LEVEL] = x->level, [ADDRESS] = x->address, [SIZE] = x->size, [ALLOCATED] = x->allocated, [FREED] = x->freed, [STATE] = states[x->state],
    [ALIVE] = x->allocated == ROCPD_NULL || x->freed == ROCPD_NULL ? ROCPD_NULL : x->freed - x->allocated,
  };
  int64_t other;
  int rc = SQLITE_OK;
  for (size_t i = 0; rc == SQLITE_OK && i < sizeof plain / sizeof *plain; i++) rc = rocpd_memory_value(whose, plain[i].from, &value[plain[i].to], err);
  if (rc == SQLITE_OK) rc = rocpd_memory_value(&x->given, ROCPD_ALLOCATION_id, &value[ID], err);
  if (rc == SQLITE_OK) rc = rocpd_memory_value(&x->taken, ROCPD_ALLOCATION_id, &value[FREE_ID], err);
  if (rc == SQLITE_OK) rc = call_of(s, &x->given, &value[STACK], &value[CALL], err);
  if (rc == SQLITE_OK) rc = call_of(s, &x->taken, &other, &value[FREE_CALL], err);
  return rc == SQLITE_OK ? rocpd_fail_code(err, rocpd_rows_add(b, value)) : rc;
}

static bool is_outside(const rocpd_memory_row *at) { return !at->batch || at->outside; }

static int allocations_rows(rocpd_snapshot *s, const char *const *arg, rocpd_rows *out, rocpd_error *err) {
  static const char *const words[] = {[ROCPD_MEMORY_FREED] = "freed", [ROCPD_MEMORY_LIVE] = "live",
                                      [ROCPD_MEMORY_REPLACED] = "replaced", [ROCPD_MEMORY_FOREIGN] = "foreign"};
  int64_t states[4];
  rocpd_lifetime *life = NULL;
  size_t n = 0;
  rocpd_row_builder b = {.columns = COLUMNS};
  int rc = SQLITE_OK;
  for (int i = 0; i < 4; i++) states[i] = rocpd_rows_text(rocpd_snapshot_session(s), words[i], &rc);
  rc = rc == SQLITE_OK ? rocpd_lifetimes(s, &life, &n, err) : rocpd_fail_code(err, rc);
  for (size_t i = 0; rc == SQLITE_OK && i < n; i++)
    if (!is_outside(&life[i].given) || !is_outside(&life[i].taken)) rc = add_life(s, &life[i], states, &b, err);
  sqlite3_free(life);
  return rocpd_rows_end(&b, rc, out, err);
}

ROCPD_TABLE(allocations) = {.name = "allocations", .kind = -1, .column = columns, .columns = COLUMNS, .takes = ROCPD_TAKES_GPU, .takes_sums = true,
                            .needs_allocations = true, .ignores = ROCPD_TAKES_KERNEL | ROCPD_TAKES_STREAM, .rows = allocations_rows};
