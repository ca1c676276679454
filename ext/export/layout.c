/* Arranges the rows of all sources into tracks. There is a track for each thread's calls and samples, and one for its sampled stacks. For each process and
** agent, there is a track for each stream's kernels and copies (or each queue's kernels and each kind of copy), for allocations, and for scratch memory.
**
** The rows of a batch mostly belong to one track (its key columns are constant). Otherwise the batch is cut into ranges of neighbouring rows of one track.
** Only the ranges are kept here; lane.c turns them into events. */
#include "export.h"
#include "format.h"
#include "launch.h"
#include "layout_state.h"
#include "time_spec.h"

/* The columns that determine the track of a row: guid and pid first. For files with several processes, the last key is the node. */
enum { MAX_KEYS = 9, KEY_NODE = MAX_KEYS - 1 };
static const struct { uint8_t keys, column[KEY_NODE], node; } track_keys[ROCPD_EVENT_CLASSES] = {
    [ROCPD_EVENT_REGION] = {3, {ROCPD_REGION_guid, ROCPD_REGION_pid, ROCPD_REGION_tid}, ROCPD_REGION_nid},
    [ROCPD_EVENT_KERNEL] = {5, {ROCPD_KERNEL_guid, ROCPD_KERNEL_pid, ROCPD_KERNEL_agent_abs_index, ROCPD_KERNEL_stream_id, ROCPD_KERNEL_queue_id},
                            ROCPD_KERNEL_nid},
    [ROCPD_EVENT_COPY] = {8, {ROCPD_COPY_guid, ROCPD_COPY_pid, ROCPD_COPY_name, ROCPD_COPY_stream_id, ROCPD_COPY_dst_agent_abs_index,
                              ROCPD_COPY_src_agent_abs_index, ROCPD_COPY_dst_agent_type, ROCPD_COPY_src_agent_type}, ROCPD_COPY_nid},
    [ROCPD_EVENT_ALLOCATION] = {4, {ROCPD_ALLOCATION_guid, ROCPD_ALLOCATION_pid, ROCPD_ALLOCATION_agent_abs_index, ROCPD_ALLOCATION_level},
      ROCPD_ALLOCATION_nid},
    [ROCPD_EVENT_SCRATCH] = {4, {ROCPD_SCRATCH_guid, ROCPD_SCRATCH_pid, ROCPD_SCRATCH_agent_abs_index, ROCPD_SCRATCH_queue_id}, ROCPD_SCRATCH_nid},
    [ROCPD_EVENT_SAMPLE] = {3, {ROCPD_SAMPLE_guid, ROCPD_SAMPLE_pid, ROCPD_SAMPLE_tid}, ROCPD_SAMPLE_nid},
    [ROCPD_EVENT_STACK] = {3, {ROCPD_STACK_guid, ROCPD_STACK_pid, ROCPD_STACK_tid}, ROCPD_STACK_nid},
};

/* ---- processes ---- */

static int process_find(rocpd_export_layout *l, int64_t guid, int64_t nid, int64_t pid, uint32_t *number) {
  struct rocpd_key *k;
  int64_t whose;
  int rc = rocpd_process_key(l, guid, nid, pid, &k, &whose);
  if (rc) return rc;
  if (k->what) {
    *number = k->number;
    return SQLITE_OK;
  }
  rc = rocpd_array_reserve(&l->process, &l->process_capacity, l->processes + 1, sizeof *l->process);
  if (rc) return rc;
  *number = (uint32_t)l->processes;
  rocpd_export_process *p = &l->process[l->processes++];
  *p = (rocpd_export_process){.guid = guid, .nid = nid, .pid = pid, .start_ns = ROCPD_NULL, .rank = ROCPD_NULL};
  rocpd_key_fill(l, k, KEY_PROCESS, guid, whose, *number); /* before the table is reallocated */
  return rocpd_choose_pid(l, pid, &p->shown_pid);
}

/* ---- groups and tracks ---- */

static int group_find(rocpd_export_layout *l, uint32_t process, int64_t agent, uint32_t *number) {
  struct rocpd_key *k;
  int rc = rocpd_key_find(l, KEY_GROUP, process, agent, &k);
  if (rc) return rc;
  if (!k->what) {
    rc = rocpd_array_reserve(&l->group, &l->group_capacity, l->groups + 1, sizeof *l->group);
    if (rc) return rc;
    rocpd_key_fill(l, k, KEY_GROUP, process, agent, l->groups);
    l->group[l->groups++] = (rocpd_export_group){.process = process, .agent = agent};
  }
  *number = k->number;
  return SQLITE_OK;
}

/* The agent with which a row is shown, and by which its track is found; sets the track's key. */
static int64_t agent_of(rocpd_export *x, const int64_t *key, rocpd_track *t, uint32_t *what) {
  int64_t agent = key[2];
  bool streams = x->option.group_by == ROCPD_GROUP_STREAM;
  switch (t->class) {
    case ROCPD_EVENT_COPY: {
      /* A copy is shown with its GPU, or with the destination if both ends are GPUs. */
      int64_t gpu = rocpd_intern_find(x->session, "GPU", 3);
      agent = key[6] == gpu || key[7] != gpu ? key[4] : key[5];
      t->key = key[2];
      if ((t->stream = streams && key[3] != ROCPD_NULL)) t->key = key[3], t->class = ROCPD_EVENT_KERNEL;
      break;
    }
    case ROCPD_EVENT_KERNEL:
      t->stream = streams && key[3] != ROCPD_NULL;
      t->key = t->stream ? key[3] : key[4];
      break;
    default: t->key = key[3];
  }
  *what = t->stream ? KEY_STREAM : KEY_TRACK + t->class;
  return agent;
}

/* The track of a row with these values of the key columns. A thread's track comes before that of its sampled stacks, if only without rows. */
static int track_find(rocpd_export *x, int class, const int64_t *key, uint32_t *number) {
  rocpd_export_layout *l = &x->layout;
  bool stack = class == ROCPD_EVENT_STACK, thread = class == ROCPD_EVENT_REGION || class == ROCPD_EVENT_SAMPLE || stack;
  rocpd_track t = {.class = (uint8_t)(thread && !stack ? ROCPD_EVENT_REGION : class), .group = ROCPD_NO_GROUP, .key = key[2], .start = INT64_MAX};
  uint32_t what = KEY_TRACK + t.class, of_thread;
  int rc = process_find(l, key[0], key[KEY_NODE], key[1], &t.process);
  if (!rc && stack) rc = track_find(x, ROCPD_EVENT_REGION, key, &of_thread);
  if (!rc && !thread) rc = group_find(l, t.process, agent_of(x, key, &t, &what), &t.group);
  if (rc) return rc;
  int64_t owner = thread ? t.process : t.group;
  struct rocpd_key *k;
  rc = rocpd_key_find(l, what, owner, t.key, &k);
  if (rc) return rc;
  if (!k->what) {
    rc = rocpd_array_reserve(&l->track, &l->track_capacity, l->tracks + 1, sizeof *l->track);
    if (rc) return rc;
    rocpd_key_fill(l, k, what, owner, t.key, l->tracks);
    l->track[l->tracks++] = t;
  }
  *number = k->number;
  return SQLITE_OK;
}

/* ---- batches ---- */

/* Adds views of all batches of one class that may have rows in the window. */
static int add_views(rocpd_export *x, const rocpd_event_kind *e, rocpd_error *err) {
  rocpd_export_layout *l = &x->layout;
  rocpd_batch **batch;
  size_t batches;
  int rc = rocpd_snapshot_batches(x->snapshot, e->kind, &batch, &batches, err);
  for (size_t i = 0; !rc && i < batches; i++) {
    bool in;
    const rocpd_column *unreadable;
    rc = rocpd_export_may_select(&x->option, batch[i], e->end, &in, err);
    if (!rc && !batch[i]->rows) rc = rocpd_batch_column(batch[i], e->start, &unreadable, err);
    if (rc || !in || batch[i]->rows == 0) continue;
    rc = rocpd_array_reserve(&l->batch, &l->batch_capacity, l->batches + 1, sizeof *l->batch);
    if (rc) return rocpd_fail_code(err, rc);
    l->batch[l->batches++] = (rocpd_export_batch){.batch = batch[i], .event = e};
    l->rows += batch[i]->rows;
  }
  return rc;
}

/* ---- rows to tracks ---- */

/* Runs of neighbouring rows of a batch with equal keys. Each thread finds runs by itself; a key may be listed more than once. */
typedef struct row_runs {
  struct row_run { uint32_t first, key; } *run;
  size_t runs, run_capacity;
  int64_t (*key)[MAX_KEYS];
  size_t keys, key_capacity;
} row_runs;

static int add_run(row_runs *r, uint32_t first, uint32_t key) {
  int rc = r->runs < r->run_capacity ? SQLITE_OK : rocpd_array_reserve(&r->run, &r->run_capacity, r->runs + 1, sizeof *r->run);
  if (!rc) r->run[r->runs++] = (struct row_run){first, key};
  return rc;
}

/* Number of keys remembered: rows of a queue alternate between few keys. */
enum { FOUND = 32 };
typedef struct varying_keys {
  int column[MAX_KEYS], n; /* the columns that are not constant */
  uint32_t found[FOUND];   /* number of a key + 1; 0: free */
} varying_keys;

static bool key_is(const varying_keys *v, const int64_t *a, const int64_t *b) {
  bool same = true;
  for (int k = 0; k < v->n; k++) same &= a[v->column[k]] == b[v->column[k]];
  return same;
}

static int key_number(row_runs *r, varying_keys *v, const int64_t *key, uint32_t *number) {
  uint64_t h = 0;
  for (int k = 0; k < v->n; k++) h = (h + (uint64_t)key[v->column[k]]) * 0x9e3779b97f4a7c15u;
  uint32_t *found = &v->found[h >> 59];
  if (!*found || !key_is(v, r->key[*found - 1], key)) {
    int rc = rocpd_array_reserve(&r->key, &r->key_capacity, r->keys + 1, sizeof *r->key);
    if (rc) return rc;
    memcpy(r->key[r->keys], key, sizeof *r->key);
    *found = (uint32_t)++r->keys;
  }
  *number = *found - 1;
  return SQLITE_OK;
}

/* Only columns that exist; the key of others is 0. */
static int find_runs(row_runs *r, const rocpd_column *const *column, uint32_t rows) {
  enum { BLOCK = 512 };
  int64_t now[MAX_KEYS] = {0}, block[MAX_KEYS][BLOCK];
  varying_keys v = {.n = 0};
  uint32_t number;
  for (int k = 0; k < MAX_KEYS; k++) {
    if (!column[k]) continue;
    now[k] = rocpd_column_at(column[k], 0);
    if (!rocpd_column_is_constant(column[k])) v.column[v.n++] = k;
  }
  int rc = key_number(r, &v, now, &number);
  if (!rc) rc = add_run(r, 0, number);
  for (uint32_t first = 0, n; v.n && !rc && (n = rocpd_rows_from(first, rows, BLOCK)) > 0; first += n) {
    for (int k = 0; k < v.n; k++) rocpd_column_get(column[v.column[k]], first, n, block[k]);
    for (uint32_t i = 0; i < n && !rc; i++) {
      bool same = true;
      for (int k = 0; k < v.n; k++) same &= block[k][i] == now[v.column[k]];
      if (same) continue;
      for (int k = 0; k < v.n; k++) now[v.column[k]] = block[k][i];
      rc = key_number(r, &v, now, &number);
      if (!rc) rc = add_run(r, first + i, number);
    }
  }
  return rc;
}

static int add_range(rocpd_export *x, rocpd_track *t, uint32_t batch, uint32_t first, uint32_t rows) {
  rocpd_row_range *last = t->ranges ? &t->range[t->ranges - 1] : NULL;
  if (t->group == ROCPD_NO_GROUP) {
    int64_t start = rocpd_column_at(x->layout.batch[batch].start, first);
    if (start != ROCPD_NULL && start < t->start) t->start = start;
  }
  if (last && last->batch == batch && last->first + last->rows == first) { /* grouped by queue, runs of several streams may be consecutive in one track */
    last->rows += rows;
    return SQLITE_OK;
  }
  int rc = t->ranges < t->range_capacity ? SQLITE_OK : rocpd_array_reserve(&t->range, &t->range_capacity, t->ranges + 1, sizeof *t->range);
  if (!rc) t->range[t->ranges++] = (rocpd_row_range){batch, first, rows};
  return rc;
}

static int add_rows(rocpd_export *x, uint32_t batch, const row_runs *r, int class) {
  uint32_t rows = x->layout.batch[batch].batch->rows, *track = sqlite3_malloc64(r->keys * sizeof *track);
  int rc = track ? SQLITE_OK : SQLITE_NOMEM;
  for (size_t k = 0; !rc && k < r->keys; k++) rc = track_find(x, class, r->key[k], &track[k]);
  for (size_t i = 0; !rc && i < r->runs; i++) {
    uint32_t first = r->run[i].first, end = i + 1 < r->runs ? r->run[i + 1].first : rows;
    rc = add_range(x, &x->layout.track[track[r->run[i].key]], batch, first, end - first);
  }
  sqlite3_free(track);
  return rc;
}

/* At most this number of rows is prepared at once by all threads, or all rows if columns are kept. */
enum { TURN_ROWS = 16 * ROCPD_BATCH_ROWS };

/* Threads prepare batches in any order, but runs are added in order of batches. So tracks and their ranges are numbered the same way each time. */
typedef struct turn {
  rocpd_export *x;
  size_t first, n; /* batches */
  row_runs *runs;  /* for each batch */
  pthread_mutex_t mutex; /* guards the layout, and these: */
  size_t added;          /* number of batches whose runs were added */
  bool *found;           /* for each batch: its runs were found */
} turn;

static int read_runs(const turn *job, size_t i, rocpd_error *err) {
  rocpd_export_batch *v = &job->x->layout.batch[job->first + i];
  int class = (int)(v->event - rocpd_event_kinds), rc = rocpd_view_open(job->x, v, err);
  const rocpd_column *key[MAX_KEYS] = {NULL};
  if (!rc && v->batch->source->info.multi_process) rc = rocpd_batch_column(v->batch, track_keys[class].node, &key[KEY_NODE], err);
  for (int k = 0; !rc && k < track_keys[class].keys; k++) rc = rocpd_batch_column(v->batch, track_keys[class].column[k], &key[k], err);
  return rc ? rc : rocpd_fail_code(err, find_runs(&job->runs[i], key, v->batch->rows));
}

static void free_runs(row_runs *r) {
  sqlite3_free(r->run), sqlite3_free(r->key);
  *r = (row_runs){0};
}

static int ready_one(void *arg, size_t i, rocpd_error *err) {
  turn *job = arg;
  rocpd_export *x = job->x;
  int rc = read_runs(job, i, err);
  pthread_mutex_lock(&job->mutex);
  job->found[i] = !rc;
  for (; !rc && job->added < job->n && job->found[job->added]; job->added++) {
    uint32_t batch = (uint32_t)(job->first + job->added);
    rc = rocpd_fail_code(err, add_rows(x, batch, &job->runs[job->added], (int)(x->layout.batch[batch].event - rocpd_event_kinds)));
    free_runs(&job->runs[job->added]);
  }
  pthread_mutex_unlock(&job->mutex);
  return rc ? rc : rocpd_export_poll(x, 0, err);
}

/* Prepares what only the connection's thread may ask for. */
static int look_at_starts(rocpd_export *x, rocpd_export_batch *v, rocpd_error *err) {
  v->unstarted = rocpd_column_may_be_null(v->start);
  if (!v->unstarted) return SQLITE_OK;
  x->views.stay = true; /* links to calls read other batches */
  return rocpd_launch_calls(x->snapshot, v->batch->source, &v->calls, err);
}

static int take_turn(turn *job, rocpd_error *err) {
  rocpd_export *x = job->x;
  job->runs = rocpd_zeroed(job->n * (sizeof *job->runs + sizeof *job->found));
  if (!job->runs) return rocpd_no_memory(err);
  job->found = (bool *)(job->runs + job->n), job->added = 0;
  int rc = rocpd_parallel(x->session, job->n, ready_one, job, err);
  for (size_t i = 0; i < job->n; i++) free_runs(&job->runs[i]);
  sqlite3_free(job->runs);
  for (size_t i = 0; i < job->n && !rc; i++) rc = look_at_starts(x, &x->layout.batch[job->first + i], err);
  if (!rc) rc = rocpd_show_markers(x, &x->layout.batch[job->first], job->n, err);
  for (size_t i = 0; !rc && i < job->n; i++) rocpd_view_close(x, &x->layout.batch[job->first + i]);
  return rc;
}

/* Sampled stacks are shown with their thread. */
static int place_stacks(rocpd_export_layout *l) {
  int rc = SQLITE_OK;
  for (size_t i = 0; !rc && i < l->tracks; i++) {
    rocpd_track *t = &l->track[i], *thread;
    struct rocpd_key *k;
    if (t->class != ROCPD_EVENT_STACK) continue;
    rc = rocpd_key_find(l, KEY_TRACK + ROCPD_EVENT_REGION, t->process, t->key, &k);
    if (rc) return rc;
    thread = &l->track[k->number];
    t->start = thread->start = rocpd_earlier(t->start, thread->start);
  }
  return rc;
}

/* Threads whose calls are known as sums only have tracks without rows. */
static int add_sums(rocpd_export *x, rocpd_error *err) {
  int rc = rocpd_export_sums_make(x, err);
  for (size_t i = 0; !rc && i < x->sums.calls.n; i++) {
    const rocpd_summed_call *c = &x->sums.calls.call[i];
    const int64_t key[MAX_KEYS] = {c->guid, c->pid, c->tid, [KEY_NODE] = c->nid};
    uint32_t track;
    rc = rocpd_fail_code(err, track_find(x, ROCPD_EVENT_REGION, key, &track));
  }
  return rc;
}

int rocpd_export_layout_make(rocpd_export *x, rocpd_error *err) {
  /* Batches that take longest come first, so that all threads are busy until the end. */
  static const uint8_t order[ROCPD_EVENT_CLASSES] = {ROCPD_EVENT_KERNEL,  ROCPD_EVENT_COPY,   ROCPD_EVENT_ALLOCATION,
                                                     ROCPD_EVENT_SCRATCH, ROCPD_EVENT_REGION, ROCPD_EVENT_SAMPLE, ROCPD_EVENT_STACK};
  rocpd_export_layout *l = &x->layout;
  int rc = rocpd_export_find_events_span(x, err);
  for (size_t i = 0; !rc && i < ROCPD_EVENT_CLASSES; i++)
    if (order[i] != ROCPD_EVENT_STACK || rocpd_format_needs(x->format, ROCPD_NEEDS_STACKS)) rc = add_views(x, &rocpd_event_kinds[order[i]], err);
  rocpd_views_begin(x);
  turn job = {.x = x};
  pthread_mutex_init(&job.mutex, NULL);
  for (; !rc && job.first < l->batches; job.first += job.n) {
    uint64_t rows = 0;
    for (job.n = 0; job.first + job.n < l->batches && (x->views.stay || rows < TURN_ROWS); job.n++) rows += l->batch[job.first + job.n].batch->rows;
    rc = take_turn(&job, err);
  }
  pthread_mutex_destroy(&job.mutex);
  if (!rc) rc = add_sums(x, err);
  if (!rc) rc = rocpd_fail_code(err, place_stacks(l));
  for (size_t i = 0; !rc && i < l->tracks; i++) rocpd_track_keep_ranges(&l->track[i], l->track[i].ranges);
  if (!rc) rc = rocpd_show_kernels(x, l->batch, l->batches, err);
  if (!rc) rc = rocpd_name_layout(x, err);
  return rc ? rc : rocpd_order_layout(x, err);
}

void rocpd_export_layout_free(rocpd_export_layout *l) {
  for (size_t i = 0; i < l->processes; i++) {
    sqlite3_free(l->process[i].name);
    sqlite3_free(l->process[i].command);
    sqlite3_free(l->process[i].label);
  }
  for (size_t i = 0; i < l->groups; i++) sqlite3_free(l->group[i].name), sqlite3_free(l->group[i].about);
  for (size_t i = 0; i < l->tracks; i++) {
    if (!l->track[i].place) sqlite3_free(l->track[i].item);
    sqlite3_free(l->track[i].lane_end);
    sqlite3_free(l->track[i].range);
    sqlite3_free(l->track[i].name);
  }
  for (size_t i = 0; i < l->batches; i++) {
    sqlite3_free(l->batch[i].shown);
    pthread_mutex_destroy(&l->batch[i].mutex);
  }
  rocpd_map_free(&l->messages);
  sqlite3_free(l->batch);
  sqlite3_free(l->process);
  sqlite3_free(l->group);
  sqlite3_free(l->track);
  sqlite3_free(l->key);
}
