/* See shared_ranges.h. */
#include "shared_ranges.h"
#include "bisect.h"
#include "node.h"
#include <stdlib.h>

bool rocpd_is_shared_range(const char *function) { return !strcmp(function, "roctxProcessRangeA") || !strcmp(function, "roctxRangeStartA"); }

int rocpd_shared_ranges_add(rocpd_shared_ranges *s, rocpd_batch *b, uint32_t first_row, uint32_t row, rocpd_error *err) {
  static const int column[] = {ROCPD_REGION_nid, ROCPD_REGION_pid, ROCPD_REGION_tid, ROCPD_REGION_start, ROCPD_REGION_end};
  enum { NID, PID, TID, START, END, WANTED };
  int64_t v[WANTED];
  int rc = rocpd_batch_values(b, column, WANTED, row, 1, v, 1, err);
  if (rc != SQLITE_OK || v[START] == ROCPD_NULL) return rc;
  if (!b->source->info.multi_process) v[NID] = 0;
  if (rocpd_array_push_reserve(&s->range, s->n, sizeof *s->range) != SQLITE_OK) return rocpd_no_memory(err);
  int64_t end = v[END] == ROCPD_NULL ? INT64_MAX : rocpd_later(v[START], v[END]);
  s->range[s->n++] =
    (rocpd_shared_range){.source = b->source, .nid = v[NID], .pid = v[PID], .tid = v[TID], .start = v[START], .end = end, .row = first_row + row};
  return SQLITE_OK;
}

typedef struct process_key {
  const rocpd_source *source;
  int64_t nid, pid;
} process_key;

static int compare_processes(const rocpd_shared_range *x, const process_key *y) {
  return ROCPD_ORDER(x->source->number, y->source->number) ?: ROCPD_ORDER(x->nid, y->nid) ?: ROCPD_ORDER(x->pid, y->pid);
}

static process_key process_of_range(const rocpd_shared_range *x) { return (process_key){x->source, x->nid, x->pid}; }

/* If ranges begin together, the longer one is the outer one. */
static int compare(const void *a, const void *b) {
  const rocpd_shared_range *x = a, *y = b;
  const process_key of = process_of_range(y);
  return compare_processes(x, &of) ?: ROCPD_ORDER(x->start, y->start) ?: ROCPD_ORDER(y->end, x->end) ?: ROCPD_ORDER(x->row, y->row);
}

void rocpd_shared_ranges_sort(rocpd_shared_ranges *s) {
  if (s->n) qsort(s->range, s->n, sizeof *s->range, compare);
  for (size_t i = 0; i < s->n; i++) {
    rocpd_shared_range *x = &s->range[i];
    const process_key of = process_of_range(x);
    bool is_first = !i || compare_processes(&x[-1], &of);
    x->reach = is_first ? x->end : rocpd_later(x[-1].reach, x->end);
  }
}

void rocpd_shared_ranges_drop(rocpd_shared_ranges *s) {
  sqlite3_free(s->range);
  *s = (rocpd_shared_ranges){0};
}

/* Counts the ranges before the process; with `of_it`, also those of the process that begin by that time. */
static size_t before(const rocpd_shared_ranges *s, const process_key *of, bool of_it, int64_t time) {
  int order;
  return ROCPD_FIRST(i, 0, s->n, (order = compare_processes(&s->range[i], of)) > 0 || (!order && !(of_it && s->range[i].start <= time)));
}

rocpd_shared_open rocpd_shared_ranges_at(const rocpd_shared_ranges *s, const rocpd_source *source, int64_t nid, int64_t pid, int64_t time) {
  const process_key of = {source, nid, pid};
  if (!s->n) return (rocpd_shared_open){.of = s};
  return (rocpd_shared_open){s, before(s, &of, false, time), before(s, &of, true, time), time};
}

const rocpd_shared_range *rocpd_shared_next(rocpd_shared_open *o) {
  while (o->next > o->first && o->of->range[o->next - 1].reach > o->time) {
    const rocpd_shared_range *x = &o->of->range[--o->next];
    if (x->end > o->time) return x;
  }
  return NULL;
}

const rocpd_shared_range *rocpd_shared_of_no_time(const rocpd_shared_open *o, uint32_t row) {
  for (size_t i = o->next; i > o->first && o->of->range[i - 1].start == o->time; i--)
    if (o->of->range[i - 1].row == row && o->of->range[i - 1].end <= o->time) return &o->of->range[i - 1];
  return NULL;
}
