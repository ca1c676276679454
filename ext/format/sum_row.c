/* See sum_row.h. */
#include "sum_row.h"

static int64_t id_or_null(uint32_t id) { return id == ROCZ_SUM_NO_ID ? ROCZ_NULL : id; }

bool rocz_sum_row(const rocz_sum_record *r, bool is_wide, bool has_rows, int64_t row[ROCZ_SUM_COLUMNS]) {
  const rocz_wide_sum_record *w = is_wide ? (const rocz_wide_sum_record *)(const void *)r : NULL;
  if (!r->rows_of || !(r->calls + r->open)) return false;
  row[ROCZ_SUM_TID] = r->tid ? r->tid : ROCZ_NULL;
  row[ROCZ_SUM_ROWS_OF] = r->rows_of;
  row[ROCZ_SUM_CATEGORY] = r->category;
  row[ROCZ_SUM_NAME] = r->name;
  row[ROCZ_SUM_MESSAGE] = r->message;
  row[ROCZ_SUM_AGENT] = id_or_null(r->agent);
  row[ROCZ_SUM_SRC_AGENT] = id_or_null(r->src_agent);
  row[ROCZ_SUM_QUEUE] = id_or_null(r->queue);
  row[ROCZ_SUM_STREAM] = id_or_null(r->stream);
  row[ROCZ_SUM_FRAME] = r->frame ? r->frame : ROCZ_NULL;
  row[ROCZ_SUM_START] = r->start == INT64_MAX ? ROCZ_NULL : r->start;
  row[ROCZ_SUM_END] = r->ended ? r->end : ROCZ_NULL;
  row[ROCZ_SUM_CALLS] = (int64_t)(r->calls + r->open);
  row[ROCZ_SUM_ENDED] = (int64_t)r->ended;
  row[ROCZ_SUM_NS] = r->ended ? (int64_t)r->sum_ns : ROCZ_NULL;
  row[ROCZ_SUM_MIN] = r->ended ? r->min_ns : ROCZ_NULL;
  row[ROCZ_SUM_MAX] = r->ended ? r->max_ns : ROCZ_NULL;
  row[ROCZ_SUM_SQUARES_HIGH] = (int64_t)r->squares_high;
  row[ROCZ_SUM_SQUARES_LOW] = (int64_t)r->squares_low;
  row[ROCZ_SUM_OWN] = r->own_ns;
  row[ROCZ_SUM_LONGEST] = r->ended ? r->longest_start : ROCZ_NULL;
  row[ROCZ_SUM_WEIGHT] = r->weight;
  row[ROCZ_SUM_HAS_ROWS] = has_rows ? 1 : ROCZ_NULL;
  row[ROCZ_SUM_SYSCALL] = w ? id_or_null(w->syscall) : ROCZ_NULL;
  for (int i = 0; i < ROCZ_WIDE_VALUES; i++) row[ROCZ_SUM_VALUES + i] = w ? w->value[i] : ROCZ_NULL;
  return true;
}
