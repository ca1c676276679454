/* The record kinds as data: what their flags and references promise of their columns. So whatever is derived from them (windows,
** spans, exports, origins) also works for a new kind. */
#include "link.h"
#include "reference.h"
#include "schema.h"
#include "test.h"
#include <string.h>

static int flagged(const rocpd_kind *k, int flag) {
  int n = 0;
  for (int c = 0; c < k->columns; c++) n += (k->column[c].flags & flag) != 0;
  return n;
}

static bool refers(int kind, int to) {
  for (int i = 0; i < ROCPD_REFERENCE_COUNT; i++)
    if (rocpd_references[i].kind == kind && rocpd_references[i].to == to) return true;
  return false;
}

static void events(void) {
  int events = 0;
  for (int i = 0; i < ROCPD_KIND_COUNT; i++) {
    const rocpd_kind *k = &rocpd_kinds[i];
    bool event = k->flags & ROCPD_K_EVENT;
    events += event;
    if (event) printf("# %s\n", k->name);
    if (event) CHECK(k->start >= 0 && k->end >= 0 && rocpd_kind_column(i, "id") >= 0 && rocpd_kind_column(i, "event_id") >= 0);
    if (event) CHECK(flagged(k, ROCPD_C_CATEGORY) <= 1 && flagged(k, ROCPD_C_NAME) == 1 && flagged(k, ROCPD_C_AGENT) <= 2);
    else CHECK_INT(flagged(k, ROCPD_C_CATEGORY | ROCPD_C_NAME | ROCPD_C_AGENT), k == &rocpd_kinds[ROCPD_KIND_REGION_AND_SAMPLE] ? 2 : 0);
    if (k->flags & (ROCPD_K_COUNTED | ROCPD_K_LIFETIME)) CHECK(k->start >= 0 && k->end >= 0);
    if (k->flags & ROCPD_K_COUNTED) CHECK(rocpd_kind_column(i, "tid") >= 0 || rocpd_kind_column(i, "track") >= 0); /* trace/same_row.c */
  }
  CHECK_INT(events, 7);
}

static void owners(void) {
  for (int i = 0; i < ROCPD_KIND_COUNT; i++) {
    const rocpd_kind *k = &rocpd_kinds[i];
    if (k->belongs_to == ROCPD_KIND_NONE) CHECK(!(k->flags & ROCPD_K_OWNED));
    else CHECK(rocpd_kind_column(i, k->by) >= 0 && rocpd_kind_column(k->belongs_to, k->by) >= 0);
    /* A base table whose rows have events is that of a kind of events, or adds details to them. */
    bool more = i == ROCPD_KIND_RAW_ARG || i == ROCPD_KIND_RAW_PMC_EVENT;
    if (refers(i, ROCPD_KIND_RAW_EVENT) && !more) CHECK(k->belongs_to >= 0 && rocpd_kinds[k->belongs_to].flags & ROCPD_K_EVENT);
    /* A row's process is found by its event. */
    if (refers(i, ROCPD_KIND_RAW_EVENT) && !more) CHECK(rocpd_link_to(i, rocpd_kind_column(i, "event_id")) < ROCPD_LINK_COUNT);
  }
}

static void columns(void) {
  CHECK_INT(rocpd_kind_column(ROCPD_KIND_KERNEL, "name"), ROCPD_KERNEL_name);
  CHECK_INT(rocpd_kind_column(ROCPD_KIND_KERNEL, "rank"), ROCPD_KERNEL_rank);
  CHECK_INT(rocpd_kind_column(ROCPD_KIND_KERNEL, "no such column"), -1);
  for (int i = 0; i < ROCPD_KIND_COUNT; i++)
    for (int c = 0; c < rocpd_kinds[i].columns; c++) CHECK_INT(rocpd_kind_column(i, rocpd_kinds[i].column[c].name), c);
}

int main(void) {
  RUN(events);
  RUN(owners);
  RUN(columns);
  return test_result();
}
