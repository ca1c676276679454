/* See counter.h. Allocated bytes are computed from allocations and their frees. */
#include "counter.h"
#include <stdlib.h>
#include "lifetime.h"

typedef struct change { /* of the bytes of one level */
  uint32_t group;
  int64_t level, time, bytes;
} change;

static int compare_changes(const void *a, const void *b) {
  const change *x = a, *y = b;
  return ROCPD_ORDER(x->group, y->group) ?: ROCPD_ORDER(x->level, y->level) ?: ROCPD_ORDER(x->time, y->time);
}

uint32_t rocpd_export_group_find(const rocpd_export_layout *l, int64_t guid, int64_t nid, int64_t pid, int64_t agent, uint32_t near) {
  for (uint32_t i = 0; i < l->groups; i++) {
    uint32_t g = (near + i) % (uint32_t)l->groups;
    const rocpd_export_process *p = &l->process[l->group[g].process];
    if (l->group[g].agent == agent && p->guid == guid && p->nid == nid && p->pid == pid && !p->left_out) return g;
  }
  return ROCPD_NO_GROUP;
}

/* The group for the row of an allocation. */
static int find_group(const rocpd_export_layout *l, const rocpd_memory_row *row, uint32_t near, uint32_t *out, rocpd_error *err) {
  int64_t guid, nid = 0, pid, agent;
  int rc = rocpd_memory_value(row, ROCPD_ALLOCATION_guid, &guid, err);
  if (!rc && row->batch && row->batch->source->info.multi_process) rc = rocpd_memory_value(row, ROCPD_ALLOCATION_nid, &nid, err);
  if (!rc) rc = rocpd_memory_value(row, ROCPD_ALLOCATION_pid, &pid, err);
  if (!rc) rc = rocpd_memory_value(row, ROCPD_ALLOCATION_agent_abs_index, &agent, err);
  *out = rc ? ROCPD_NO_GROUP : rocpd_export_group_find(l, guid, nid, pid, agent, near);
  return rc;
}

static int write_changes(rocpd_writer *w, rocpd_counter_write *write, const change *c, size_t n, rocpd_error *err) {
  int rc = SQLITE_OK;
  for (size_t first = 0, end; first < n && !rc; first = end) {
    char *name = c[first].level == ROCPD_NULL ? sqlite3_mprintf("allocated bytes") :
                                                sqlite3_mprintf("allocated bytes %s", rocpd_string(w->x->session, c[first].level, NULL));
    rocpd_counter one = {.name = name, .bytes = true, .group = c[first].group, .rank = ROCPD_RUNNING_COUNTERS};
    if (!name) return rocpd_no_memory(err);
    for (end = first; end < n && c[end].group == c[first].group && c[end].level == c[first].level && !rc; end++) {
      one.value += c[end].bytes;
      if (end + 1 == n || compare_changes(&c[end], &c[end + 1])) rc = rocpd_counter_change(w, write, &one, c[end].time, err);
      if (!rc && !(end & 0xfff)) rc = rocpd_export_poll(w->x, 0, err);
    }
    sqlite3_free(name);
  }
  return rc;
}

static int count_allocated(rocpd_writer *w, rocpd_counter_write *write, rocpd_error *err) {
  rocpd_export *x = w->x;
  rocpd_lifetime *life = NULL;
  size_t lives = 0, n = 0;
  uint32_t group = 0;
  int rc = rocpd_lifetimes(x->snapshot, &life, &lives, err);
  change *c = rc ? NULL : sqlite3_malloc64((lives * 2 + 1) * sizeof *c);
  if (!rc && !c) rc = rocpd_no_memory(err);
  for (size_t i = 0; i < lives && !rc; i++) {
    if (!life[i].given.batch || life[i].size == ROCPD_NULL) continue;
    rc = find_group(&x->layout, &life[i].given, group == ROCPD_NO_GROUP ? 0 : group, &group, err);
    if (rc || group == ROCPD_NO_GROUP || !rocpd_numbers_match(&x->option.agents, x->layout.group[group].agent)) continue;
    c[n++] = (change){group, life[i].level, life[i].allocated, life[i].size};
    if (life[i].freed != ROCPD_NULL) c[n++] = (change){group, life[i].level, life[i].freed, -life[i].size};
  }
  if (!rc && n) qsort(c, n, sizeof *c, compare_changes);
  if (!rc) rc = write_changes(w, write, c, n, err);
  sqlite3_free(c);
  sqlite3_free(life);
  return rc;
}

int rocpd_export_counters(rocpd_writer *w, rocpd_counter_write *write, rocpd_error *err) {
  int rc = rocpd_export_running(w, write, err);
  return rc ? rc : count_allocated(w, write, err);
}
