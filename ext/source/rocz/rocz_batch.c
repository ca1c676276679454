/* Makes the batches of a chunk file: one for each chunk of calls, marks, dispatches, copies and arguments, followed by batches of rows that are not in
** chunks yet, lane by lane.
**
** Rowids: each source has 2^40 for each kind. They are assigned when a chunk is first seen. Rows in live buffers get theirs early, with a reserve for later
** rows of the lane, and keep them when they come into a chunk (except in one chunk for each RESERVE rows, where a reserve ends). Rowids of calls in
** progress, and of arguments in live buffers, are valid for one statement only. */
#include "rocz_file.h"
#include "known_time.h"
#include <stdlib.h>

#define RESERVE ((uint64_t)1 << 20)

/* Returns the rowid of row `first_row` of a lane; the next rows - 1 rows have the rowids after it. */
static int64_t rowid_for(rocpd_rocz_file *f, int kind, rocpd_rocz_lane *lane, uint64_t first_row, uint32_t rows, bool live) {
  rocpd_rocz_batches *l = f->kind[kind];
  if (first_row < lane->rowid_row || first_row + rows > lane->rowid_end) {
    uint64_t n = live ? rows + RESERVE : rows;
    lane->rowid_row = first_row;
    lane->rowid_end = first_row + n;
    lane->rowid = rocpd_first_rowid(f->base.number) + l->next_rowid;
    l->next_rowid += (int64_t)n;
  }
  return lane->rowid + (int64_t)(first_row - lane->rowid_row);
}

/* ---- chunks */

static int schema_kind(uint16_t kind) {
  switch (kind) {
    case ROCZ_CALL: case ROCZ_OPEN_CALL: return ROCPD_KIND_REGION;
    case ROCZ_DISPATCH: case ROCZ_OPEN_DISPATCH: return ROCPD_KIND_KERNEL;
    case ROCZ_COPY: case ROCZ_OPEN_COPY: return ROCPD_KIND_COPY;
    case ROCZ_ARGUMENT: return ROCPD_KIND_ARG;
    case ROCZ_MARK: return ROCPD_KIND_SAMPLE;
    default: return -1;
  }
}

/* Returns the schema's kind of the file's own rows in a lane of this kind. */
static int own_kind(const rocpd_rocz_file *f, uint16_t kind, uint32_t lane) {
  if (kind >= ROCZ_DECLARED) return rocpd_rocz_is_own(f, lane) ? rocpd_rocz_declared_kind(f, kind) : -1;
  return f->own_set ? -1 : schema_kind(kind);
}

static bool has_times(uint16_t kind) {
  return kind >= ROCZ_DECLARED || kind == ROCZ_CALL || kind == ROCZ_OPEN_CALL || kind == ROCZ_MARK || kind == ROCZ_DISPATCH || kind == ROCZ_COPY;
}

static uint64_t lane_rows(const rocpd_rocz_file *f, uint16_t kind, uint32_t lane) {
  const rocpd_rocz_lane *l = rocpd_rocz_lane_find(f, kind, lane);
  return l ? l->rows : 0;
}

/* Counts the rows of live copies that have ended. */
static uint64_t live_copies(const rocpd_rocz_file *f) {
  uint64_t n = 0;
  for (size_t i = 0; i < f->lives; i++)
    if (f->live[i]->kind == ROCZ_COPY) n += f->live[i]->rows;
  return n;
}

/* Copies have no number in the file; like rocprofv3, they are counted from 1. Copies that have not ended come last. */
static int64_t id_base(const rocpd_rocz_file *f, uint16_t kind, uint32_t lane, uint64_t first_row) {
  if (kind == ROCZ_OPEN_COPY) first_row += lane_rows(f, ROCZ_COPY, lane) + live_copies(f);
  return (int64_t)first_row;
}

/* Makes a batch without rows, for rows that cannot be read. */
static int make_broken(rocpd_rocz_batch *b, const char *text) {
  b->base.rows = 0;
  b->broken = sqlite3_mprintf("%s", text ? text : "damaged");
  return b->broken ? SQLITE_OK : SQLITE_NOMEM;
}

static int add_arguments(rocpd_rocz_batches *l, rocpd_rocz_batch *b, rocpd_error *err) {
  const rocpd_rocz_file *f = b->file;
  rocpd_error why = {0};
  bool told_apart = !f->args_end || b->order < f->args_end;
  int rc = told_apart ? rocpd_rocz_args_find(b, &why) : rocpd_fail(&why, SQLITE_CORRUPT, "%s", f->lost);
  if (rc == SQLITE_CORRUPT) rc = make_broken(b, why.message);
  else if (rc != SQLITE_OK) rocpd_fail_for(err, rc, &why);
  rocpd_error_clear(&why);
  if (rc == SQLITE_OK && !b->base.rows && !b->broken) { /* the chunk has only padding */
    rocpd_batch_unref(&b->base);
    return SQLITE_OK;
  }
  if (rc == SQLITE_OK) return rocpd_rocz_batches_add(l, b);
  rocpd_batch_unref(&b->base);
  return rocpd_fail_code(err, rc);
}

static int add_chunk(rocpd_rocz_file *f, int kind, rocpd_rocz_batches *l, size_t i, rocpd_error *err) {
  const rocz_chunk *c = &f->chunk[i];
  rocpd_rocz_lane *lane;
  rocpd_rocz_batch *b = rocpd_rocz_batch_new(f, kind, c->kind, c->lane);
  if (!b || rocpd_rocz_lane_add(f, c->kind, c->lane, &lane) != SQLITE_OK) {
    if (b) rocpd_batch_unref(&b->base);
    return SQLITE_NOMEM;
  }
  b->final = true;
  b->order = i;
  b->chunk = *c;
  b->base.rows = c->rows;
  if (has_times(c->kind)) {
    b->base.min_time = c->min_time;
    b->base.max_time = c->max_time;
  }
  if (c->kind >= ROCZ_DECLARED) rocpd_rocz_set_batch(b, &f->base, &f->common);
  b->id_base = id_base(f, c->kind, c->lane, c->first_row);
  b->base.first_rowid = rowid_for(f, kind, lane, c->first_row, c->rows, false);
  return c->kind == ROCZ_ARGUMENT ? add_arguments(l, b, err) : rocpd_rocz_batches_add(l, b);
}

/* ---- rows of live buffers */

static void live_rows_times(rocpd_rocz_batch *b) {
  const rocpd_rocz_live_rows *p = b->live;
  static const int8_t start_of[] = {[ROCZ_CALL] = 1, [ROCZ_OPEN_CALL] = 0, [ROCZ_MARK] = 0, [ROCZ_DISPATCH] = 2, [ROCZ_COPY] = 2};
  if (p->kind >= ROCZ_DECLARED) {
    rocpd_rocz_declared_times(b);
    return;
  }
  const int64_t *start = p->column[start_of[p->kind]];
  const int64_t *duration = p->kind == ROCZ_CALL ? p->column[0] : p->kind == ROCZ_OPEN_CALL || p->kind == ROCZ_MARK ? NULL : p->column[1];
  for (uint32_t i = 0; i < p->rows; i++) {
    int64_t end = duration ? start[i] + duration[i] : start[i]; /* times are from rocz_live.c, so this cannot overflow */
    if (start[i] < b->base.min_time) b->base.min_time = start[i];
    if (end < b->base.min_time) b->base.min_time = end;
    if (start[i] > b->base.max_time) b->base.max_time = start[i];
    if (end > b->base.max_time) b->base.max_time = end;
  }
}

/* Adds rows of a live buffer. `before`: number of the lane's rows in earlier live buffers. */
static int add_live_rows(rocpd_rocz_file *f, int kind, rocpd_rocz_batches *l, size_t i, uint64_t before, rocpd_error *err) {
  rocpd_rocz_live_rows *p = f->live[i];
  rocpd_rocz_lane *lane;
  rocpd_rocz_batch *b = rocpd_rocz_batch_new(f, kind, p->kind, p->lane);
  if (!b || rocpd_rocz_lane_add(f, p->kind, p->lane, &lane) != SQLITE_OK) {
    if (b) rocpd_batch_unref(&b->base);
    return SQLITE_NOMEM;
  }
  p->refs++;
  b->live = p;
  rocpd_known_times_uncounted(&b->base); /* they are counted when a chunk has them, or in the next statement */
  b->order = f->chunks + i;
  b->base.rows = p->rows;
  if (has_times(p->kind)) live_rows_times(b);
  if (p->kind >= ROCZ_DECLARED) rocpd_rocz_set_batch(b, &f->base, &f->common);
  b->id_base = id_base(f, p->kind, p->lane, lane->rows + before);
  b->base.first_rowid = rowid_for(f, kind, lane, lane->rows + before, p->rows, true);
  return kind == ROCPD_KIND_ARG ? add_arguments(l, b, err) : rocpd_rocz_batches_add(l, b);
}

/* Counts the lane's rows in live buffers before number i. */
static uint64_t rows_before(const rocpd_rocz_file *f, size_t i) {
  uint64_t rows = 0;
  for (size_t j = i; j > 0 && f->live[j - 1]->kind == f->live[i]->kind && f->live[j - 1]->lane == f->live[i]->lane; j--)
    rows += f->live[j - 1]->rows;
  return rows;
}

static int add_live(rocpd_rocz_file *f, int kind, rocpd_rocz_batches *l, rocpd_error *err) {
  int rc = SQLITE_OK;
  for (size_t i = 0; rc == SQLITE_OK && i < f->lives; i++) {
    if (own_kind(f, f->live[i]->kind, f->live[i]->lane) != kind || (kind == ROCPD_KIND_ARG && f->skip && f->args_end)) continue;
    rc = add_live_rows(f, kind, l, i, rows_before(f, i), err);
  }
  return rc;
}

/* Adds a batch for rows that damage hides. Any kind may have lost rows; kinds made from info rows lose them only in chunks of these. */
static int add_damage(rocpd_rocz_file *f, int kind, rocpd_rocz_batches *l) {
  const char *text = f->damage ? f->damage : f->live_damage ? f->live_damage : rocpd_rocz_table_lost(f, kind) ? f->lost : NULL;
  if (!text || f->skip || kind == ROCPD_KIND_PROCESS) return SQLITE_OK;
  rocpd_rocz_batch *b = rocpd_rocz_batch_new(f, kind, 0, UINT32_MAX);
  if (!b) return SQLITE_NOMEM;
  b->order = UINT64_MAX;
  if (make_broken(b, text) == SQLITE_OK) return rocpd_rocz_batches_add(l, b);
  rocpd_batch_unref(&b->base);
  return SQLITE_NOMEM;
}

/* ---- the list */

static void drop_passing(rocpd_rocz_batches *l) {
  size_t kept = 0;
  for (size_t i = 0; i < l->batches; i++) {
    if (((rocpd_rocz_batch *)l->batch[i])->final) l->batch[kept++] = l->batch[i];
    else rocpd_batch_unref(l->batch[i]);
  }
  l->batches = kept;
}

static int compare_batches(const void *a, const void *b) {
  const rocpd_rocz_batch *x = *(rocpd_rocz_batch *const *)a, *y = *(rocpd_rocz_batch *const *)b;
  return ROCPD_ORDER(x->base.lane, y->base.lane) ?: ROCPD_ORDER(x->order, y->order);
}

static int add_graphs(rocpd_rocz_file *f, rocpd_rocz_batches *l, rocpd_error *err) {
  rocpd_batch **kernel = NULL;
  size_t n = 0;
  rocpd_error why = {0};
  int rc = rocpd_rocz_batches_get(f, ROCPD_KIND_KERNEL, &kernel, &n, &why);
  rc = rocpd_rocz_graph_batches(f, kernel, n, rc, &why, l, err);
  rocpd_error_clear(&why);
  return rc;
}

static int make_list(rocpd_rocz_file *f, int kind, rocpd_rocz_batches *l, rocpd_error *err) {
  int rc = SQLITE_OK;
  drop_passing(l);
  for (; rc == SQLITE_OK && l->chunk < f->chunks; l->chunk += rc == SQLITE_OK)
    if (own_kind(f, f->chunk[l->chunk].kind, f->chunk[l->chunk].lane) == kind) rc = add_chunk(f, kind, l, l->chunk, err);
  if (rc == SQLITE_OK && kind == ROCPD_KIND_GRAPH_LAUNCH && !f->own_set) rc = add_graphs(f, l, err);
  else if (rc == SQLITE_OK && kind > ROCPD_KIND_COPY && kind != ROCPD_KIND_SAMPLE && !f->own_set && ROCPD_KIND_BIT(kind) & ROCPD_ROCZ_FIXED)
    rc = rocpd_rocz_table_batches(f, kind, l, err);
  else if (rc == SQLITE_OK) rc = add_live(f, kind, l, err);
  if (rc == SQLITE_OK) rc = add_damage(f, kind, l);
  if (l->batches) qsort(l->batch, l->batches, sizeof(*l->batch), compare_batches);
  return rc;
}
_Static_assert((int)ROCPD_KIND_COPY < (int)ROCPD_KIND_PROCESS && (int)ROCPD_KIND_ARG < (int)ROCPD_KIND_COPY, "events before the rest");

static rocpd_rocz_batches *list_of(rocpd_rocz_file *f, int kind) {
  if (!f->kind[kind]) f->kind[kind] = rocpd_zeroed(sizeof(*f->kind[kind]));
  return f->kind[kind];
}

int rocpd_rocz_batches_get(rocpd_rocz_file *f, int kind, rocpd_batch ***out, size_t *n, rocpd_error *err) {
  rocpd_rocz_batches *l = list_of(f, kind);
  int rc = SQLITE_OK;
  if (!l) return rocpd_no_memory(err);
  if (l->generation != f->generation) {
    rc = rocpd_rocz_info_load(f, err);
    if (rc == SQLITE_OK) rc = make_list(f, kind, l, err);
    if (rc != SQLITE_OK) {
      l->generation = 0;
      return rocpd_fail_code(err, rc);
    }
    l->generation = f->generation;
  }
  *out = l->batch;
  *n = l->batches;
  return SQLITE_OK;
}

void rocpd_rocz_batches_free(rocpd_rocz_file *f) {
  for (int k = 0; k < ROCPD_KIND_COUNT; k++) {
    rocpd_rocz_batches *l = f->kind[k];
    for (size_t i = 0; l && i < l->batches; i++) rocpd_batch_unref(l->batch[i]);
    if (l) sqlite3_free(l->batch);
    sqlite3_free(l);
  }
}
