/* See process_filter.h. Most files have one process and say which. For others, a snapshot of their own is made with all of their rows; the chosen rows are
** picked from its batches. */
#include "process_filter.h"
#include <stdlib.h>
#include "map.h"
#include "origins.h"
#include "overlay.h"

/* A source of several processes. */
typedef struct several {
  rocpd_snapshot *all; /* of the source alone, with all of its rows */
  rocpd_map id;        /* id of a process -> 1 + whether the process is chosen */
  struct process_number {
    int64_t nid, pid;
  } *chosen;           /* the processes by the columns that views have */
  size_t chosens, n;
} several;

static void drop_several(several *x) {
  if (x->all) rocpd_snapshot_drop(x->all);
  rocpd_map_free(&x->id);
  sqlite3_free(x->chosen);
  *x = (several){0};
}

static bool may_have_several(const rocpd_source *s) { return s->info.multi_process || !s->info.pid; }

static bool takes(const rocpd_filter *f, int64_t pid, int64_t rank) { return rocpd_numbers_match(&f->pids, pid) && rocpd_numbers_match(&f->ranks, rank); }

static int add_process(several *x, const rocpd_filter *f, rocpd_source *source, int64_t id, int64_t nid, int64_t pid, rocpd_error *err) {
  rocpd_origin origin = {.rank = rocpd_source_rank(source)};
  int rc = source->info.multi_process ? rocpd_origin_of_process(x->all, source, id, &origin, err) : SQLITE_OK;
  bool yes = rc == SQLITE_OK && takes(f, pid, origin.rank);
  x->n++;
  if (rc == SQLITE_OK && id != ROCPD_NULL) rc = rocpd_fail_code(err, rocpd_map_set(&x->id, (uint64_t)id, yes));
  if (rc != SQLITE_OK || !yes) return rc;
  return rocpd_fail_code(err, ROCPD_PUSH(x->chosen, x->chosens, (struct process_number){nid, pid}));
}

static int read_processes(several *x, const rocpd_filter *f, rocpd_source *source, rocpd_error *err) {
  static const int column[] = {ROCPD_RAW_PROCESS_id, ROCPD_RAW_PROCESS_nid, ROCPD_RAW_PROCESS_pid};
  const rocpd_column *c[3];
  rocpd_batch **batch;
  size_t n;
  int rc = rocpd_snapshot_batches_of(x->all, source, ROCPD_KIND_RAW_PROCESS, &batch, &n, err);
  for (size_t i = 0; rc == SQLITE_OK && i < n; i++) {
    if (batch[i]->rows) rc = rocpd_batch_columns(batch[i], column, 3, c, err);
    for (uint32_t row = 0; rc == SQLITE_OK && row < batch[i]->rows; row++)
      rc = add_process(x, f, source, rocpd_column_at(c[0], row), rocpd_column_at(c[1], row), rocpd_column_at(c[2], row), err);
  }
  return rc;
}

/* The caller drops x, also after a failure. */
static int find_several(rocpd_trace *t, const rocpd_filter *f, rocpd_source *source, several *x, rocpd_error *err) {
  *x = (several){0};
  int rc = rocpd_fail_code(err, rocpd_snapshot_of_sources(t, &source, 1, &x->all));
  if (rc == SQLITE_OK && source->info.multi_process) rc = rocpd_origins_make(x->all, source, err);
  return rc == SQLITE_OK ? read_processes(x, f, source, err) : rc;
}

/* ---- sources ---- */

/* A source that cannot be read is kept: queries that read it fail. */
static int is_chosen(rocpd_trace *t, const rocpd_filter *f, rocpd_source *source, bool *yes, rocpd_error *err) {
  several x;
  rocpd_error why = {0};
  *yes = takes(f, source->info.pid ? source->info.pid : ROCPD_NULL, rocpd_source_rank(source));
  if (!may_have_several(source)) return SQLITE_OK;
  int rc = find_several(t, f, source, &x, &why);
  if (rc != SQLITE_OK) *yes = true;
  else if (x.n) *yes = x.chosens;
  drop_several(&x);
  if (rocpd_is_stop(rc)) return rocpd_fail_for(err, rc, &why);
  rocpd_error_clear(&why);
  return SQLITE_OK;
}

int rocpd_process_filter_sources(rocpd_snapshot *s, const rocpd_filter *f, bool *keep, rocpd_error *err) {
  size_t left = 0;
  int rc = SQLITE_OK;
  for (size_t i = 0; i < s->sources; i++) {
    bool yes = true;
    if (rc == SQLITE_OK) rc = is_chosen(s->trace, f, s->source[i], &yes, err);
    if (yes) s->source[left] = s->source[i], keep[left++] = keep[i];
    else rocpd_source_unref(s->source[i]);
  }
  s->sources = left;
  return rc;
}

/* ---- rows of some processes ---- */

/* Whether rows of the kind name their process as views do. Other kinds of such sources only describe. */
static bool is_of_process(int kind) {
  return rocpd_kinds[kind].flags & (ROCPD_K_EVENT | ROCPD_K_OWNED | ROCPD_K_LIFETIME) && rocpd_kind_column(kind, "pid") >= 0;
}

static int test_numbers(const several *x, rocpd_batch *b, uint8_t *keep, rocpd_error *err) {
  bool nodes = b->source->info.multi_process && rocpd_kind_column(b->kind, "nid") >= 0;
  const rocpd_column *pid, *nid = NULL;
  int rc = rocpd_batch_column(b, rocpd_kind_column(b->kind, "pid"), &pid, err);
  if (rc == SQLITE_OK && nodes) rc = rocpd_batch_column(b, rocpd_kind_column(b->kind, "nid"), &nid, err);
  for (uint32_t i = 0; rc == SQLITE_OK && i < b->rows; i++) {
    keep[i] = false;
    for (size_t k = 0; !keep[i] && k < x->chosens; k++)
      keep[i] = x->chosen[k].pid == rocpd_column_at(pid, i) && (!nodes || x->chosen[k].nid == rocpd_column_at(nid, i));
  }
  return rc;
}

/* Rows without a process stay. */
static int test_ids(const several *x, const int64_t *id, uint32_t n, uint8_t *keep) {
  for (uint32_t i = 0; i < n; i++) keep[i] = id[i] == ROCPD_NULL || rocpd_map_get(&x->id, (uint64_t)id[i], true);
  return SQLITE_OK;
}

static int pick_rows(const several *x, rocpd_batch *b, rocpd_batch **out, rocpd_error *err) {
  int64_t *id = sqlite3_malloc64((uint64_t)b->rows * 2 * sizeof *id + 1);
  uint8_t *keep = sqlite3_malloc64((uint64_t)b->rows + 1);
  bool named = false;
  int rc = id && keep ? SQLITE_OK : rocpd_no_memory(err);
  if (rc == SQLITE_OK && b->rows) rc = rocpd_origins_processes(x->all, b, id, id + b->rows, &named, err);
  bool tests = b->rows && (named || is_of_process(b->kind));
  if (rc == SQLITE_OK && tests) rc = named ? test_ids(x, id, b->rows, keep) : test_numbers(x, b, keep, err);
  if (rc == SQLITE_OK) rc = rocpd_overlay_kept(b, tests ? keep : NULL, out, err);
  sqlite3_free(id), sqlite3_free(keep);
  return rc;
}

static int pick_kind(const several *x, rocpd_snapshot *s, size_t place, int kind, rocpd_error *err) {
  rocpd_batch **batch, **picked;
  size_t n, left = 0;
  int rc = rocpd_snapshot_batches_of(x->all, s->source[place], kind, &batch, &n, err);
  if (rc != SQLITE_OK) return rc;
  if (!(picked = sqlite3_malloc64((n + 1) * sizeof *picked))) return rocpd_no_memory(err);
  for (size_t i = 0; rc == SQLITE_OK && i < n; i++) {
    rc = pick_rows(x, batch[i], &picked[left], err);
    left += rc == SQLITE_OK && picked[left];
  }
  if (rc == SQLITE_OK) return rocpd_fail_code(err, rocpd_lists_put(s, place, kind, picked, left));
  while (left) rocpd_batch_unref(picked[--left]);
  sqlite3_free(picked);
  return rc;
}

static const char several_owner;

static void free_kept(void *data) {
  drop_several(data);
  sqlite3_free(data);
}

/* The batches need the snapshot from which they are picked for as long as they live. */
static int keep_several(rocpd_snapshot *s, rocpd_source *source, several **out, rocpd_error *err) {
  if ((*out = rocpd_snapshot_kept(s, &several_owner, source->number))) return SQLITE_OK;
  several *x = sqlite3_malloc64(sizeof *x);
  if (!x) return rocpd_no_memory(err);
  *x = (several){0};
  *out = x;
  const rocpd_keeping keeping = {.owner = &several_owner, .key = source->number, .data = x, .free_data = free_kept, .source = source};
  return rocpd_snapshot_keep(s, &keeping) ? SQLITE_OK : rocpd_no_memory(err);
}

static int list_source(rocpd_snapshot *s, size_t place, const rocpd_filter *f, rocpd_error *err) {
  rocpd_source *source = s->source[place];
  several *x;
  int rc = keep_several(s, source, &x, err);
  if (rc == SQLITE_OK && !x->all) {
    rc = find_several(s->trace, f, source, x, err);
    if (rc != SQLITE_OK) drop_several(x);
  }
  bool some = rc == SQLITE_OK && x->chosens < x->n;
  for (int k = 0; rc == SQLITE_OK && some && k < ROCPD_KIND_COUNT; k++)
    if (source->info.native & ROCPD_KIND_BIT(k) && !rocpd_lists_have(s, place, k)) rc = pick_kind(x, s, place, k, err);
  return rc;
}

int rocpd_process_filter_lists(rocpd_snapshot *s, const rocpd_filter *f, rocpd_error *err) {
  int rc = SQLITE_OK;
  for (size_t i = 0; rc == SQLITE_OK && i < s->sources; i++)
    if (may_have_several(s->source[i])) rc = list_source(s, i, f, err);
  return rc;
}
