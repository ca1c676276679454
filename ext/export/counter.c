/* See counter.h. The counters are made of the tracks' events in order of time, and of the allocations with their frees. */
#include "counter.h"
#include <stdlib.h>
#include "lifetime.h"
#include "moment.h"

/* What the functions here hand on: where values are written. */
typedef struct sink {
  rocpd_writer *w;
  rocpd_counter_write *write;
} sink;

/* The counter's value from `time` on. */
static int write_value(const sink *to, rocpd_counter *c, int64_t time, rocpd_error *err) {
  if (c->value == c->written || !rocpd_export_in_time(&to->w->x->option, time, time)) return SQLITE_OK;
  c->written = c->value;
  return to->write(to->w, c, time, err);
}

/* ---- what runs ---- */

enum { RUNNING, IN_FLIGHT, COPIED, COUNTERS };

static void count(const rocpd_export *x, const rocpd_track *t, const rocpd_moment *m, rocpd_counter *c) {
  const rocpd_item *it = &t->item[m->item];
  const rocpd_export_batch *v = &x->layout.batch[it->batch];
  if (rocpd_never_started(v, it->row)) return;
  if (v->event->kind == ROCPD_KIND_KERNEL) c[RUNNING].value += m->end ? -1 : 1;
  if (v->event->kind != ROCPD_KIND_COPY) return;
  int64_t size = rocpd_column_at(v->field[0][0], it->row);
  if (size == ROCPD_NULL || size < 0) return;
  c[IN_FLIGHT].value = (int64_t)((uint64_t)c[IN_FLIGHT].value + (m->end ? -(uint64_t)size : (uint64_t)size));
  if (m->end) c[COPIED].value = (int64_t)((uint64_t)c[COPIED].value + (uint64_t)size);
}

typedef struct source { /* a track, and its next moment */
  const rocpd_track *track;
  rocpd_moments moments;
  rocpd_moment next;
  bool more;
} source;

/* Of the tracks of one group, whose moments are merged: they are few. */
static int count_group(const sink *to, source *s, size_t n, rocpd_error *err) {
  uint32_t group = s->track->group;
  rocpd_counter c[COUNTERS] = {[RUNNING] = {.name = "running kernels", .group = group, .rank = RUNNING},
                               [IN_FLIGHT] = {.name = "bytes in copies", .bytes = true, .group = group, .rank = IN_FLIGHT},
                               [COPIED] = {.name = "bytes copied", .bytes = true, .group = group, .rank = COPIED}};
  int rc = SQLITE_OK;
  for (uint64_t turn = 0; !rc; turn++) {
    source *first = NULL;
    for (size_t i = 0; i < n; i++)
      if (s[i].more && (!first || s[i].next.time < first->next.time)) first = &s[i];
    if (!first) return SQLITE_OK;
    int64_t time = first->next.time;
    for (size_t i = 0; i < n; i++)
      for (; s[i].more && s[i].next.time == time; s[i].more = rocpd_moments_next(&s[i].moments, &s[i].next)) count(to->w->x, s[i].track, &s[i].next, c);
    for (int k = 0; k < COUNTERS && !rc; k++) rc = write_value(to, &c[k], time, err);
    if (!rc && !(turn & 0xfff)) rc = rocpd_export_poll(to->w->x, 0, err);
  }
  return rc;
}

/* The tracks of one group stand together. */
static int count_running(const sink *to, rocpd_error *err) {
  const rocpd_export_layout *l = &to->w->x->layout;
  source *s = sqlite3_malloc64((l->tracks + 1) * sizeof *s);
  int rc = s ? SQLITE_OK : rocpd_no_memory(err);
  for (size_t first = 0, end; first < l->tracks && !rc; first = end) {
    size_t n = 0;
    for (end = first; end < l->tracks && l->track[end].group == l->track[first].group && !rc; end++) {
      const rocpd_track *t = &l->track[end];
      if ((t->class != ROCPD_EVENT_KERNEL && t->class != ROCPD_EVENT_COPY) || !t->items) continue;
      rc = rocpd_moments_open(t, &s[n].moments, err);
      if (rc) break;
      s[n].track = t;
      s[n].more = rocpd_moments_next(&s[n].moments, &s[n].next);
      n++;
    }
    if (!rc && n) rc = count_group(to, s, n, err);
    while (n) rocpd_moments_close(&s[--n].moments);
  }
  sqlite3_free(s);
  return rc;
}

/* ---- what is allocated ---- */

typedef struct change { /* of the bytes of a level */
  uint32_t group;
  int64_t level, time, bytes;
} change;

static int compare_changes(const void *a, const void *b) {
  const change *x = a, *y = b;
#define BY(field) if (x->field != y->field) return x->field < y->field ? -1 : 1
  BY(group);
  BY(level);
  BY(time);
#undef BY
  return 0;
}

uint32_t rocpd_export_group_find(const rocpd_export_layout *l, int64_t guid, int64_t pid, int64_t agent, uint32_t near) {
  for (uint32_t i = 0; i < l->groups; i++) {
    uint32_t g = (near + i) % (uint32_t)l->groups;
    const rocpd_export_process *p = &l->process[l->group[g].process];
    if (l->group[g].agent == agent && p->guid == guid && p->pid == pid && !p->left_out) return g;
  }
  return ROCPD_NO_GROUP;
}

/* Of the row of an allocation. */
static int find_group(const rocpd_export_layout *l, const rocpd_memory_row *row, uint32_t near, uint32_t *out, rocpd_error *err) {
  int64_t guid, pid, agent;
  int rc = rocpd_memory_value(row, ROCPD_ALLOCATION_guid, &guid, err);
  if (!rc) rc = rocpd_memory_value(row, ROCPD_ALLOCATION_pid, &pid, err);
  if (!rc) rc = rocpd_memory_value(row, ROCPD_ALLOCATION_agent_abs_index, &agent, err);
  *out = rc ? ROCPD_NO_GROUP : rocpd_export_group_find(l, guid, pid, agent, near);
  return rc;
}

static int write_changes(const sink *to, const change *c, size_t n, rocpd_error *err) {
  int rc = SQLITE_OK;
  for (size_t first = 0, end; first < n && !rc; first = end) {
    char *name = c[first].level == ROCPD_NULL ? sqlite3_mprintf("allocated bytes") : sqlite3_mprintf("allocated bytes %s", rocpd_string(to->w->x->session, c[first].level, NULL));
    rocpd_counter one = {.name = name, .bytes = true, .group = c[first].group, .rank = COUNTERS};
    if (!name) return rocpd_no_memory(err);
    for (end = first; end < n && c[end].group == c[first].group && c[end].level == c[first].level && !rc; end++) {
      one.value += c[end].bytes;
      if (end + 1 == n || compare_changes(&c[end], &c[end + 1])) rc = write_value(to, &one, c[end].time, err);
      if (!rc && !(end & 0xfff)) rc = rocpd_export_poll(to->w->x, 0, err);
    }
    sqlite3_free(name);
  }
  return rc;
}

static int count_allocated(const sink *to, rocpd_error *err) {
  rocpd_export *x = to->w->x;
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
  if (!rc) rc = write_changes(to, c, n, err);
  sqlite3_free(c);
  sqlite3_free(life);
  return rc;
}

int rocpd_export_counters(rocpd_writer *w, rocpd_counter_write *write, rocpd_error *err) {
  const sink to = {w, write};
  int rc = count_running(&to, err);
  return rc ? rc : count_allocated(&to, err);
}
