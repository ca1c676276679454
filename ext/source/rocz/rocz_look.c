/* Rows of one look at a live file, which other looks may share, and the damage that it met. See rocz_look.h. */
#include "rocz_look.h"

static void live_rows_free(rocpd_rocz_live_rows *p) {
  for (int c = 0; c < ROCZ_MAX_COLUMNS; c++) sqlite3_free(p->column[c]);
  sqlite3_free(p);
}

void rocpd_rocz_live_rows_unref(rocpd_rocz_live_rows *p) {
  if (--p->refs == 0) live_rows_free(p);
}

static int live_rows_add(rocz_look *k, uint16_t kind, unsigned columns, uint32_t lane, rocpd_rocz_live_rows **out) {
  if (rocpd_array_push_reserve(&k->rows, k->row_sets, sizeof(*k->rows)) != SQLITE_OK) return SQLITE_NOMEM;
  rocpd_rocz_live_rows *p = rocpd_zeroed(sizeof(*p));
  if (!p) return SQLITE_NOMEM;
  p->refs = 1;
  p->kind = kind;
  p->columns = (uint16_t)columns;
  p->lane = lane;
  *out = k->rows[k->row_sets++] = p;
  return SQLITE_OK;
}

static int live_rows_grow(rocpd_rocz_live_rows *p) {
  uint32_t capacity = p->capacity ? p->capacity * 2 : 64;
  for (unsigned c = 0; c < p->columns; c++) {
    int64_t *more = sqlite3_realloc64(p->column[c], (uint64_t)capacity * sizeof(*more));
    if (!more) return SQLITE_NOMEM;
    p->column[c] = more;
  }
  p->capacity = capacity;
  return SQLITE_OK;
}

/* Append a row of a kind to the rows of its lane. */
int rocpd_rocz_put_row_of(rocz_look *k, uint16_t kind, unsigned columns, uint32_t lane, const int64_t *value) {
  rocpd_rocz_live_rows *p = NULL;
  /* Few kinds alternate, so the right one is among the last. */
  for (size_t i = k->row_sets, tries = 4; !p && i > 0 && tries > 0; i--, tries--)
    if (k->rows[i - 1]->kind == kind && k->rows[i - 1]->lane == lane) p = k->rows[i - 1];
  int rc = SQLITE_OK;
  if (!p || p->rows == ROCPD_BATCH_ROWS) rc = live_rows_add(k, kind, columns, lane, &p);
  if (rc == SQLITE_OK && p->rows == p->capacity) rc = live_rows_grow(p);
  if (rc != SQLITE_OK) return rc;
  for (unsigned c = 0; c < columns; c++) p->column[c][p->rows] = value[c];
  p->rows++;
  return SQLITE_OK;
}

int rocpd_rocz_put_row(rocz_look *k, uint16_t kind, uint32_t lane, const int64_t *value) {
  return rocpd_rocz_put_row_of(k, kind, rocz_kind_find(kind)->columns, lane, value);
}

bool rocpd_rocz_has_rows(const rocpd_rocz_file *f, uint16_t kind, uint32_t lane) {
  const rocpd_rocz_lane *l = rocpd_rocz_lane_find(f, kind, lane);
  return l && l->rows > 0;
}

int rocpd_rocz_live_damage_of(const rocpd_rocz_file *f, rocz_look *k, const rocz_error *e) {
  rocpd_error why = {0};
  char *path = sqlite3_mprintf("%s.live", f->base.path);
  if (!path) return SQLITE_NOMEM;
  rocpd_rocz_fail_text(path, e, &why);
  sqlite3_free(path);
  if (k->damage) sqlite3_free(why.message); /* the first one says most */
  else k->damage = why.message;
  return k->damage ? SQLITE_OK : SQLITE_NOMEM;
}
