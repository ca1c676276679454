/* Stacks for flame graphs of sampled call stacks: see stacks.h. */
#include "intern.h"
#include "sampled_tree.h"
#include "samples.h"
#include "stacks.h"
#include "sum.h"

/* The process in the layout, which has those with events; NULL: it is not there. */
static const rocpd_export_process *process_of(const rocpd_export *x, const rocpd_source *source, int64_t pid) {
  const rocpd_export_layout *l = &x->layout;
  int64_t guid = rocpd_intern_find(x->session, source->info.guid, -1);
  for (size_t i = 0; i < l->processes; i++)
    if (l->process[i].pid == pid && l->process[i].guid == guid) return &l->process[i];
  return NULL;
}

static int64_t value_of(int value, const int64_t ns[ROCPD_SAMPLED_STATES]) {
  switch (value) {
    case ROCPD_VALUE_RUNNING: return rocpd_add(ns[ROCPD_SAMPLED_RUNNING], ns[ROCPD_SAMPLED_KERNEL]);
    case ROCPD_VALUE_RUNNABLE: return ns[ROCPD_SAMPLED_RUNNABLE];
    case ROCPD_VALUE_BLOCKED: return ns[ROCPD_SAMPLED_BLOCKED];
    default: return rocpd_sampled_sum(ns);
  }
}

static int name_of(const rocpd_export *x, const rocpd_sampled_node *n, int64_t *out) {
  const rocpd_export_process *p = n->is == ROCPD_NODE_PROCESS ? process_of(x, n->source, n->pid) : NULL;
  if (p) return rocpd_intern_owned(x->session, rocpd_process_text(p), -1, out);
  if (n->is == ROCPD_NODE_PROCESS) return rocpd_intern_format(x->session, out, "process %lld", (long long)n->pid);
  if (n->is == ROCPD_NODE_THREAD) return rocpd_intern_format(x->session, out, "thread %lld", (long long)n->tid);
  return n->name == ROCPD_NULL ? rocpd_intern(x->session, "(unknown)", -1, out) : (*out = n->name, SQLITE_OK);
}

static int add_nodes(rocpd_writer *w, const rocpd_sampled_tree *t, rocpd_stacks *out) {
  int value = w->x->option.value, rc = SQLITE_OK;
  uint64_t samples = 0;
  for (uint32_t i = 0; rc == SQLITE_OK && i < t->n; i++) {
    const rocpd_sampled_node *n = &t->node[i];
    int64_t own = value_of(value, n->own), before = value_of(value, n->own_before);
    rocpd_frame f = {.parent = n->parent, .depth = n->depth, .own = own, .all = own, .own_before = before, .all_before = before};
    rc = name_of(w->x, n, &f.name);
    if (rc == SQLITE_OK) rc = ROCPD_APPEND(out->frame, out->n, out->capacity, f);
    samples = rocpd_add_counts(samples, n->samples);
  }
  return rc == SQLITE_OK ? rocpd_samples_count(w, samples) : rc;
}

int rocpd_stacks_of_samples(rocpd_writer *w, rocpd_stacks *out, rocpd_error *err) {
  rocpd_export *x = w->x;
  const rocpd_export_options *o = &x->option;
  rocpd_sampled_time time;
  rocpd_sampled_wish wish = {.level = o->before ? ROCPD_SAMPLED_ALL : ROCPD_SAMPLED_THREADS, .time = rocpd_samples_time(o, &time),
                             .takes = rocpd_samples_take, .arg = x};
  rocpd_sampled_tree tree = {0};
  if (o->value == ROCPD_VALUE_IDLE) wish.level = ROCPD_SAMPLED_ALL, wish.idle = true;
  int rc = o->before ? rocpd_trace_snapshot_of(rocpd_snapshot_trace(x->snapshot), o->before, &wish.before, err) : SQLITE_OK;
  if (rc != SQLITE_OK) return rc;
  rc = rocpd_sampled_tree_make(x->snapshot, &wish, &tree, err);
  if (rc == SQLITE_OK) rc = rocpd_fail_code(err, add_nodes(w, &tree, out));
  rocpd_sampled_tree_free(&tree);
  rocpd_snapshot_release(wish.before);
  return rc;
}
