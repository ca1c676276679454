/* Stores rows of an info kind in little memory: each column takes as many bytes as its values need, and if keys count up from the first row's, no hash table
** is needed. There may be ten thousand files with some hundred such rows each. */
#include "rocz_file.h"
#include "slots.h"

/* Reads a little-endian cell of 0 to 8 bytes; if it may be NULL, all bits set mean NULL. */
static int64_t cell_get(const rocpd_rocz_cell *c, const uint8_t *row) {
  uint64_t u = 0;
  switch (c->width) { /* constant sizes, which the compiler can inline */
    case 0: break;
    case 1: u = row[c->place]; break;
    case 2: memcpy(&u, row + c->place, 2); break;
    case 4: memcpy(&u, row + c->place, 4); break;
    default: memcpy(&u, row + c->place, 8); break;
  }
  if (c->nulls && u == UINT64_MAX >> (64 - 8 * c->width)) return ROCPD_NULL;
  return (int64_t)((uint64_t)c->base + u);
}

static void cell_put(const rocpd_rocz_cell *c, uint8_t *row, int64_t value) {
  uint64_t u = value == ROCPD_NULL && c->nulls ? UINT64_MAX : (uint64_t)value - (uint64_t)c->base;
  memcpy(row + c->place, &u, c->width);
}

static bool cell_fits(const rocpd_rocz_cell *c, int64_t value) {
  if (value == ROCPD_NULL && (c->nulls || c->base == ROCPD_NULL)) return true;
  uint64_t u = (uint64_t)value - (uint64_t)c->base, most = c->width ? UINT64_MAX >> (64 - 8 * c->width) : 0;
  return value != ROCPD_NULL && c->base != ROCPD_NULL && value >= c->base && u <= most - c->nulls;
}
_Static_assert(__BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__, "cells are copied");

/* Widens a cell for values from min to max, and NULLs. A column that is all NULL has base NULL. */
static void cell_widen(rocpd_rocz_cell *c, int64_t min, int64_t max, bool nulls) {
  if (min > max) {
    *c = (rocpd_rocz_cell){.base = ROCPD_NULL};
    return;
  }
  uint8_t width = min == max && !nulls ? 0 : rocpd_column_width(min, max, nulls);
  *c = (rocpd_rocz_cell){.base = min, .width = width, .nulls = nulls};
}

/* ---- rows */

int64_t rocpd_rocz_info_value(const rocpd_rocz_info *info, uint64_t row, unsigned column) {
  return cell_get(&info->cell[column], info->bytes + row * info->stride);
}

void rocpd_rocz_info_get(const rocpd_rocz_info *info, uint64_t row, int64_t *value) {
  for (unsigned c = 0; c < info->columns; c++) value[c] = rocpd_rocz_info_value(info, row, c);
}

/* Finds the bounds of a column over `info` and n further rows. */
static void column_range(const rocpd_rocz_info *info, unsigned column, const int64_t *value, uint64_t n, rocpd_rocz_cell *out) {
  int64_t min = INT64_MAX, max = INT64_MIN;
  bool nulls = false;
  for (uint64_t i = 0; i < info->rows + n; i++) {
    int64_t v = i < info->rows ? rocpd_rocz_info_value(info, i, column) : value[(i - info->rows) * info->columns + column];
    if (v == ROCPD_NULL) {
      nulls = true;
      continue;
    }
    if (v < min) min = v;
    if (v > max) max = v;
  }
  cell_widen(out, min, max, nulls);
}

/* Widens the cells for n further rows, and converts the existing rows. */
static int make_wider(rocpd_rocz_info *info, const int64_t *value, uint64_t n) {
  rocpd_rocz_cell *cell = sqlite3_malloc64(info->columns * sizeof(*cell));
  if (!cell) return SQLITE_NOMEM;
  uint16_t stride = 0;
  for (unsigned c = 0; c < info->columns; c++) {
    column_range(info, c, value, n, &cell[c]);
    cell[c].place = stride;
    stride += cell[c].width;
  }
  uint64_t capacity = info->rows + n;
  uint8_t *bytes = sqlite3_malloc64(capacity * stride + 1);
  if (!bytes) {
    sqlite3_free(cell);
    return SQLITE_NOMEM;
  }
  for (uint64_t i = 0; i < info->rows; i++)
    for (unsigned c = 0; c < info->columns; c++) cell_put(&cell[c], bytes + i * stride, rocpd_rocz_info_value(info, i, c));
  sqlite3_free(info->cell);
  sqlite3_free(info->bytes);
  info->cell = cell;
  info->bytes = bytes;
  info->stride = stride;
  info->capacity = capacity;
  return SQLITE_OK;
}

static bool all_fit(const rocpd_rocz_info *info, const int64_t *value, uint64_t n) {
  if (!info->cell) return false;
  for (uint64_t i = 0; i < n; i++)
    for (unsigned c = 0; c < info->columns; c++)
      if (!cell_fits(&info->cell[c], value[i * info->columns + c])) return false;
  return true;
}

static int make_room(rocpd_rocz_info *info, uint64_t n) {
  uint64_t need = info->rows + n, capacity = n == 1 ? need + info->rows / 2 : need; /* live rows are added one at a time */
  if (need <= info->capacity) return SQLITE_OK;
  uint8_t *bytes = sqlite3_realloc64(info->bytes, capacity * info->stride + 1);
  if (!bytes) return SQLITE_NOMEM;
  info->bytes = bytes;
  info->capacity = capacity;
  return SQLITE_OK;
}

/* ---- finding */

/* The key of a row: function and first word for PARAMETER rows, the first column for others. */
static uint64_t key_of(const rocpd_rocz_info *info, int kind, uint64_t row) {
  uint64_t first = (uint64_t)rocpd_rocz_info_value(info, row, 0);
  return kind == ROCZ_PARAMETER ? first * 64 + (uint64_t)rocpd_rocz_info_value(info, row, 5) : first;
}

/* Finds the slot of a key, or the free slot for it. */
static uint32_t *slot_of(const rocpd_rocz_info *info, int kind, uint64_t key) {
  const uint32_t *slot = info->slot;
  return &info->slot[ROCPD_SLOT(i, key * 0x9e3779b97f4a7c15u >> 32, info->mask, !slot[i] || key_of(info, kind, slot[i] - 1) == key)];
}

/* Enters all rows up to `rows` into the hash table; the last row with a key counts. */
static int make_slots(rocpd_rocz_info *info, int kind, uint64_t rows) {
  uint64_t slots = 16;
  while (slots < rows * 3 / 2) slots *= 2;
  uint32_t *slot = rocpd_zeroed(slots * sizeof(*slot));
  if (!slot) return SQLITE_NOMEM;
  sqlite3_free(info->slot);
  info->slot = slot;
  info->mask = (uint32_t)(slots - 1);
  for (uint64_t i = 0; i < rows; i++) *slot_of(info, kind, key_of(info, kind, i)) = (uint32_t)i + 1;
  return SQLITE_OK;
}

/* True if keys count up from the first row's. */
static bool counts_up(const rocpd_rocz_info *info, int kind, uint64_t from, uint64_t to) {
  for (uint64_t i = from; i < to; i++)
    if (key_of(info, kind, i) != key_of(info, kind, 0) + i) return false;
  return true;
}

uint64_t rocpd_rocz_info_find(const rocpd_rocz_info *info, int kind, uint64_t key) {
  if (!info->rows) return UINT64_MAX;
  if (info->slot) return (uint64_t)*slot_of(info, kind, key) - 1; /* 0: none */
  uint64_t i = key - key_of(info, kind, 0);
  return i < info->rows ? i : UINT64_MAX;
}

int rocpd_rocz_info_add(rocpd_rocz_info *info, int kind, const int64_t *value, uint64_t n) {
  uint64_t rows = info->rows + n;
  if (rows >= UINT32_MAX / 2) return SQLITE_TOOBIG;
  int rc = all_fit(info, value, n) ? make_room(info, n) : make_wider(info, value, n);
  if (rc != SQLITE_OK) return rc;
  for (uint64_t i = 0; i < n; i++)
    for (unsigned c = 0; c < info->columns; c++)
      cell_put(&info->cell[c], info->bytes + (info->rows + i) * info->stride, value[i * info->columns + c]);
  if (!info->slot && counts_up(info, kind, info->rows, rows)) return info->rows = rows, SQLITE_OK;
  if (!info->slot || rows * 3 / 2 > info->mask) rc = make_slots(info, kind, rows);
  else for (uint64_t i = info->rows; i < rows; i++) *slot_of(info, kind, key_of(info, kind, i)) = (uint32_t)i + 1;
  if (rc == SQLITE_OK) info->rows = rows;
  return rc;
}

void rocpd_rocz_info_clear(rocpd_rocz_info *info) {
  sqlite3_free(info->cell);
  sqlite3_free(info->bytes);
  sqlite3_free(info->slot);
  memset(info, 0, sizeof(*info));
}
