/* See stacks.h. Stacks are always whole: frames that the options do not choose have no time of their own. */
#include "stacks.h"
#include "chosen.h"
#include "export.h"
#include "intern.h"
#include "sum.h"
#include <stdlib.h>

typedef struct leaf { /* kernels of one name, launched in one place */
  uint32_t node;      /* in the call tree; UNKNOWN | process: no traced call. For stacks of agents: the track */
  int64_t name, ns;
} leaf;

#define UNKNOWN 0x80000000u /* more nodes than this are refused */

typedef struct stack_job {
  rocpd_writer *w;
  rocpd_chosen calls;
  rocpd_call_tree tree;
  bool agents;       /* no calls: stacks show where work ran */
  uint32_t *place;   /* [rows] place in the tree of each row's call; NULL: calls count with their own time */
  leaf *leaf;        /* sorted by node; in a node, longest first */
  size_t leaves;
  uint64_t *below;   /* [nodes] for samples: the number that continue below each */
  rocpd_map leaf_of[2]; /* node << 32 | name + 1 -> leaf; [1]: by process */
  rocpd_stacks *out;
} stack_job;

/* ---- kernels and copies */

static int add_leaf(stack_job *j, bool unknown, uint32_t node, int64_t name, int64_t ns) {
  rocpd_map *m = &j->leaf_of[unknown];
  uint64_t key = (uint64_t)node << 32 | (uint32_t)(name == ROCPD_NULL ? 0 : name + 1), at = rocpd_map_get(m, key, UINT64_MAX);
  if (at == UINT64_MAX) {
    int rc = rocpd_array_push_reserve(&j->leaf, j->leaves, sizeof *j->leaf);
    if (!rc) rc = rocpd_map_set(m, key, at = j->leaves);
    if (rc) return rc;
    j->leaf[j->leaves++] = (leaf){unknown ? UNKNOWN | node : node, name, 0};
  }
  j->leaf[at].ns = rocpd_add(j->leaf[at].ns, ns);
  return SQLITE_OK;
}

static bool runs_on_gpu(const rocpd_export_batch *v) { return v->event->kind == ROCPD_KIND_KERNEL || v->event->kind == ROCPD_KIND_COPY; }

/* Finds the calls that launched n rows. */
static int find_calls(stack_job *j, const rocpd_export_batch *v, uint32_t first, uint32_t n, uint32_t *call, rocpd_error *err) {
  rocpd_links *links;
  int rc = rocpd_launch_calls(j->w->x->snapshot, v->batch->source, &links, err);
  return rc ? rc : rocpd_calls_launching_rows(&j->calls.all.calls, links, v->batch, first, n, call, err);
}

static int add_range(stack_job *j, const rocpd_track *t, const rocpd_row_range *r, uint64_t *taken, rocpd_error *err) {
  const rocpd_export_batch *v = &j->w->x->layout.batch[r->batch];
  uint32_t track = (uint32_t)(t - j->w->x->layout.track);
  int rc = SQLITE_OK;
  int64_t start[ROCPD_SELECT], end[ROCPD_SELECT];
  uint32_t row[ROCPD_SELECT], call[ROCPD_SELECT];
  for (uint32_t done = 0; !rc && done < r->rows; done += ROCPD_SELECT) {
    uint32_t n = r->rows - done < ROCPD_SELECT ? r->rows - done : ROCPD_SELECT, first = r->first + done;
    if (!j->agents) rc = find_calls(j, v, first, n, call, err);
    int some = rc ? 0 : rocpd_export_select(j->w, v, first, n, row, start, end);
    if (some < 0) rc = rocpd_no_memory(err);
    for (int i = 0; !rc && i < some; i++) {
      uint32_t launch = j->agents ? 0 : call[row[i] - first], node = j->agents ? track : launch == ROCPD_NO_CALL ? ROCPD_NO_CALL : j->place[launch];
      int64_t ns = end[i] == INT64_MAX ? 0 : rocpd_add(end[i], -start[i]);
      bool unknown = node == ROCPD_NO_CALL;
      rc = rocpd_fail_code(err, add_leaf(j, unknown, unknown ? t->process : node, rocpd_column_at(v->name, row[i]), ns));
    }
    *taken += (uint64_t)some, j->w->count.events[v->event - rocpd_event_kinds] += (uint64_t)some;
    if (!rc) rc = rocpd_writer_poll(j->w, 2 * (uint64_t)n, err);
  }
  return rc;
}

static int compare_leaves(const void *a, const void *b) {
  const leaf *x = a, *y = b;
  return ROCPD_ORDER(x->node, y->node) ?: ROCPD_ORDER(y->ns, x->ns) ?: ROCPD_ORDER(x->name, y->name);
}

static int add_kernels(stack_job *j, rocpd_error *err) {
  const rocpd_export *x = j->w->x;
  int rc = SQLITE_OK;
  for (size_t i = 0; !rc && i < x->layout.tracks; i++) {
    const rocpd_track *t = &x->layout.track[i];
    uint64_t taken = 0;
    if (!rocpd_export_takes(x, t)) continue;
    for (size_t k = 0; !rc && k < t->ranges; k++)
      if (runs_on_gpu(&x->layout.batch[t->range[k].batch])) rc = add_range(j, t, &t->range[k], &taken, err);
    if (taken) rocpd_lane_number(j->w);
  }
  if (j->leaves) qsort(j->leaf, j->leaves, sizeof *j->leaf, compare_leaves);
  return rc;
}

/* ---- frames */

static int add_frame(stack_job *j, uint32_t parent, int64_t name, int64_t own) {
  rocpd_stacks *s = j->out;
  if (s->n == UNKNOWN) return SQLITE_TOOBIG;
  return ROCPD_APPEND(
    s->frame, s->n, s->capacity,
    (rocpd_frame){.parent = parent, .depth = parent == ROCPD_NO_FRAME ? 0 : s->frame[parent].depth + 1, .name = name, .own = own, .all = own});
}

/* Adds the leaves of a node, from *next on. */
static int add_leaves(stack_job *j, uint32_t node, uint32_t parent, size_t *next) {
  int rc = SQLITE_OK;
  for (; !rc && *next < j->leaves && j->leaf[*next].node == node; ++*next) rc = add_frame(j, parent, j->leaf[*next].name, j->leaf[*next].ns);
  return rc;
}

/* Takes over `name`; NULL: out of memory. */
static int add_named_frame(stack_job *j, uint32_t parent, char *name) {
  int64_t id;
  int rc = rocpd_intern_owned(j->w->x->session, name, -1, &id);
  return rc ? rc : add_frame(j, parent, id, 0);
}

/* Adds a process, and work that no traced call launched. `unknown`: the next of these leaves, which come last. */
static int add_process(stack_job *j, uint32_t process, size_t unknown) {
  int rc = add_named_frame(j, ROCPD_NO_FRAME, rocpd_process_text(&j->w->x->layout.process[process]));
  while (unknown < j->leaves && j->leaf[unknown].node < (UNKNOWN | process)) unknown++;
  if (rc || unknown == j->leaves || j->leaf[unknown].node != (UNKNOWN | process)) return rc;
  rc = add_named_frame(j, j->out->n - 1, sqlite3_mprintf("no traced call"));
  return rc ? rc : add_leaves(j, UNKNOWN | process, j->out->n - 1, &unknown);
}

static uint64_t calls_of(const rocpd_call_node *n) { return rocpd_add_counts(n->calls, n->unended); }

/* A sample is one call for each of its frames. It ends in a node if it does not continue in a child. (A call that is not part of a sample may be in
** between.) */
static void count_below(const rocpd_call_tree *t, uint64_t *below) {
  memset(below, 0, (size_t)t->n * sizeof *below);
  for (uint32_t i = t->n; i-- > 0;) {
    uint64_t calls = calls_of(&t->node[i]);
    uint64_t *above = t->node[i].parent == ROCPD_NO_CALL ? NULL : &below[t->node[i].parent];
    if (above) *above = rocpd_add_counts(*above, calls > below[i] ? calls : below[i]);
  }
}

static int64_t value_of(const stack_job *j, uint32_t node) {
  const rocpd_call_node *n = &j->tree.node[node];
  uint64_t calls = calls_of(n);
  if (n->parent == ROCPD_NO_CALL) return 0;
  switch (j->w->x->option.value) {
    case ROCPD_VALUE_HOST: return n->own_ns;
    case ROCPD_VALUE_CALLS: return (int64_t)calls;
    case ROCPD_VALUE_SAMPLES: return calls > j->below[node] ? (int64_t)(calls - j->below[node]) : 0;
    default: return 0; /* the launched work has the value */
  }
}

static int add_threads(stack_job *j, uint8_t *shown, size_t unknown) {
  const rocpd_call_tree *t = &j->tree;
  uint32_t process = UINT32_MAX, above = 0, *frame = sqlite3_malloc64(((uint64_t)t->n + 1) * sizeof *frame);
  size_t next = 0;
  int rc = frame ? SQLITE_OK : SQLITE_NOMEM;
  bool in = false;
  for (uint32_t i = 0; !rc && i < t->n; i++) {
    const rocpd_call_node *n = &t->node[i];
    int64_t name = n->name;
    bool root = n->parent == ROCPD_NO_CALL;
    if (root) {
      uint32_t now = rocpd_chosen_process(&j->calls, n);
      in = now != UINT32_MAX;
      if (in && now != process) above = j->out->n, rc = add_process(j, now, shown[now] ? j->leaves : unknown), shown[process = now] = 1;
      if (in && !rc) rc = rocpd_chosen_thread_name(&j->calls, now, n->tid, &name);
    }
    frame[i] = j->out->n;
    if (in && !rc) rc = add_frame(j, root ? above : frame[n->parent], name, value_of(j, i));
    if (in && !rc) rc = add_leaves(j, i, frame[i], &next);
    while (!in && next < j->leaves && j->leaf[next].node == i) next++;
  }
  sqlite3_free(frame);
  return rc;
}

/* Tracks of an agent are consecutive, and so are tracks of a process. */
static int add_agents(stack_job *j) {
  const rocpd_export_layout *l = &j->w->x->layout;
  uint32_t process = UINT32_MAX, group = UINT32_MAX, above = 0, agent = 0;
  size_t next = 0;
  int rc = SQLITE_OK;
  while (!rc && next < j->leaves) {
    const rocpd_track *t = &l->track[j->leaf[next].node];
    if (t->process != process) above = j->out->n, process = t->process, rc = add_process(j, process, j->leaves);
    if (!rc && t->group != group) agent = j->out->n, group = t->group, rc = add_named_frame(j, above, sqlite3_mprintf("%s", l->group[group].name));
    if (!rc) rc = add_named_frame(j, agent, sqlite3_mprintf("%s", t->name));
    if (!rc) rc = add_leaves(j, j->leaf[next].node, j->out->n - 1, &next);
  }
  return rc;
}

/* Adds to each frame what is below it. */
static void add_up_frames(rocpd_stacks *s) {
  for (uint32_t i = s->n; i-- > 0;) {
    rocpd_frame *up = s->frame[i].parent == ROCPD_NO_FRAME ? NULL : &s->frame[s->frame[i].parent];
    if (up) up->all = rocpd_add(up->all, s->frame[i].all), up->all_before = rocpd_add(up->all_before, s->frame[i].all_before);
  }
}

static int make_frames(stack_job *j, rocpd_error *err) {
  size_t processes = j->w->x->layout.processes, unknown = 0;
  uint8_t *shown = rocpd_zeroed(processes + 1);
  if (!shown) return rocpd_no_memory(err);
  while (unknown < j->leaves && !(j->leaf[unknown].node & UNKNOWN)) unknown++;
  int rc = add_threads(j, shown, unknown);
  for (size_t i = unknown; !rc && i < j->leaves; i++) {
    uint32_t process = j->leaf[i].node & ~UNKNOWN;
    if (!shown[process]) rc = add_process(j, process, unknown), shown[process] = 1;
  }
  sqlite3_free(shown);
  return rocpd_fail_code(err, rc);
}

/* ---- all of it */

static int find_samples(stack_job *j, rocpd_error *err) {
  if (!(j->below = sqlite3_malloc64(((uint64_t)j->tree.n + 1) * sizeof *j->below))) return rocpd_no_memory(err);
  count_below(&j->tree, j->below);
  return SQLITE_OK;
}

/* Adds the number of rows of a kind, also outside the window. */
static int count_rows(rocpd_export *x, int kind, uint64_t *rows, rocpd_error *err) {
  rocpd_batch **batch;
  size_t n;
  int rc = rocpd_snapshot_batches(rocpd_snapshot_whole(x->snapshot), kind, &batch, &n, err);
  for (size_t i = 0; !rc && i < n; i++) *rows += batch[i]->rows;
  return rc;
}

static int choose_value(rocpd_export *x, rocpd_error *err) {
  uint64_t calls = x->sums.calls.n, work = 0, samples = 0;
  if (x->option.value != ROCPD_VALUE_ANY) return SQLITE_OK;
  int rc = count_rows(x, ROCPD_KIND_REGION, &calls, err);
  if (!rc && !calls) rc = count_rows(x, ROCPD_KIND_KERNEL, &work, err);
  if (!rc && !calls) rc = count_rows(x, ROCPD_KIND_COPY, &work, err);
  if (!rc && !calls && !work) rc = count_rows(x, ROCPD_KIND_STACK, &samples, err);
  if (rc) return rc;
  x->option.value = calls ? ROCPD_VALUE_HOST : samples ? ROCPD_VALUE_WALL : ROCPD_VALUE_AGENT;
  if (calls) return SQLITE_OK;
  if (samples) return rocpd_export_warn(x, err, "the trace has no calls, kernels or copies: these are the sampled stacks of {\"value\":\"wall\"}");
  return rocpd_export_warn(x, err, "the trace has no calls: these are the stacks of {\"value\":\"agent\"}");
}

static int make_agents(stack_job *j, rocpd_error *err) {
  j->agents = true;
  int rc = add_kernels(j, err);
  return rc ? rc : rocpd_fail_code(err, add_agents(j));
}

static int make(stack_job *j, rocpd_error *err) {
  int chosen = choose_value(j->w->x, err);
  if (!chosen && j->w->x->option.value >= ROCPD_VALUE_WALL) return rocpd_stacks_of_samples(j->w, j->out, err);
  if (chosen || j->w->x->option.value == ROCPD_VALUE_AGENT) return chosen ? chosen : make_agents(j, err);
  rocpd_snapshot *s = j->w->x->snapshot;
  bool gpu = j->w->x->option.value == ROCPD_VALUE_GPU;
  const rocpd_calls *c = &j->calls.all.calls;
  for (size_t i = 0; i < j->w->x->layout.tracks; i++) {
    rocpd_track *t = &j->w->x->layout.track[i];
    if (!gpu || t->class == ROCPD_EVENT_REGION) rocpd_track_keep_ranges(t, 0); /* calls are found another way */
  }
  int rc = rocpd_chosen_make(j->w, !gpu, &j->calls, err);
  if (!rc && gpu) { /* a call without a start belongs to no thread: ROCPD_NO_CALL */
    uint64_t rows = c->first_row[c->batches];
    if (!(j->place = sqlite3_malloc64((rows + 1) * sizeof *j->place))) return rocpd_no_memory(err);
    memset(j->place, 0xff, (rows + 1) * sizeof *j->place);
  }
  if (!rc)
    rc = rocpd_call_tree_make(s, &j->calls.all,
                              &(rocpd_call_tree_wish){.chosen = j->calls.chosen, .place = j->place, .sums = gpu ? NULL : &j->w->x->sums.calls}, &j->tree, err);
  if (!rc && j->tree.n >= UNKNOWN) rc = rocpd_fail(err, SQLITE_TOOBIG, "%u different stacks: more than 2^31", j->tree.n);
  if (!rc && gpu) rocpd_calls_forget_order(&j->calls.all.calls), rc = add_kernels(j, err);
  if (!rc && j->w->x->option.value == ROCPD_VALUE_SAMPLES) rc = find_samples(j, err);
  return rc ? rc : make_frames(j, err);
}

int rocpd_stacks_make(rocpd_writer *w, rocpd_stacks *out, rocpd_error *err) {
  stack_job j = {.w = w, .out = out};
  *out = (rocpd_stacks){0};
  int rc = make(&j, err);
  if (!rc) add_up_frames(out);
  rocpd_call_tree_drop(&j.tree);
  rocpd_chosen_drop(&j.calls);
  rocpd_map_free(&j.leaf_of[0]), rocpd_map_free(&j.leaf_of[1]);
  sqlite3_free(j.place), sqlite3_free(j.leaf), sqlite3_free(j.below);
  if (rc) rocpd_stacks_free(out);
  return rc;
}

void rocpd_stacks_free(rocpd_stacks *s) {
  sqlite3_free(s->frame);
  *s = (rocpd_stacks){0};
}
