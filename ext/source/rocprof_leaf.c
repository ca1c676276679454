/* Counting the rows of a table by the heads of its leaves. SQL's count(*) reads every page
** of a table; here only those above the leaves are read in full, and of each leaf the
** eight bytes that say how many rows it has. So 5 million rows are cut into batches in
** some 20 ms, and each batch is a range of rowids with a known number of rows,
** whether or not the ids have gaps.
**
** https://sqlite.org/fileformat2.html, section 1.6: a page of a table's tree begins with
** its type (5: pages below, 13: rows), at 3 the number of cells, at 8 (type 5) the last page
** below; then two bytes a cell, where it is: the page below and its greatest rowid. */
#include "rocprof.h"

#define MAX_DEPTH 20
enum { PAGE_INNER = 5, PAGE_LEAF = 13, INNER_HEAD = 12, LEAF_HEAD = 8, FILE_HEAD = 100 };

typedef struct leaf_walk {
  sqlite3_file *file;
  uint32_t page_size, pages;
  uint32_t visited; /* inner pages: more than there are pages is a circle */
  int64_t bound;    /* of the last leaf */
  int (*leaf)(void *arg, uint32_t rows, int64_t last);
  void *arg;
} leaf_walk;

static uint32_t get16(const uint8_t *p) { return (uint32_t)p[0] << 8 | p[1]; }
static uint32_t get32(const uint8_t *p) { return get16(p) << 16 | get16(p + 2); }

/* A variable-length integer; false when it does not end before `end`. */
static bool get_varint(const uint8_t *p, const uint8_t *end, int64_t *out) {
  uint64_t v = 0;
  for (int i = 0; i < 9 && p < end; i++, p++) {
    v = i < 8 ? v << 7 | (*p & 0x7f) : v << 8 | *p;
    if (i < 8 && *p & 0x80) continue;
    *out = (int64_t)v;
    return true;
  }
  return false;
}

static int read_at(const leaf_walk *w, uint32_t page, uint32_t offset, void *out, uint32_t size) {
  if (page == 0 || page > w->pages) return SQLITE_NOTFOUND;
  int rc = w->file->pMethods->xRead(w->file, out, (int)size, (int64_t)(page - 1) * w->page_size + offset);
  return rc == SQLITE_OK || rc == SQLITE_NOMEM ? rc : SQLITE_NOTFOUND;
}

static int walk_inner(leaf_walk *w, uint32_t page, int64_t last, int depth);

/* A page whose rowids are not above `last`. */
static int walk_page(leaf_walk *w, uint32_t page, int64_t last, int depth) {
  uint8_t head[LEAF_HEAD];
  if (last < w->bound || depth > MAX_DEPTH) return SQLITE_NOTFOUND;
  int rc = read_at(w, page, page == 1 ? FILE_HEAD : 0, head, sizeof(head));
  if (rc != SQLITE_OK) return rc;
  if (head[0] == PAGE_INNER) return walk_inner(w, page, last, depth);
  if (head[0] != PAGE_LEAF) return SQLITE_NOTFOUND;
  w->bound = last;
  return w->leaf(w->arg, get16(head + 3), last);
}

static int walk_inner(leaf_walk *w, uint32_t page, int64_t last, int depth) {
  if (++w->visited > w->pages) return SQLITE_NOTFOUND;
  uint8_t *p = sqlite3_malloc64(w->page_size);
  if (!p) return SQLITE_NOMEM;
  int rc = read_at(w, page, 0, p, w->page_size);
  const uint8_t *head = p + (page == 1 ? FILE_HEAD : 0), *end = p + w->page_size;
  uint32_t cells = rc == SQLITE_OK ? get16(head + 3) : 0;
  if (rc == SQLITE_OK && head + INNER_HEAD + 2 * (size_t)cells > end) rc = SQLITE_NOTFOUND;
  for (uint32_t i = 0; rc == SQLITE_OK && i < cells; i++) {
    uint32_t at = get16(head + INNER_HEAD + 2 * i);
    int64_t key;
    if (at + 4 >= w->page_size || !get_varint(p + at + 4, end, &key) || key > last) rc = SQLITE_NOTFOUND;
    else rc = walk_page(w, get32(p + at), key, depth + 1);
  }
  if (rc == SQLITE_OK) rc = walk_page(w, get32(head + 8), last, depth + 1);
  sqlite3_free(p);
  return rc;
}

int rocpd_rocprof_leaves(sqlite3 *db, int64_t root, int (*leaf)(void *arg, uint32_t rows, int64_t last), void *arg) {
  uint8_t head[FILE_HEAD];
  sqlite3_int64 size;
  leaf_walk w = {.leaf = leaf, .arg = arg, .bound = INT64_MIN};
  if (sqlite3_file_control(db, "main", SQLITE_FCNTL_FILE_POINTER, &w.file) != SQLITE_OK || !w.file || !w.file->pMethods) return SQLITE_NOTFOUND;
  if (w.file->pMethods->xFileSize(w.file, &size) != SQLITE_OK || size < FILE_HEAD) return SQLITE_NOTFOUND;
  if (w.file->pMethods->xRead(w.file, head, sizeof(head), 0) != SQLITE_OK) return SQLITE_NOTFOUND;
  if (head[18] != 1 || head[19] != 1) return SQLITE_NOTFOUND; /* pages may be in the write-ahead log */
  w.page_size = get16(head + 16) == 1 ? 65536 : get16(head + 16);
  if (w.page_size < 512 || w.page_size & (w.page_size - 1)) return SQLITE_NOTFOUND;
  w.pages = size / w.page_size > UINT32_MAX ? UINT32_MAX : (uint32_t)(size / w.page_size);
  if (root < 1 || root > w.pages) return SQLITE_NOTFOUND;
  return walk_page(&w, (uint32_t)root, INT64_MAX, 0);
}
