/* See chosen.h. */
#include "chosen.h"
#include "export.h"
#include "intern.h"
#include "sum.h"
#include "window.h"
#include <stdlib.h>

static uint32_t process_of(const rocpd_export_layout *l, int64_t guid, int64_t nid, int64_t pid) {
  for (size_t i = 0; i < l->processes; i++)
    if (l->process[i].guid == guid && l->process[i].nid == nid && l->process[i].pid == pid) return l->process[i].left_out ? UINT32_MAX : (uint32_t)i;
  return UINT32_MAX;
}

uint32_t rocpd_chosen_process(const rocpd_chosen *c, const rocpd_call_node *root) { return process_of(&c->w->x->layout, root->guid, root->nid, root->pid); }

static int find_processes(rocpd_chosen *c, rocpd_error *err) {
  const rocpd_calls *calls = &c->all.calls;
  int rc = (c->process = sqlite3_malloc64((calls->threads + 1) * sizeof *c->process)) ? SQLITE_OK : rocpd_no_memory(err);
  for (size_t i = 0; !rc && i < calls->threads; i++) {
    int64_t guid;
    rc = rocpd_call_value(calls, calls->thread[i].first, ROCPD_REGION_guid, &guid, err);
    if (!rc) c->process[i] = process_of(&c->w->x->layout, guid, calls->thread[i].nid, calls->thread[i].pid);
  }
  return rc;
}

/* Opens a batch as the layout does, but a batch of the whole trace. */
static int view_batch(rocpd_chosen *c, size_t i, rocpd_error *err) {
  const rocpd_calls *calls = &c->all.calls;
  rocpd_export_batch *v = &c->view[i];
  *v = (rocpd_export_batch){.batch = calls->batch[i], .event = &rocpd_event_kinds[ROCPD_EVENT_REGION]};
  int rc = rocpd_batch_times(v->batch, &v->start, &v->end, err);
  if (!rc) rc = rocpd_batch_column(v->batch, ROCPD_REGION_name, &v->name, err);
  if (!rc) rc = rocpd_batch_column(v->batch, ROCPD_REGION_category, &v->category, err);
  if (rc || !c->all.marked[i]) return rc;
  int64_t *name = sqlite3_malloc64(v->batch->rows * sizeof *name);
  if (!name) return rocpd_no_memory(err);
  for (uint32_t row = 0; !rc && row < v->batch->rows; row++) rc = rocpd_range_name_of(&c->all, calls->first_row[i] + row, &name[row], err);
  if (!rc && !(v->shown = rocpd_column_of(name, v->batch->rows))) rc = rocpd_no_memory(err);
  if (v->shown) v->name = v->shown;
  sqlite3_free(name);
  return rc;
}

static int view_batches(rocpd_chosen *c, rocpd_error *err) {
  size_t n = c->all.calls.batches;
  int rc = (c->view = rocpd_zeroed((n + 1) * sizeof *c->view)) ? SQLITE_OK : rocpd_no_memory(err);
  for (size_t i = 0; !rc && i < n; i++)
    if (c->all.calls.batch[i]->rows) rc = view_batch(c, i, err);
  return rc;
}

static int choose_thread(rocpd_chosen *c, const rocpd_call_thread *t, rocpd_error *err) {
  const rocpd_calls *calls = &c->all.calls;
  const rocpd_window *window = rocpd_snapshot_window(c->w->x->snapshot);
  uint64_t taken = 0;
  size_t batch = SIZE_MAX;
  for (uint32_t i = 0; i < t->n; i++) {
    uint32_t row = calls->row[t->first + i], at;
    int64_t start, end;
    if (batch == SIZE_MAX || row < calls->first_row[batch] || row >= calls->first_row[batch + 1]) batch = rocpd_calls_batch(calls, row);
    const rocpd_export_batch *v = &c->view[batch];
    at = row - calls->first_row[batch];
    if (window && !rocpd_in_window(window, rocpd_column_at(v->start, at), rocpd_column_at(v->end, at))) continue;
    int yes = rocpd_export_select(c->w, v, at, 1, &at, &start, &end);
    if (yes < 0) return rocpd_no_memory(err);
    c->chosen[row] = (uint8_t)yes, taken += (uint64_t)yes;
    if ((i & 1023) == 1023 && rocpd_writer_poll(c->w, 2048, err)) return err->rc; /* each is read only once */
  }
  c->w->count.events[ROCPD_EVENT_REGION] += taken;
  if (taken) rocpd_lane_number(c->w);
  return SQLITE_OK;
}

static int choose_calls(rocpd_chosen *c, rocpd_error *err) {
  const rocpd_calls *calls = &c->all.calls;
  uint64_t rows = calls->first_row[calls->batches];
  if (!(c->chosen = rocpd_zeroed(rows + 1))) return rocpd_no_memory(err);
  int rc = view_batches(c, err);
  for (size_t i = 0; !rc && i < calls->threads; i++)
    if (c->process[i] != UINT32_MAX) rc = choose_thread(c, &calls->thread[i], err);
  return rc;
}

/* Counts the sums, and drops those of processes that are left out. */
static int choose_sums(rocpd_chosen *c) {
  rocpd_summed_calls *sums = &c->w->x->sums.calls;
  size_t n = 0;
  int rc = SQLITE_OK;
  for (size_t i = 0; !rc && i < sums->n; i++) {
    const rocpd_summed_call *x = &sums->call[i];
    if (process_of(&c->w->x->layout, x->guid, x->nid, x->pid) == UINT32_MAX) continue;
    rc = rocpd_writer_count(c->w, x->category, x->calls);
    c->w->count.events[ROCPD_EVENT_REGION] = rocpd_add_counts(c->w->count.events[ROCPD_EVENT_REGION], x->calls);
    if (!n || sums->call[n - 1].source != x->source || sums->call[n - 1].pid != x->pid || sums->call[n - 1].tid != x->tid) rocpd_lane_number(c->w);
    sums->call[n++] = *x;
  }
  sums->n = n;
  return rc;
}

/* ---- names */

typedef struct rocpd_named_thread {
  uint32_t process;
  int64_t tid;
  const char *name;
} named_thread;

static int compare_threads(const void *a, const void *b) {
  const named_thread *x = a, *y = b;
  return ROCPD_ORDER(x->process, y->process) ?: ROCPD_ORDER(x->tid, y->tid);
}

/* Names of threads. (The main thread's name is the process's name, which is shown beside it.) */
static int list_threads(rocpd_chosen *c, rocpd_error *err) {
  const rocpd_export_layout *l = &c->w->x->layout;
  if (!(c->thread = sqlite3_malloc64((l->tracks + 1) * sizeof *c->thread))) return rocpd_no_memory(err);
  for (size_t i = 0; i < l->tracks; i++) {
    const rocpd_track *t = &l->track[i];
    if (t->group == ROCPD_NO_GROUP && !t->nameless && strcmp(t->name, l->process[t->process].name) != 0)
      c->thread[c->threads++] = (named_thread){t->process, t->key, t->name};
  }
  qsort(c->thread, c->threads, sizeof *c->thread, compare_threads);
  return SQLITE_OK;
}

int rocpd_chosen_thread_name(const rocpd_chosen *c, uint32_t process, int64_t tid, int64_t *name) {
  const named_thread key = {.process = process, .tid = tid}, *t = bsearch(&key, c->thread, c->threads, sizeof key, compare_threads);
  if (tid == ROCPD_NULL) return rocpd_intern_format(c->w->x->session, name, "unknown thread");
  return rocpd_intern_format(c->w->x->session, name, "%s %lld", t ? t->name : "thread", (long long)tid);
}

/* ---- everything */

int rocpd_chosen_make(rocpd_writer *w, bool choose, rocpd_chosen *out, rocpd_error *err) {
  *out = (rocpd_chosen){.w = w};
  int rc = rocpd_ranges_make(w->x->snapshot, true, rocpd_calls_order, &out->all, err);
  if (!rc) rc = find_processes(out, err);
  if (!rc) rc = list_threads(out, err);
  if (!rc && choose) rc = choose_calls(out, err);
  return rc || !choose ? rc : rocpd_fail_code(err, choose_sums(out));
}

void rocpd_chosen_drop(rocpd_chosen *c) {
  for (size_t i = 0; c->view && i < c->all.calls.batches; i++) sqlite3_free(c->view[i].shown);
  sqlite3_free(c->view), sqlite3_free(c->thread), sqlite3_free(c->process), sqlite3_free(c->chosen);
  rocpd_ranges_drop(&c->all);
}
