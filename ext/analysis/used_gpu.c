/* See used_gpu.h. Batches are read in parallel; rows mostly have the thread and GPU of the row before. */
#include "used_gpu.h"
#include "parallel.h"

enum { PID, TID, GPU, KEYS, BLOCK = 512, FEW = 8 };

typedef struct using {
  rocpd_used_gpus *u;
  const rocpd_times *times;
} using;

static void find_one(const using *w, rocpd_launched_batch *l, uint32_t rows) {
  const rocpd_column *all[] = {l->pid, l->owner.agent, l->owner.type, l->owner.other, l->owner.other_type};
  bool same = rows > 0;
  for (int k = 0; same && k < 5; k++) same = !all[k] || rocpd_column_is_constant(all[k]);
  if (!same) return;
  l->one_pid = rocpd_column_at(l->pid, 0), l->one_gpus = rocpd_gpus_of(&l->owner, 0, w->u->gpu, l->one_gpu);
  l->of_one = true;
}

static int load(const using *w, rocpd_batch *b, rocpd_launched_batch *l, rocpd_error *err) {
  bool kernels = b->kind == ROCPD_KIND_KERNEL;
  const struct { int column; const rocpd_column **to; } list[] = {
    {kernels ? ROCPD_KERNEL_pid : ROCPD_COPY_pid, &l->pid}, {kernels ? ROCPD_KERNEL_tid : ROCPD_COPY_tid, &l->tid},
    {kernels ? ROCPD_KERNEL_stack_id : ROCPD_COPY_stack_id, &l->stack_id}, {kernels ? ROCPD_KERNEL_stream_id : ROCPD_COPY_stream_id, &l->stream_id}};
  int rc = rocpd_owner_columns_load(b, ROCPD_LEVEL_AGENT, &l->owner, err);
  for (size_t i = 0; rc == SQLITE_OK && i < sizeof list / sizeof *list; i++) rc = rocpd_batch_column(b, list[i].column, list[i].to, err);
  if (rc == SQLITE_OK) find_one(w, l, b->rows);
  if (rc != SQLITE_OK || !rocpd_column_only_nulls(l->tid)) return rc;
  if (!(l->tid_of_call = sqlite3_malloc64(((uint64_t)b->rows + 1) * sizeof *l->tid_of_call))) return rocpd_no_memory(err);
  for (uint32_t first = 0; rc == SQLITE_OK && first < b->rows; first += BLOCK)
    rc = rocpd_launch_values(w->u->calls, b, first, b->rows - first < BLOCK ? b->rows - first : BLOCK, ROCPD_REGION_tid, l->tid_of_call + first, err);
  return rc;
}

/* Adds a use; batches mostly have few threads. */
static int use(rocpd_groups *g, int64_t pid, int64_t tid, int64_t gpu, rocpd_error *err) {
  int64_t group;
  for (size_t i = 0; i < g->n && i < FEW; i++)
    if (g->key[i * KEYS + TID] == tid && g->key[i * KEYS + GPU] == gpu && g->key[i * KEYS + PID] == pid) return SQLITE_OK;
  return rocpd_group_add(g, (int64_t[]){[PID] = pid, [TID] = tid, [GPU] = gpu}, &group, err);
}

static int add_row(const using *w, rocpd_launched_batch *l, uint32_t row, rocpd_error *err) {
  int64_t pid = rocpd_launched_pid(l, row), tid = rocpd_launched_tid(l, row), gpu[2] = {ROCPD_NO_GPU, ROCPD_NO_GPU};
  int n = rocpd_launched_gpus(l, row, w->u->gpu, gpu), rc = use(&l->used, pid, tid, gpu[0], err);
  return rc == SQLITE_OK && n > 1 ? use(&l->used, pid, tid, gpu[1], err) : rc;
}

/* Finds the threads, if rows differ only in these; mostly two threads alternate. */
static int find_threads(rocpd_launched_batch *l, uint32_t rows, rocpd_error *err) {
  int64_t tid[BLOCK], last = 0, before = 0;
  int rc = SQLITE_OK;
  for (uint32_t first = 0, some; rc == SQLITE_OK && (some = rocpd_rows_from(first, rows, BLOCK)) > 0; first += some) {
    rocpd_column_get(l->tid, first, some, tid);
    for (uint32_t i = 0; rc == SQLITE_OK && i < some; i++) {
      if (l->used.n && (tid[i] == last || tid[i] == before)) continue;
      before = l->used.n ? last : tid[i], last = tid[i];
      rc = use(&l->used, l->one_pid, last, l->one_gpu[0], err);
      if (rc == SQLITE_OK && l->one_gpus > 1) rc = use(&l->used, l->one_pid, last, l->one_gpu[1], err);
    }
  }
  return rc;
}

/* Finds the uses of a batch; rows that equal the one before in all columns that vary are skipped. */
static int find_uses(const using *w, rocpd_launched_batch *l, uint32_t rows, rocpd_error *err) {
  const rocpd_column *all[] = {l->pid, l->tid, l->owner.agent, l->owner.type, l->owner.other, l->owner.other_type}, *c[6];
  int64_t v[BLOCK], last;
  bool other[BLOCK];
  int n = 0, rc = SQLITE_OK;
  for (int k = 0; k < 6; k++)
    if (all[k] && !rocpd_column_is_constant(all[k])) c[n++] = all[k];
  for (uint32_t first = 0, some; rc == SQLITE_OK && (some = rocpd_rows_from(first, rows, BLOCK)) > 0; first += some) {
    memset(other, 0, some * sizeof *other);
    other[0] = !first;
    for (int k = 0; k < n; k++) {
      rocpd_column_get(c[k], first, some, v);
      last = first ? rocpd_column_at(c[k], first - 1) : v[0];
      for (uint32_t i = 0; i < some; i++) other[i] |= v[i] != last, last = v[i];
    }
    for (uint32_t i = 0; l->tid_of_call && i < some; i++) other[i] |= first + i && l->tid_of_call[first + i] != l->tid_of_call[first + i - 1];
    for (uint32_t i = 0; rc == SQLITE_OK && i < some; i++)
      if (other[i]) rc = add_row(w, l, first + i, err);
  }
  return rc;
}

static int read_batch(void *arg, size_t i, rocpd_error *err) {
  const using *w = arg;
  rocpd_launched_batch *l = &w->u->batch[i];
  int rc = load(w, w->times->batch[i].batch, l, err);
  if (rc != SQLITE_OK) return rc;
  uint32_t rows = w->times->batch[i].rows;
  return l->of_one && !l->tid_of_call ? find_threads(l, rows, err) : find_uses(w, l, rows, err);
}

/* ---- all together */

static int add_use(rocpd_groups *g, int64_t **of, const int64_t *key, int64_t gpu, rocpd_error *err) {
  size_t n = g->n;
  int64_t group;
  int rc = rocpd_group_add(g, key, &group, err);
  if (rc != SQLITE_OK) return rc;
  if (g->n > n) {
    if (rocpd_array_push_reserve(of, n, sizeof **of) != SQLITE_OK) return rocpd_no_memory(err);
    (*of)[group] = gpu;
  } else if (gpu != ROCPD_NO_GPU && gpu != (*of)[group]) (*of)[group] = (*of)[group] == ROCPD_NO_GPU ? gpu : ROCPD_SEVERAL_GPUS;
  return SQLITE_OK;
}

static int join(rocpd_used_gpus *u, rocpd_error *err) {
  int rc = SQLITE_OK;
  for (size_t i = 0; i < u->batches; i++)
    for (size_t k = 0; rc == SQLITE_OK && k < u->batch[i].used.n; k++) {
      const int64_t *key = &u->batch[i].used.key[k * KEYS];
      rc = add_use(&u->threads, &u->of_thread, key, key[GPU], err);
      if (rc == SQLITE_OK) rc = add_use(&u->processes, &u->of_process, key, key[GPU], err);
    }
  return rc;
}

int rocpd_used_gpus_make(rocpd_snapshot *s, rocpd_source *source, const rocpd_times *times, rocpd_used_gpus *out, rocpd_error *err) {
  rocpd_session *session = rocpd_snapshot_session(s);
  *out = (rocpd_used_gpus){.batches = times->batches, .default_stream = rocpd_snapshot_default_stream(s), .threads.keys = 2, .processes.keys = 1};
  out->batch = sqlite3_malloc64((times->batches + 1) * sizeof *out->batch);
  for (size_t i = 0; out->batch && i < times->batches; i++) out->batch[i] = (rocpd_launched_batch){.used.keys = KEYS, .one_gpu = {ROCPD_NO_GPU, ROCPD_NO_GPU}};
  int rc = out->batch ? rocpd_launch_calls(s, source, &out->calls, err) : rocpd_no_memory(err);
  if (rc == SQLITE_OK) rc = rocpd_fail_code(err, rocpd_intern(session, "GPU", -1, &out->gpu));
  if (rc == SQLITE_OK) rc = rocpd_parallel(session, times->batches, read_batch, &(using){out, times}, err);
  if (rc == SQLITE_OK) rc = join(out, err);
  if (rc != SQLITE_OK) rocpd_used_gpus_drop(out);
  return rc;
}

void rocpd_used_gpus_drop(rocpd_used_gpus *u) {
  for (size_t i = 0; u->batch && i < u->batches; i++) rocpd_groups_free(&u->batch[i].used), sqlite3_free(u->batch[i].tid_of_call);
  sqlite3_free(u->batch), sqlite3_free(u->of_thread), sqlite3_free(u->of_process);
  rocpd_groups_free(&u->threads), rocpd_groups_free(&u->processes);
  *u = (rocpd_used_gpus){0};
}

/* ---- looking up */

bool rocpd_thread_launched(const rocpd_used_gpus *u, int64_t pid, int64_t tid, int64_t *gpu) {
  int64_t group = rocpd_group_find(&u->threads, (int64_t[]){pid, tid});
  *gpu = group == ROCPD_UNGROUPED ? ROCPD_NO_GPU : u->of_thread[group];
  return group != ROCPD_UNGROUPED;
}

int64_t rocpd_gpu_of_thread(const rocpd_used_gpus *u, int64_t pid, int64_t tid) {
  int64_t gpu;
  rocpd_thread_launched(u, pid, tid, &gpu);
  return gpu;
}

int64_t rocpd_gpu_of_process(const rocpd_used_gpus *u, int64_t pid) {
  int64_t group = rocpd_group_find(&u->processes, &pid);
  return group == ROCPD_UNGROUPED ? ROCPD_NO_GPU : u->of_process[group];
}
