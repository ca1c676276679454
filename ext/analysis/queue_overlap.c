/* See queue_overlap.h. One pass finds the queues whose kernels must follow each other, another counts kernels that do not. */
#include "queue_overlap.h"
#include "launch.h"
#include "queue_order.h"
#include <stdlib.h>

typedef struct file_facts { /* facts about a source */
  rocpd_source *source;
  rocpd_links *calls; /* NULL: the source has no calls */
  int64_t overlaps;   /* atomic */
} file_facts;

typedef struct overlap_work {
  rocpd_queue_order q;
  file_facts *file; /* sorted by address of the source */
  size_t files;
  file_facts **of_queue; /* atomic */
  bool *odd;             /* queues that are not checked; atomic */
  int64_t default_stream; /* interned */
} overlap_work;

static int compare_files(const void *a, const void *b) {
  const file_facts *x = a, *y = b;
  return ROCPD_ORDER(x->source, y->source);
}

/* ---- which queues */

static bool waits_for_last(const char *call) { return strncmp(call, "hip", 3) == 0 && strncmp(call, "hipExt", 6) && !strstr(call, "Graph"); }

/* Finds the kernels of a block that HIP has launched into a stream, so that they wait for the ones before. */
static int find_ordered(const overlap_work *w, const file_facts *f, const rocpd_grouped *rows, bool *ordered, rocpd_error *err) {
  rocpd_session *session = f->source->session;
  int64_t text[ROCPD_BLOCK], last = ROCPD_NULL;
  const rocpd_column *stream;
  bool yes = false;
  int rc;
  if (f->calls) rc = rocpd_launch_values(f->calls, rows->batch, rows->first, rows->n, ROCPD_REGION_name, text, err);
  else if ((rc = rocpd_batch_column(rows->batch, ROCPD_KERNEL_stream, &stream, err)) == SQLITE_OK) rocpd_column_get(stream, rows->first, rows->n, text);
  for (uint32_t i = 0; rc == SQLITE_OK && i < rows->n; i++) {
    if (text[i] != last) yes = text[i] != ROCPD_NULL && (f->calls ? waits_for_last(rocpd_string(session, text[i], NULL)) : text[i] != w->default_stream);
    last = text[i];
    ordered[i] = yes;
  }
  return rc;
}

static int look_at_block(void *arg, const rocpd_grouped *rows, rocpd_error *err) {
  overlap_work *w = arg;
  const file_facts key = {.source = rows->batch->source};
  file_facts *f = bsearch(&key, w->file, w->files, sizeof *w->file, compare_files);
  bool ordered[ROCPD_BLOCK];
  if (!f) return SQLITE_OK;
  int rc = find_ordered(w, f, rows, ordered, err);
  for (uint32_t i = 0; rc == SQLITE_OK && i < rows->n; i++) {
    __atomic_store_n(&w->of_queue[rows->group[i]], f, __ATOMIC_RELAXED); /* all threads store the same value */
    if (!ordered[i]) __atomic_store_n(&w->odd[rows->group[i]], true, __ATOMIC_RELAXED);
  }
  return rc;
}

/* ---- their kernels */

static int count_part(void *arg, size_t i, rocpd_error *err) {
  overlap_work *w = arg;
  size_t queue = w->q.all.slice[i].line;
  rocpd_queued block[ROCPD_BLOCK];
  rocpd_queue_reader *r = NULL;
  int64_t overlaps = 0;
  uint32_t n;
  if (w->odd[queue] || !w->of_queue[queue]) return SQLITE_OK;
  int rc = rocpd_queue_reader_open(&w->q, i, &r, err);
  if (rc == SQLITE_OK) rc = rocpd_queue_read(r, block, &n, err);
  while (rc == SQLITE_OK && n) {
    for (uint32_t k = 0; k < n; k++) overlaps += block[k].pause != ROCPD_NULL && block[k].pause < -ROCPD_OVERLAP_ALLOWED_NS;
    rc = rocpd_queue_read(r, block, &n, err);
  }
  rocpd_queue_reader_close(r);
  __atomic_fetch_add(&w->of_queue[queue]->overlaps, overlaps, __ATOMIC_RELAXED);
  return rc;
}

/* ---- */

static int find_files(overlap_work *w, rocpd_snapshot *s, rocpd_error *err) {
  rocpd_source **source = rocpd_snapshot_sources(s, &w->files);
  int rc = SQLITE_OK;
  w->file = sqlite3_malloc64((w->files + 1) * sizeof *w->file);
  w->of_queue = rocpd_zeroed((w->q.all.n + 1) * sizeof *w->of_queue);
  w->odd = rocpd_zeroed(w->q.all.n + 1);
  if (!w->file || !w->of_queue || !w->odd) return rocpd_no_memory(err);
  for (size_t i = 0; rc == SQLITE_OK && i < w->files; i++) {
    rocpd_batch **call;
    size_t calls = 0;
    w->file[i] = (file_facts){.source = source[i]};
    rc = rocpd_snapshot_batches_of(s, source[i], ROCPD_KIND_REGION, &call, &calls, err);
    if (rc == SQLITE_OK && calls) rc = rocpd_launch_calls(s, source[i], &w->file[i].calls, err);
  }
  if (rc == SQLITE_OK) qsort(w->file, w->files, sizeof *w->file, compare_files);
  return rc == SQLITE_OK ? rocpd_intern(rocpd_snapshot_session(s), "Default Stream", -1, &w->default_stream) : rc;
}

typedef struct overlaps_found { /* kept with the snapshot */
  struct { rocpd_source *source; int64_t kernels; } *of;
  size_t n;
} overlaps_found;

static const char overlaps_owner;

static void free_found(void *data) {
  sqlite3_free(((overlaps_found *)data)->of);
  sqlite3_free(data);
}

static int keep(overlap_work *w, overlaps_found *out, rocpd_error *err) {
  if (!(out->of = sqlite3_malloc64((w->files + 1) * sizeof *out->of))) return rocpd_no_memory(err);
  for (size_t i = 0; i < w->files; i++)
    if (w->file[i].overlaps) out->of[out->n].source = w->file[i].source, out->of[out->n++].kernels = w->file[i].overlaps;
  return SQLITE_OK;
}

static int find(rocpd_snapshot *s, overlaps_found *out, rocpd_error *err) {
  overlap_work w = {0};
  rocpd_group_input input = {.kind = ROCPD_KIND_KERNEL, .duration = ROCPD_KEY_NONE};
  rocpd_order_keys(ROCPD_ORDER_QUEUES, input.key);
  int rc = rocpd_queue_order_make(s, ROCPD_ORDER_QUEUES, &w.q, err);
  if (rc != SQLITE_OK) return rc;
  rc = find_files(&w, s, err);
  if (rc == SQLITE_OK) rc = rocpd_group_again(s, &input, 1, &w.q.table.groups, look_at_block, &w, err);
  if (rc == SQLITE_OK) rc = rocpd_parallel(rocpd_snapshot_session(s), w.q.all.slices, count_part, &w, err);
  if (rc == SQLITE_OK) rc = keep(&w, out, err);
  sqlite3_free(w.file), sqlite3_free(w.of_queue), sqlite3_free(w.odd);
  rocpd_queue_order_free(&w.q);
  return rc;
}

static int find_and_keep(rocpd_snapshot *s, const overlaps_found **out, rocpd_error *err) {
  overlaps_found *found = sqlite3_malloc64(sizeof *found);
  if (!found) return rocpd_no_memory(err);
  *found = (overlaps_found){0};
  int rc = find(s, found, err);
  if (rc != SQLITE_OK) return free_found(found), rc;
  *out = found;
  return rocpd_snapshot_keep(s, &(rocpd_keeping){.owner = &overlaps_owner, .data = found, .free_data = free_found}) ? SQLITE_OK : rocpd_no_memory(err);
}

int rocpd_queue_overlaps(rocpd_snapshot *s, int (*emit)(void *arg, rocpd_source *source, int64_t kernels), void *arg, rocpd_error *err) {
  s = rocpd_snapshot_whole(s);
  const overlaps_found *found = rocpd_snapshot_kept(s, &overlaps_owner, 0);
  int rc = found ? SQLITE_OK : find_and_keep(s, &found, err);
  for (size_t i = 0; rc == SQLITE_OK && i < found->n; i++) rc = rocpd_fail_code(err, emit(arg, found->of[i].source, found->of[i].kernels));
  return rc;
}
