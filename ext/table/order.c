/* Puts rows into the order of ORDER BY.
**
** The columns of ORDER BY are packed into one 64-bit key as far as they fit. A column takes the range between its smallest and largest value; a text counts
** by its position among all texts. If there are few different keys, as with GROUP BY name, rows are sorted by counting. Else pairs of key and place are
** sorted only as far as they are read, so that LIMIT 10 costs one pass: by a quicksort that leaves the right parts for later, or by merging, if the rows
** consist of few ascending runs, as lanes of several files do by start (order_sort.c). */
#include "order_state.h"
#include <stdlib.h>

#define COUNTING_KEYS (1u << 21)

void rocpd_table_order_free(rocpd_table_sort *s) {
  if (!s) return;
  sqlite3_free(s->entry);
  sqlite3_free(s->later);
  sqlite3_free(s->run);
  sqlite3_free(s);
}

/* ---- keys ---- */

static inline uint64_t code_of(const rocpd_table_sort *s, const rocpd_order_column *o, int64_t value) {
  int64_t v = rocpd_order_ordinal(s, o, value);
  uint64_t code = v == ROCPD_NULL ? 0 : (uint64_t)v - (uint64_t)o->min + 1;
  return o->descending ? o->size - 1 - code : code;
}

static void key_step(const rocpd_table_sort *s, size_t block, uint64_t first, uint32_t n, uint64_t *key) {
  int64_t value[TABLE_STEP_ROWS];
  memset(key, 0, n * sizeof(*key));
  for (int i = 0; i < s->packed; i++) {
    const rocpd_order_column *o = &s->column[i];
    if (o->column == TABLE_ROWID)
      for (uint32_t k = 0; k < n; k++) value[k] = rocpd_table_value(s->cur, place_at(block, first + k), TABLE_ROWID);
    else
      rocpd_column_get(block_column(s->cur, block, o->column), (uint32_t)first, n, value);
    for (uint32_t k = 0; k < n; k++) key[k] = key[k] * o->size + code_of(s, o, value[k]);
  }
}

static uint64_t key_place(const rocpd_table_sort *s, rocpd_table_place place) {
  uint64_t key = 0;
  for (int i = 0; i < s->packed; i++) {
    const rocpd_order_column *o = &s->column[i];
    key = key * o->size + code_of(s, o, rocpd_table_value(s->cur, place, o->column));
  }
  return key;
}

/* ---- ranges of the columns ---- */

typedef struct order_decode {
  rocpd_table_sort *sort;
  const size_t *block;
} order_decode;

static int decode_block(void *arg, size_t i, rocpd_error *err) {
  const order_decode *d = arg;
  for (int k = 0; k < d->sort->columns; k++) {
    const rocpd_column *c;
    if (d->sort->column[k].column == TABLE_ROWID) continue;
    int rc = rocpd_table_block_column(d->sort->cur, d->block[i], d->sort->column[k].column, &c, err);
    if (rc != SQLITE_OK) return rc;
  }
  return SQLITE_OK;
}

static void widen(const rocpd_table_sort *s, rocpd_order_column *o, size_t block) {
  const rocpd_table_cursor *cur = s->cur;
  int64_t min, max;
  if (o->column == TABLE_ROWID) {
    rocpd_table_block_zone(cur, block, TABLE_ROWID, &min, &max);
  } else if (o->type == ROCPD_INT && !cur->computed) {
    const rocpd_column *c = block_column(cur, block, o->column);
    min = c->min;
    max = c->max;
  } else {
    return;
  }
  if (min > max) return;
  if (o->min > o->max) {
    o->min = min;
    o->max = max;
  }
  if (min < o->min) o->min = min;
  if (max > o->max) o->max = max;
}

/* Packs columns as long as the product of their sizes fits 64 bits. A column that takes all 64 bits is packed alone. */
static void pack_columns(rocpd_table_sort *s) {
  unsigned __int128 keys = 1;
  for (s->packed = 0; s->packed < s->columns; s->packed++) {
    rocpd_order_column *o = &s->column[s->packed];
    o->size = o->min > o->max ? 1 : (uint64_t)o->max - (uint64_t)o->min + 2;
    unsigned __int128 size = o->size ? o->size : (unsigned __int128)1 << 64;
    if (keys > ((unsigned __int128)1 << 64) / size) break;
    keys *= size;
  }
  s->keys = keys > UINT64_MAX ? UINT64_MAX : (uint64_t)keys;
}

static int column_ranges(rocpd_table_sort *s, const size_t *block, size_t blocks, rocpd_error *err) {
  rocpd_table_cursor *cur = s->cur;
  rocpd_session *session = vtab_of(cur)->session;
  order_decode decode = {s, block};
  int rc = rocpd_parallel(session, blocks, decode_block, &decode, err);
  if (rc != SQLITE_OK) return rc;
  size_t strings = 0;
  for (int i = 0; i < s->columns; i++) {
    rocpd_order_column *o = &s->column[i];
    if (o->type == ROCPD_TEXT && !s->position) { /* after decoding, which may add strings */
      rc = rocpd_string_positions(session, &s->position, &strings);
      if (rc != SQLITE_OK) return rc;
    }
    o->min = 0;
    o->max = o->type == ROCPD_TEXT ? (int64_t)strings : -1;
    if (o->type == ROCPD_REAL || (cur->computed && o->type == ROCPD_INT && o->column != TABLE_ROWID)) {
      o->min = INT64_MIN + 1;
      o->max = INT64_MAX;
    }
    for (size_t b = 0; b < blocks; b++) widen(s, o, block[b]);
  }
  pack_columns(s);
  return SQLITE_OK;
}

/* ---- the source of rows: the list or a scan, step by step ---- */

typedef struct row_feed {
  rocpd_table_cursor *cur;
  bool from_list;
  size_t next; /* in the list */
  uint64_t done; /* rows of the scan's step that were passed on */
} row_feed;

/* Keys and places of up to TABLE_STEP_ROWS further rows. *n = 0: no more. */
static int feed(const rocpd_table_sort *s, row_feed *f, uint64_t *key, rocpd_table_place *place, uint32_t *n, rocpd_error *err) {
  rocpd_table_cursor *cur = f->cur;
  *n = 0;
  if (f->from_list) {
    for (; *n < TABLE_STEP_ROWS && f->next < cur->listed; f->next++, (*n)++) {
      place[*n] = cur->list[f->next];
      key[*n] = key_place(s, place[*n]);
    }
    return SQLITE_OK;
  }
  if (cur->block >= cur->blocks || f->done >= cur->step_rows) {
    bool more;
    int rc = rocpd_table_scan_step(cur, &more, err);
    if (rc != SQLITE_OK || !more) return rc;
    f->done = 0;
  }
  uint64_t first = cur->step + f->done, left = cur->step_rows - f->done;
  uint32_t rows = left < TABLE_STEP_ROWS ? (uint32_t)left : TABLE_STEP_ROWS;
  key_step(s, cur->block, first, rows, key);
  f->done += rows;
  if (cur->dense) {
    for (uint32_t k = 0; k < rows; k++) place[k] = place_at(cur->block, first + k);
    *n = rows;
    return SQLITE_OK;
  }
  /* A step with filters has at most TABLE_STEP_ROWS rows. */
  for (uint32_t k = 0; k < cur->selected; k++) {
    place[k] = place_at(cur->block, cur->step + cur->sel[k]);
    key[k] = key[cur->sel[k]];
  }
  *n = cur->selected;
  return SQLITE_OK;
}

static void feed_begin(row_feed *f, rocpd_table_cursor *cur, bool from_list) {
  *f = (row_feed){.cur = cur, .from_list = from_list};
  if (!from_list) rocpd_table_scan_begin(cur);
}

/* ---- few different keys: counting ---- */

typedef int (*feed_use)(void *arg, const uint64_t *key, const rocpd_table_place *place, uint32_t n);

static int feed_all(const rocpd_table_sort *s, bool from_list, feed_use use, void *arg, rocpd_error *err) {
  uint64_t key[TABLE_STEP_ROWS];
  rocpd_table_place place[TABLE_STEP_ROWS];
  row_feed f;
  uint32_t n;
  feed_begin(&f, s->cur, from_list);
  for (;;) {
    int rc = feed(s, &f, key, place, &n, err);
    if (rc != SQLITE_OK || !n) return rc;
    rc = use(arg, key, place, n);
    if (rc != SQLITE_OK) return rc;
  }
}

typedef struct counting {
  uint64_t *slot; /* count of each key, then the place in `out` of its next row */
  rocpd_table_place *out;
} counting;

static int count_keys(void *arg, const uint64_t *key, const rocpd_table_place *place, uint32_t n) {
  counting *c = arg;
  for (uint32_t i = 0; i < n; i++) c->slot[key[i]]++;
  return SQLITE_OK;
}

static int place_rows(void *arg, const uint64_t *key, const rocpd_table_place *place, uint32_t n) {
  counting *c = arg;
  for (uint32_t i = 0; i < n; i++) c->out[c->slot[key[i]]++] = place[i];
  return SQLITE_OK;
}

/* The first row of each key; 0 in a slot means none yet. */
static int first_rows(void *arg, const uint64_t *key, const rocpd_table_place *place, uint32_t n) {
  counting *c = arg;
  for (uint32_t i = 0; i < n; i++)
    if (!c->slot[key[i]]) c->slot[key[i]] = place[i] + 1;
  return SQLITE_OK;
}

static void list_replace(rocpd_table_cursor *cur, rocpd_table_place *list, size_t n) {
  sqlite3_free(cur->list);
  cur->list = list;
  cur->listed = cur->list_capacity = n;
}

static int order_distinct(rocpd_table_sort *s, bool from_list, counting *c, rocpd_error *err) {
  int rc = feed_all(s, from_list, first_rows, c, err);
  if (rc != SQLITE_OK) return rc;
  size_t n = 0;
  for (size_t k = 0; k < (size_t)s->keys; k++)
    if (c->slot[k]) c->slot[n++] = c->slot[k] - 1;
  list_replace(s->cur, c->slot, n);
  c->slot = NULL;
  return SQLITE_OK;
}

static int order_all(rocpd_table_sort *s, bool from_list, counting *c, rocpd_error *err) {
  int rc = feed_all(s, from_list, count_keys, c, err);
  if (rc != SQLITE_OK) return rc;
  uint64_t total = 0;
  for (size_t k = 0; k < (size_t)s->keys; k++) {
    uint64_t n = c->slot[k];
    c->slot[k] = total;
    total += n;
  }
  c->out = sqlite3_malloc64((total + 1) * sizeof(*c->out));
  if (!c->out) return SQLITE_NOMEM;
  rc = feed_all(s, from_list, place_rows, c, err);
  if (rc != SQLITE_OK) return rc;
  list_replace(s->cur, c->out, (size_t)total);
  c->out = NULL;
  return SQLITE_OK;
}

static int order_by_counting(rocpd_table_sort *s, bool from_list, rocpd_error *err) {
  counting c = {0};
  c.slot = rocpd_zeroed(s->keys * sizeof(*c.slot));
  if (!c.slot) return SQLITE_NOMEM;
  int rc = s->distinct ? order_distinct(s, from_list, &c, err) : order_all(s, from_list, &c, err);
  sqlite3_free(c.slot);
  sqlite3_free(c.out);
  s->cur->mode = MODE_LIST;
  s->cur->next_listed = 0;
  return rc;
}

/* ---- many: sorting (order_sort.c) ---- */

static int add_entries(void *arg, const uint64_t *key, const rocpd_table_place *place, uint32_t n) {
  rocpd_table_sort *s = arg;
  if (rocpd_array_reserve(&s->entry, &s->capacity, s->entries + n, sizeof(*s->entry)) != SQLITE_OK) return SQLITE_NOMEM;
  for (uint32_t i = 0; i < n; i++) s->entry[s->entries + i] = (sort_entry){key[i], place[i]};
  s->entries += n;
  return SQLITE_OK;
}

static int order_by_sorting(rocpd_table_sort *s, bool from_list, rocpd_error *err) {
  int rc = feed_all(s, from_list, add_entries, s, err);
  if (rc == SQLITE_OK) rc = rocpd_table_order_sort(s);
  s->cur->mode = MODE_SORT;
  return rc;
}

/* ---- beginning ---- */

static int compare_sizes(const void *a, const void *b) {
  size_t x = *(const size_t *)a, y = *(const size_t *)b;
  return ROCPD_ORDER(x, y);
}

/* Lists the blocks that rows may come from. */
static int blocks_used(rocpd_table_cursor *cur, bool from_list, size_t **out, size_t *n) {
  size_t *block = sqlite3_malloc64(((from_list ? cur->listed : cur->blocks) + 1) * sizeof(*block));
  if (!block) return SQLITE_NOMEM;
  size_t k = 0;
  if (from_list) {
    for (size_t i = 0; i < cur->listed; i++) block[i] = cur->list[i] >> 32;
    qsort(block, cur->listed, sizeof(*block), compare_sizes);
    for (size_t i = 0; i < cur->listed; i++)
      if (!k || block[k - 1] != block[i]) block[k++] = block[i];
  } else {
    for (size_t i = 0; i < cur->blocks; i++)
      if (rocpd_table_scan_block_may(cur, i)) block[k++] = i;
  }
  *out = block;
  *n = k;
  return SQLITE_OK;
}

static rocpd_table_sort *sort_of(rocpd_table_cursor *cur) {
  rocpd_table_sort *s = cur->sort;
  if (!s) {
    s = rocpd_zeroed(sizeof(*s));
    if (!s) return NULL;
    cur->sort = s;
  }
  /* Keeps its buffers for the next use. */
  s->cur = cur;
  s->entries = s->next = s->sorted = s->laters = 0;
  s->partitioned = 0;
  s->has_last = false;
  s->position = NULL;
  s->distinct = cur->plan.distinct;
  s->columns = cur->plan.orders;
  for (int i = 0; i < s->columns; i++) {
    const plan_order *o = &cur->plan.order[i];
    s->column[i] = (rocpd_order_column){.column = o->column, .descending = o->descending,
                                  .type = o->column == TABLE_ROWID ? ROCPD_INT : vtab_of(cur)->def[o->column].type};
  }
  return s;
}

int rocpd_table_order(rocpd_table_cursor *cur, bool from_list, rocpd_error *err) {
  rocpd_table_sort *s = sort_of(cur);
  if (!s) return SQLITE_NOMEM;
  if (cur->rows.ensure && cur->rows.rows) {
    int rc = cur->rows.ensure(&cur->rows, cur->rows.rows - 1, err);
    if (rc != SQLITE_OK) return rc;
  }
  size_t *block, blocks;
  int rc = blocks_used(cur, from_list, &block, &blocks);
  if (rc != SQLITE_OK) return rc;
  rc = column_ranges(s, block, blocks, err);
  uint64_t rows = from_list ? cur->listed : 0;
  for (size_t i = 0; !from_list && i < blocks; i++) rows += block_rows(cur, block[i]);
  sqlite3_free(block);
  if (rc != SQLITE_OK) return rc;
  /* Counting is quicker if there are not many more keys than rows. */
  if (s->packed == s->columns && s->keys <= COUNTING_KEYS && s->keys <= rows * 4 + 64) return order_by_counting(s, from_list, err);
  return order_by_sorting(s, from_list, err);
}
