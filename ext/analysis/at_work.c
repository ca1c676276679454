/* See at_work.h. */
#include "at_work.h"
#include "bisect.h"
#include "timeline.h"

/* ---- is there one GPU? */

/* True if all copies of a batch are from or to the agent. */
static int is_of_agent(rocpd_batch *b, int64_t agent, bool *all, rocpd_error *err) {
  const rocpd_column *to, *from;
  int rc = rocpd_batch_column(b, ROCPD_COPY_dst_agent_id, &to, err);
  if (rc == SQLITE_OK) rc = rocpd_batch_column(b, ROCPD_COPY_src_agent_id, &from, err);
  for (uint32_t i = 0; rc == SQLITE_OK && *all && i < b->rows; i++) *all = rocpd_column_at(to, i) == agent || rocpd_column_at(from, i) == agent;
  return rc;
}

static int look_at_source(rocpd_snapshot *s, const rocpd_source *source, bool *one, rocpd_error *err) {
  rocpd_batch **batch;
  size_t n;
  int64_t agent = ROCPD_NULL;
  int rc = rocpd_snapshot_batches_of(s, source, ROCPD_KIND_KERNEL, &batch, &n, err);
  for (size_t i = 0; rc == SQLITE_OK && *one && i < n; i++) {
    const rocpd_column *c;
    if (!batch[i]->rows) continue;
    rc = rocpd_batch_column(batch[i], ROCPD_KERNEL_agent_id, &c, err);
    if (rc != SQLITE_OK) break;
    int64_t of = rocpd_column_at(c, 0);
    *one = rocpd_column_is_constant(c) && (agent == ROCPD_NULL || of == agent);
    agent = of;
  }
  if (rc == SQLITE_OK && *one) rc = rocpd_snapshot_batches_of(s, source, ROCPD_KIND_COPY, &batch, &n, err);
  for (size_t i = 0; rc == SQLITE_OK && *one && i < n; i++) rc = is_of_agent(batch[i], agent, one, err);
  return rc;
}

int rocpd_has_one_gpu(rocpd_snapshot *s, bool *one, rocpd_error *err) {
  size_t n;
  rocpd_source **source = rocpd_snapshot_sources(s, &n);
  int rc = SQLITE_OK;
  *one = true;
  for (size_t i = 0; rc == SQLITE_OK && *one && i < n; i++) rc = look_at_source(rocpd_snapshot_whole(s), source[i], one, err);
  return rc;
}

/* ---- when it works */

int rocpd_at_work_make(rocpd_snapshot *s, rocpd_at_work *out, rocpd_error *err) {
  rocpd_timelines t = {0};
  int rc = rocpd_timelines_make(s, &(rocpd_timeline_wish){.level = ROCPD_LEVEL_PROCESS, .gaps = ROCPD_ALL_GAPS}, &t, err);
  if (rc == SQLITE_OK && !(out->process = sqlite3_malloc64((t.lines + 1) * sizeof *out->process))) rc = rocpd_no_memory(err);
  if (rc == SQLITE_OK) {
    size_t at = 0;
    for (size_t i = 0; i < t.lines; i++) {
      const rocpd_timeline *l = &t.line[i];
      size_t from = at;
      while (at < t.gaps && t.gap[at].line == i) at++;
      out->process[out->processes++] =
        (struct rocpd_worker){l->source, l->source->info.multi_process ? l->name : 0, l->part, l->first, l->last, from, at - from};
    }
    out->pause = t.gap, t.gap = NULL;
    out->made = true;
  }
  rocpd_timelines_drop(&t);
  return rc;
}

void rocpd_at_work_drop(rocpd_at_work *w) {
  sqlite3_free(w->process), sqlite3_free(w->pause);
  *w = (rocpd_at_work){0};
}

bool rocpd_was_at_work(const rocpd_at_work *w, const rocpd_source *source, int64_t nid, int64_t pid, int64_t from, int64_t to) {
  for (size_t i = 0; i < w->processes; i++) {
    const struct rocpd_worker *p = &w->process[i];
    if (p->source != source || p->nid != nid || p->pid != pid) continue;
    size_t later = ROCPD_FIRST(k, p->from, p->from + p->n, w->pause[k].start > from);
    bool pauses = later > p->from && w->pause[later - 1].end >= to;
    return from < p->last && to > p->first && !pauses;
  }
  return false;
}
