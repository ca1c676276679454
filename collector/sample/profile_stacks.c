/* How a profile sums samples: see profile.h. Rows of stacks by thread, frame, state and system call, with their CPU time and their waiting for a CPU. The
** frames themselves are rows in a profile, too. */
#include "profile.h"
#include "sample.h"

/* The words of the table's columns (row.c), in the order of `column`. */
enum { TID, CATEGORY, START, LENGTH, FRAME, WEIGHT, STATE, SYSCALL, CPU, WAIT, COLUMNS };
static const char *const column[COLUMNS] = {"tid", "category", "start", "end", "frame_id", "weight", "state", "syscall", "cpu_ns", "wait_ns"};

static bool stack_sum(const collect_sum_key *k, const int64_t *v) {
  rocz_sum_record *r = collect_sum_find(k);
  collect_sum *s = r ? collect_sum_add(r) : NULL;
  if (!s)
    return false;
  collect_sum_count(s, v[START], v[START] + v[LENGTH]);
  s->weight += v[WEIGHT];
  collect_sum_value(&s->value[ROCZ_WIDE_CPU], v[CPU]);
  collect_sum_value(&s->value[ROCZ_WIDE_WAIT], v[WAIT]);
  return true;
}

static bool stacks_sum(const rocz_rows *rows) {
  int at[COLUMNS];
  int64_t v[COLUMNS];
  collect_sum_key k = COLLECT_SUM_KEY;
  k.rows_of = collect_text_of("stacks");
  for (int c = 0; c < COLUMNS; c++)
    at[c] = collect_column_named(collect_rows_kind(rows), column[c]);
  for (uint32_t i = 0; i < rows->rows; i++) {
    for (int c = 0; c < COLUMNS; c++)
      v[c] = rows->column[at[c]][i];
    k.tid = (uint32_t)v[TID];
    k.category = (uint32_t)v[CATEGORY];
    k.name = (uint32_t)v[STATE];
    k.parent_frame = v[FRAME] == ROCZ_NULL ? 0 : (uint32_t)v[FRAME];
    k.syscall = v[SYSCALL] == ROCZ_NULL ? ROCZ_SUM_NO_ID : (uint32_t)v[SYSCALL];
    if (!stack_sum(&k, v))
      return false;
  }
  return true;
}
COLLECT_SUMMED(stacks) = {.name = "stacks", .add = stacks_sum, .valued = &collect_domain_samples};
