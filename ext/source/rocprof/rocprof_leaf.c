/* Counts the rows of a table from the headers of its leaf pages, with several threads. SQL's count(*) reads every page; this reads inner pages in full, and
** of each leaf only the eight bytes with its number of rows. A batch is then a range of rowids and a list of leaves with a known number of rows, whether or
** not ids have gaps.
**
** https://sqlite.org/fileformat2.html, section 1.6: a page of a table's tree begins with
** its type (5: pages below, 13: rows), at 3 the number of cells, at 8 (type 5) the last page
** below; then two bytes a cell, where it is: the page below and its greatest rowid. */
#include "rocprof.h"

#define MAX_DEPTH 20
#define MAX_ROW 1000000000 /* as SQLite allows by default */
enum { BLOCK_LEAVES = 2048 };

int rocpd_pages_open(rocpd_pages *p, const rocpd_connection *c) {
  if (!c->rollback_db || rocpd_pages_32(c->rollback_db->head + 56) > 1) return SQLITE_NOTFOUND; /* UTF-16 */
  const uint8_t *head = c->rollback_db->head;
  int64_t size = c->rollback_db->size_bytes;
  p->file = c->rollback_db->file;
  p->size = rocpd_pages_16(head + 16) == 1 ? 65536 : rocpd_pages_16(head + 16);
  if (p->size < 512 || p->size & (p->size - 1) || head[20] > p->size - 480) return SQLITE_NOTFOUND;
  p->usable = p->size - head[20];
  p->pages = size / p->size > UINT32_MAX ? UINT32_MAX : (uint32_t)(size / p->size);
  p->change = rocpd_pages_32(head + 24);
  p->max_row = MAX_ROW;
  return SQLITE_OK;
}

int rocpd_pages_read(const rocpd_pages *p, uint32_t page, uint32_t offset, void *out, uint32_t size) {
  if (page == 0 || page > p->pages) return SQLITE_NOTFOUND;
  int rc = p->file->pMethods->xRead(p->file, out, (int)size, (int64_t)(page - 1) * p->size + offset);
  return rc == SQLITE_OK || rc == SQLITE_NOMEM ? rc : SQLITE_NOTFOUND;
}

bool rocpd_pages_long_varint(const uint8_t **at, const uint8_t *end, int64_t *out) {
  const uint8_t *p = *at;
  uint64_t v = 0;
  for (int i = 0; i < 9 && p < end; i++, p++) {
    v = i < 8 ? v << 7 | (*p & 0x7f) : v << 8 | *p;
    if (i < 8 && *p & 0x80) continue;
    *out = (int64_t)v;
    *at = p + 1;
    return true;
  }
  return false;
}

/* ---- the tree */

typedef struct leaf_list {
  const rocpd_pages *pages;
  int64_t from, to; /* range of wanted rowids */
  uint32_t visited; /* number of inner pages visited; more than the file has means a cycle */
  size_t leaves, capacity;
  uint32_t *page;
  int64_t *last;    /* upper bound of the rowids of each leaf */
  uint16_t *rows;
} leaf_list;

static int list_grow(leaf_list *l) {
  size_t capacity = l->capacity ? l->capacity * 2 : 64;
  uint32_t *page = sqlite3_realloc64(l->page, capacity * sizeof(*page));
  if (page) l->page = page;
  int64_t *last = sqlite3_realloc64(l->last, capacity * sizeof(*last));
  if (last) l->last = last;
  if (!page || !last) return SQLITE_NOMEM;
  l->capacity = capacity;
  return SQLITE_OK;
}

/* Lists a page whose rowids are at most `last`. All leaves have the same depth; the type of a leaf is checked when its rows are counted. */
static int list_page(leaf_list *l, uint32_t page, int64_t last, int leaf_depth, int depth);

static int list_inner(leaf_list *l, uint32_t page, int64_t last, int leaf_depth, int depth) {
  uint32_t size = l->pages->size, head = rocpd_pages_head(page);
  if (++l->visited > l->pages->pages) return SQLITE_NOTFOUND;
  uint8_t *p = sqlite3_malloc64(size);
  if (!p) return SQLITE_NOMEM;
  int64_t before = INT64_MIN; /* all rowids of this page are greater */
  int rc = rocpd_pages_read(l->pages, page, 0, p, size);
  if (rc == SQLITE_OK && p[head] != ROCPD_PAGE_INNER) rc = SQLITE_NOTFOUND;
  uint32_t cells = rc == SQLITE_OK ? rocpd_pages_16(p + head + 3) : 0;
  if (rc == SQLITE_OK && head + ROCPD_PAGE_INNER_HEAD + 2 * (size_t)cells > size) rc = SQLITE_NOTFOUND;
  for (uint32_t i = 0; rc == SQLITE_OK && i < cells; i++) {
    uint32_t at = rocpd_pages_16(p + head + ROCPD_PAGE_INNER_HEAD + 2 * i);
    const uint8_t *key_at = p + at + 4;
    int64_t key = 0;
    if (at + 4 >= size || !rocpd_pages_varint(&key_at, p + size, &key) || key > last) rc = SQLITE_NOTFOUND;
    else if (key >= l->from && before < l->to) rc = list_page(l, rocpd_pages_32(p + at), key, leaf_depth, depth + 1);
    before = key;
  }
  if (rc == SQLITE_OK && before < l->to) rc = list_page(l, rocpd_pages_32(p + head + 8), last, leaf_depth, depth + 1);
  sqlite3_free(p);
  return rc;
}

static int list_page(leaf_list *l, uint32_t page, int64_t last, int leaf_depth, int depth) {
  if (l->leaves && last < l->last[l->leaves - 1]) return SQLITE_NOTFOUND;
  if (depth < leaf_depth) return list_inner(l, page, last, leaf_depth, depth);
  if (l->leaves > l->pages->pages) return SQLITE_NOTFOUND;
  int rc = l->leaves == l->capacity ? list_grow(l) : SQLITE_OK;
  if (rc != SQLITE_OK) return rc;
  l->page[l->leaves] = page;
  l->last[l->leaves++] = last;
  return SQLITE_OK;
}

/* Finds the depth of leaves, by following the last child of each page. */
static int find_depth(const rocpd_pages *p, uint32_t page, int *depth) {
  uint8_t head[ROCPD_PAGE_INNER_HEAD];
  for (*depth = 0; *depth <= MAX_DEPTH; ++*depth) {
    int rc = rocpd_pages_read(p, page, rocpd_pages_head(page), head, sizeof(head));
    if (rc != SQLITE_OK) return rc;
    if (head[0] == ROCPD_PAGE_LEAF) return SQLITE_OK;
    if (head[0] != ROCPD_PAGE_INNER) return SQLITE_NOTFOUND;
    page = rocpd_pages_32(head + 8);
  }
  return SQLITE_NOTFOUND;
}

/* ---- rows */

static int count_block(void *arg, size_t block, rocpd_error *err) {
  leaf_list *l = arg;
  size_t end = (block + 1) * BLOCK_LEAVES < l->leaves ? (block + 1) * BLOCK_LEAVES : l->leaves;
  for (size_t i = block * BLOCK_LEAVES; i < end; i++) {
    uint8_t head[ROCPD_PAGE_LEAF_HEAD];
    int rc = rocpd_pages_read(l->pages, l->page[i], rocpd_pages_head(l->page[i]), head, sizeof(head));
    if (rc == SQLITE_OK && head[0] != ROCPD_PAGE_LEAF) rc = SQLITE_NOTFOUND;
    if (rc != SQLITE_OK) return rc;
    l->rows[i] = (uint16_t)rocpd_pages_16(head + 3);
  }
  return SQLITE_OK;
}

int rocpd_pages_leaves(rocpd_session *session, const rocpd_pages *p, int64_t root, int64_t from, int64_t to,
                       int (*leaf)(void *arg, uint32_t page, uint32_t rows, int64_t last), void *arg) {
  leaf_list l = {.pages = p, .from = from, .to = to};
  int depth;
  if (root < 1 || root > p->pages) return SQLITE_NOTFOUND;
  int rc = find_depth(p, (uint32_t)root, &depth);
  if (rc == SQLITE_OK) rc = list_page(&l, (uint32_t)root, INT64_MAX, depth, 0);
  if (rc == SQLITE_OK) {
    l.rows = sqlite3_malloc64(l.leaves * sizeof(*l.rows) + 1); /* + 1, since there may be no leaves */
    rc = l.rows ? rocpd_parallel(session, (l.leaves + BLOCK_LEAVES - 1) / BLOCK_LEAVES, count_block, &l, NULL) : SQLITE_NOMEM;
  }
  for (size_t i = 0; rc == SQLITE_OK && i < l.leaves; i++) rc = leaf(arg, l.page[i], l.rows[i], l.last[i]);
  sqlite3_free(l.page);
  sqlite3_free(l.last);
  sqlite3_free(l.rows);
  return rc;
}
