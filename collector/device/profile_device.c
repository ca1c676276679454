/* How a profile sums kernels, copies and allocations: see profile.h. Kernels by name and queue, copies by direction and agents, both
** by stream, and by thread and place of the call that launched them; allocations by type and agent, with their bytes as weight. */
#include "device.h"
#include "profile.h"

/* ---- kernels ---- */

/* Columns of the kinds, see kinds.c. */
enum { D_LAUNCH, D_DURATION, D_START, D_CALL = 4, D_STREAM, D_OPEN_CALL = 3, D_OPEN_STREAM };

/* The agents of lanes, 1 + each. Pages are made as lanes are met; any thread makes them. */
#define PAGE_LANES 1024
#define PAGES 4096
typedef uint32_t lane_page[PAGE_LANES];
static lane_page *_Atomic pages[PAGES];

void collect_profile_queue(uint32_t lane, uint32_t agent_id) {
  if (collect_number(&collect_mode_setting) == COLLECT_MODE_TIMELINE || lane >= PAGES * PAGE_LANES)
    return;
  lane_page *_Atomic *page = &pages[lane / PAGE_LANES], *none = NULL;
  lane_page *fresh = atomic_load_explicit(page, memory_order_acquire) ? NULL : collect_memory_grow(NULL, 0, sizeof *fresh);
  if (fresh && !atomic_compare_exchange_strong(page, &none, fresh))
    collect_memory_free(fresh, sizeof *fresh);
  lane_page *p = atomic_load_explicit(page, memory_order_acquire);
  if (p)
    (*p)[lane % PAGE_LANES] = agent_id + 1;
}

static uint32_t agent_of(uint32_t lane) {
  lane_page *p = lane < PAGES * PAGE_LANES ? atomic_load_explicit(&pages[lane / PAGE_LANES], memory_order_acquire) : NULL;
  return p ? (*p)[lane % PAGE_LANES] - 1 : ROCZ_SUM_NO_ID;
}

static uint32_t kernel_name(int64_t launch) {
  uint32_t kernel = collect_launch_kernel(launch);
  return kernel ? collect_kernel_of(kernel)->name : 0;
}

static void launch_take(collect_sum_key *k, int64_t call) {
  collect_launched by = collect_launch_of((uint64_t)call);
  k->parent_frame = by.frame;
  k->tid = by.tid;
}

static bool sum_row(const collect_sum_key *k, int64_t start, int64_t end, int64_t weight) {
  rocz_sum_record *r = collect_sum_find(k);
  collect_sum *s = r ? collect_sum_add(r) : NULL;
  if (!s)
    return false;
  collect_sum_count(s, start, end);
  s->weight += weight;
  return true;
}

static bool kernels_sum(const rocz_rows *rows) {
  bool ended = rows->kind == ROCZ_DISPATCH;
  const int64_t *const *c = rows->column;
  collect_sum_key k = COLLECT_SUM_KEY;
  k.rows_of = collect_text_of("kernels");
  k.category = collect_text_of(rocz_category_kernels);
  k.queue = rows->lane;
  k.agent = agent_of(rows->lane);
  collect_launches_begin();
  for (uint32_t i = 0; i < rows->rows; i++) {
    k.name = kernel_name(c[D_LAUNCH][i]);
    k.stream = (uint32_t)c[ended ? D_STREAM : D_OPEN_STREAM][i];
    launch_take(&k, c[ended ? D_CALL : D_OPEN_CALL][i]);
    if (!sum_row(&k, ended ? c[D_START][i] : ROCZ_NULL, ended ? c[D_START][i] + c[D_DURATION][i] : ROCZ_NULL, 0))
      return false;
  }
  return true;
}
COLLECT_SUMMED(dispatches) = {.kind = ROCZ_DISPATCH, .add = kernels_sum};
COLLECT_SUMMED(open_dispatches) = {.kind = ROCZ_OPEN_DISPATCH, .add = kernels_sum};

/* ---- copies ---- */

enum { C_DIRECTION, C_DURATION, C_START, C_SIZE, C_DST, C_SRC, C_CALL = 8, C_STREAM };
enum { OC_DIRECTION, OC_SUBMIT, OC_SIZE, OC_DST, OC_SRC, OC_CALL = 7, OC_STREAM };

static uint32_t copy_name(int64_t direction) {
  static const char *const name[] = {"MEMORY_COPY_NONE", "MEMORY_COPY_HOST_TO_HOST", "MEMORY_COPY_HOST_TO_DEVICE", "MEMORY_COPY_DEVICE_TO_HOST",
                                     "MEMORY_COPY_DEVICE_TO_DEVICE"};
  return direction >= ROCZ_COPY_NONE && direction <= ROCZ_COPY_D2D ? collect_text_of(name[direction]) : 0;
}

static bool copies_sum(const rocz_rows *rows) {
  bool ended = rows->kind == ROCZ_COPY;
  const int64_t *const *c = rows->column;
  collect_sum_key k = COLLECT_SUM_KEY;
  k.rows_of = collect_text_of("memory_copies");
  k.category = collect_text_of(rocz_category_copies);
  collect_launches_begin();
  for (uint32_t i = 0; i < rows->rows; i++) {
    k.name = copy_name(c[C_DIRECTION][i]);
    k.agent = (uint32_t)c[ended ? C_DST : OC_DST][i];
    k.src_agent = (uint32_t)c[ended ? C_SRC : OC_SRC][i];
    k.stream = (uint32_t)c[ended ? C_STREAM : OC_STREAM][i];
    launch_take(&k, c[ended ? C_CALL : OC_CALL][i]);
    if (!sum_row(&k, ended ? c[C_START][i] : ROCZ_NULL, ended ? c[C_START][i] + c[C_DURATION][i] : ROCZ_NULL, c[ended ? C_SIZE : OC_SIZE][i]))
      return false;
  }
  return true;
}
COLLECT_SUMMED(copies) = {.kind = ROCZ_COPY, .add = copies_sum};
COLLECT_SUMMED(open_copies) = {.kind = ROCZ_OPEN_COPY, .add = copies_sum};

/* ---- allocations ---- */

/* The value of a column; `otherwise` if the kind has none of this name. */
static int64_t value_of(const rocz_rows *rows, int column, uint32_t i, int64_t otherwise) { return column < 0 ? otherwise : rows->column[column][i]; }

static bool allocations_sum(const rocz_rows *rows) {
  enum { START, DURATION };
  const rocz_kind *kind = collect_rows_kind(rows);
  int category = collect_column_named(kind, "category"), type = collect_column_named(kind, "type"), agent = collect_column_named(kind, "agent_id");
  int size = collect_column_named(kind, "size"), stream = collect_column_named(kind, "stream_id");
  const int64_t *const *c = rows->column;
  collect_sum_key k = COLLECT_SUM_KEY;
  k.rows_of = collect_text_of("memory_allocations");
  for (uint32_t i = 0; i < rows->rows; i++) {
    int64_t of = value_of(rows, agent, i, ROCZ_NULL), in = value_of(rows, stream, i, ROCZ_NULL);
    k.category = (uint32_t)value_of(rows, category, i, 0);
    k.name = (uint32_t)value_of(rows, type, i, 0);
    k.agent = of == ROCZ_NULL ? ROCZ_SUM_NO_ID : (uint32_t)of;
    k.stream = in == ROCZ_NULL ? ROCZ_SUM_NO_ID : (uint32_t)in;
    if (!sum_row(&k, c[START][i], c[START][i] + c[DURATION][i], value_of(rows, size, i, 0)))
      return false;
  }
  return true;
}
COLLECT_SUMMED(allocations) = {.name = "memory_allocations", .add = allocations_sum};
