/* Finds the rows that pass all filters. Blocks are left out by the bounds of their columns; in other blocks, some rows at a time are tested column by
** column. */
#include "module.h"

int rocpd_table_block_column(const rocpd_table_cursor *cur, size_t block, int c, const rocpd_column **out, rocpd_error *err) {
  if (!cur->computed) return rocpd_batch_column(cur->batch[block], c, out, err);
  *out = &cur->rows.column[c];
  return cur->rows.fill ? cur->rows.fill(&cur->rows, c, err) : SQLITE_OK;
}

/* The row ids of a block as a column. */
static rocpd_column block_rowids(const rocpd_table_cursor *cur, size_t block) {
  const rocpd_batch *b = cur->computed ? NULL : cur->batch[block];
  rocpd_column c = {.base = b ? b->first_rowid : 0, .step = 1};
  if (b && b->row) c.width = sizeof(*b->row), c.step = 0, c.data = b->row;
  return c;
}

int64_t rocpd_table_value(const rocpd_table_cursor *cur, rocpd_table_place place, int c) {
  size_t block = place >> 32;
  uint32_t row = (uint32_t)place;
  if (c == TABLE_ROWID) {
    rocpd_column rowids = block_rowids(cur, block);
    return rocpd_column_at(&rowids, row);
  }
  return rocpd_column_at(block_column(cur, block, c), row);
}

bool rocpd_table_batch_zone(rocpd_batch *b, int c, int64_t *min, int64_t *max) {
  if (c != TABLE_ROWID) return rocpd_batch_zone(b, c, min, max);
  bool listed = b->row && b->rows;
  *min = b->first_rowid + (listed ? b->row[0] : 0);
  *max = b->first_rowid + (listed ? b->row[b->rows - 1] : (int64_t)b->rows - 1);
  return true;
}

bool rocpd_table_block_zone(const rocpd_table_cursor *cur, size_t block, int c, int64_t *min, int64_t *max) {
  if (!cur->computed) return rocpd_table_batch_zone(cur->batch[block], c, min, max);
  *min = 0;
  *max = (int64_t)block_rows(cur, block) - 1;
  return c == TABLE_ROWID;
}

/* If out of memory, this returns true; entering the block then reports the error. */
bool rocpd_table_scan_block_may(rocpd_table_cursor *cur, size_t block) {
  /* A batch without rows stands for rows that cannot be read: see next_block(). */
  if (!block_rows(cur, block)) return !cur->computed;
  for (int i = 0; i < cur->plan.terms; i++) {
    rocpd_table_filter *f = &cur->filter[i];
    int64_t min, max;
    if (!rocpd_table_block_zone(cur, block, f->column, &min, &max)) continue;
    if (rocpd_table_filter_renew(f, vtab_of(cur)->session) == SQLITE_OK && !rocpd_table_filter_zone(f, min, max)) return false;
  }
  return true;
}

/* The columns by which computed rows are shown or not. */
typedef struct shown_by {
  const rocpd_column *id, *guid, *kind; /* kind NULL: all name kernels */
} shown_by;

static int read_shown(const rocpd_table_cursor *cur, size_t block, shown_by *by, rocpd_error *err) {
  const rocpd_table *t = vtab_of(cur)->table;
  int rc = rocpd_table_block_column(cur, block, t->shows.id, &by->id, err);
  if (rc == SQLITE_OK) rc = rocpd_table_block_column(cur, block, vtab_of(cur)->guid, &by->guid, err);
  by->kind = NULL;
  return rc == SQLITE_OK && t->shows.kind >= 0 ? rocpd_table_block_column(cur, block, t->shows.kind, &by->kind, err) : rc;
}

static bool is_shown(const rocpd_table_cursor *cur, const shown_by *by, uint32_t row) {
  int kind = ROCPD_KIND_KERNEL;
  if (by->kind) {
    int64_t text = rocpd_column_at(by->kind, row);
    const char *name = text == ROCPD_NULL ? "" : rocpd_string(vtab_of(cur)->session, text, NULL);
    kind = !strcmp(name, "kernel") ? ROCPD_KIND_KERNEL : !strcmp(name, "copy") ? ROCPD_KIND_COPY : ROCPD_KIND_NONE;
  }
  return rocpd_id_is_chosen(cur->shown, kind, rocpd_column_at(by->guid, row), rocpd_column_at(by->id, row));
}

/* Decodes the columns that filters need, and finds the filters that all rows of the block pass. *may is false if no row can pass. */
static int enter_block(rocpd_table_cursor *cur, bool *may, rocpd_error *err) {
  cur->dense = !cur->shown;
  *may = true;
  for (int i = 0; i < cur->plan.terms; i++) {
    rocpd_table_filter *f = &cur->filter[i];
    cur->active[i] = f->test != TEST_ALWAYS;
    if (!cur->active[i]) continue;
    if (f->column != TABLE_ROWID) {
      const rocpd_column *c;
      int rc = rocpd_table_block_column(cur, cur->block, f->column, &c, err);
      if (rc == SQLITE_OK) rc = rocpd_table_filter_renew(f, vtab_of(cur)->session);
      if (rc != SQLITE_OK) return rc;
      bool ranged = !cur->computed && vtab_of(cur)->def[f->column].type != ROCPD_REAL;
      if (ranged && !rocpd_table_filter_zone(f, c->min, c->max)) *may = false;
      if (!*may) return SQLITE_OK;
      if (ranged && rocpd_table_filter_all(f, c)) cur->active[i] = false;
    }
    if (cur->active[i]) cur->dense = false;
  }
  return SQLITE_OK;
}

void rocpd_table_scan_begin(rocpd_table_cursor *cur) {
  cur->mode = MODE_SCAN;
  cur->block = UINT32_MAX; /* the first block is the next */
  cur->step = cur->step_rows = 0;
  cur->selected = cur->next_selected = 0;
}

static int next_block(rocpd_table_cursor *cur, bool *more, rocpd_error *err) {
  rocpd_session *session = vtab_of(cur)->session;
  for (cur->block++; cur->block < cur->blocks; cur->block++) {
    if (rocpd_interrupted(session)) return SQLITE_INTERRUPT;
    if (!rocpd_table_scan_block_may(cur, cur->block)) continue;
    bool may = false;
    const rocpd_column *unreadable;
    int rc = block_rows(cur, cur->block) ? enter_block(cur, &may, err) : rocpd_batch_column(cur->batch[cur->block], 0, &unreadable, err);
    if (rc != SQLITE_OK) return rc;
    if (!may) continue;
    if (!cur->computed) rocpd_cache_touch(cur->batch[cur->block]);
    cur->step = cur->step_rows = 0;
    *more = true;
    return SQLITE_OK;
  }
  *more = false;
  return SQLITE_OK;
}

/* Tests the filters on rows step..step+n-1. */
static int select_rows(rocpd_table_cursor *cur, uint32_t n) {
  rocpd_session *session = vtab_of(cur)->session;
  bool chosen = false;
  for (int i = 0; i < cur->plan.terms; i++) {
    if (!cur->active[i]) continue;
    rocpd_table_filter *f = &cur->filter[i];
    rocpd_column rowids;
    const rocpd_column *c = &rowids;
    if (f->column == TABLE_ROWID) rowids = block_rowids(cur, cur->block);
    else c = block_column(cur, cur->block, f->column);
    int rc = rocpd_table_filter_rows(f, session, c, (uint32_t)cur->step, n, chosen, cur->sel, &n);
    if (rc != SQLITE_OK) return rc;
    if (!n) break;
    chosen = true;
  }
  cur->selected = n;
  return SQLITE_OK;
}

/* Of the selected rows keeps those that are shown. */
static int select_shown(rocpd_table_cursor *cur, rocpd_error *err) {
  bool all = true; /* no filter has selected rows */
  shown_by by;
  uint32_t n = cur->selected, kept = 0;
  int rc = n ? read_shown(cur, cur->block, &by, err) : SQLITE_OK;
  for (int i = 0; i < cur->plan.terms; i++) all &= !cur->active[i];
  for (uint32_t k = 0; rc == SQLITE_OK && k < n; k++) {
    uint16_t row = all ? (uint16_t)k : cur->sel[k];
    if (is_shown(cur, &by, (uint32_t)cur->step + row)) cur->sel[kept++] = row;
  }
  cur->selected = kept;
  return rc;
}

int rocpd_table_scan_step(rocpd_table_cursor *cur, bool *more, rocpd_error *err) {
  for (;;) {
    if (rocpd_interrupted(vtab_of(cur)->session)) return SQLITE_INTERRUPT;
    cur->step += cur->step_rows;
    if (cur->block >= cur->blocks || cur->step >= block_rows(cur, cur->block)) {
      int rc = next_block(cur, more, err);
      if (rc != SQLITE_OK || !*more) return rc;
    }
    uint64_t left = block_rows(cur, cur->block) - cur->step;
    /* Rows that are made on demand must not be made before they are read. */
    uint64_t most = cur->dense && !cur->rows.ensure ? ROCPD_BATCH_ROWS : TABLE_STEP_ROWS;
    cur->step_rows = left < most ? left : most;
    cur->next_selected = 0;
    *more = true;
    if (cur->rows.ensure && !cur->dense) {
      int rc = cur->rows.ensure(&cur->rows, cur->step + cur->step_rows - 1, err);
      if (rc != SQLITE_OK) return rc;
    }
    if (cur->dense) return SQLITE_OK;
    int rc = select_rows(cur, (uint32_t)cur->step_rows);
    if (rc == SQLITE_OK && cur->shown) rc = select_shown(cur, err);
    if (rc != SQLITE_OK || cur->selected) return rc;
  }
}

int rocpd_table_scan_test(rocpd_table_cursor *cur, rocpd_table_place place, bool *passes, rocpd_error *err) {
  rocpd_session *session = vtab_of(cur)->session;
  *passes = false;
  for (int i = 0; i < cur->plan.terms; i++) {
    rocpd_table_filter *f = &cur->filter[i];
    if (f->test == TEST_ALWAYS) continue;
    if (f->column != TABLE_ROWID) {
      const rocpd_column *c;
      int rc = rocpd_table_block_column(cur, place >> 32, f->column, &c, err);
      if (rc == SQLITE_OK) rc = rocpd_table_filter_renew(f, session);
      if (rc != SQLITE_OK) return rc;
    }
    if (!rocpd_table_filter_value(f, session, rocpd_table_value(cur, place, f->column))) return SQLITE_OK;
  }
  shown_by by;
  int rc = cur->shown ? read_shown(cur, place >> 32, &by, err) : SQLITE_OK;
  *passes = rc == SQLITE_OK && (!cur->shown || is_shown(cur, &by, (uint32_t)place));
  return rc;
}
