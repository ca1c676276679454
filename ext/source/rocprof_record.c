/* Rows read from the leaves of a table themselves: some 50 ns a row where a prepared
** statement takes 350. Whatever is not plain (a row that goes on in overflow pages, one with
** fewer columns than the table, anything that is not as it should be) is left to SQL,
** which then also says what is wrong.
**
** https://sqlite.org/fileformat2.html, sections 1.6 and 2.1: a cell of a leaf has the size of
** the row, its rowid, and the row: the size of the header, a type for each column, and the
** values one after the other. */
#include "rocprof.h"

enum { PAGE_LEAF = 13, LEAF_HEAD = 8, RUN_BYTES = 131072 };

static uint32_t get16(const uint8_t *p) { return (uint32_t)p[0] << 8 | p[1]; }

/* Big-endian, signed. */
static int64_t get_integer(const uint8_t *p, uint32_t size) {
  uint64_t v;
  if (size == 8) {
    memcpy(&v, p, 8);
    return (int64_t)__builtin_bswap64(v);
  }
  v = p[0] & 0x80 ? UINT64_MAX : 0;
  for (uint32_t i = 0; i < size; i++) v = v << 8 | p[i];
  return (int64_t)v;
}

/* Bytes of a value by its type; types 10 and 11 do not occur. */
static uint64_t type_size(int64_t type) {
  static const uint8_t fixed[] = {0, 1, 2, 3, 4, 6, 8, 8, 0, 0};
  return type < 10 ? fixed[type] : (uint64_t)(type - 12) / 2;
}

static void get_value(int64_t type, const uint8_t *p, uint64_t size, rocpd_stored *out) {
  if (type == 0) {
    out->type = SQLITE_NULL;
  } else if (type == 7) {
    uint64_t bits = (uint64_t)get_integer(p, 8);
    out->type = SQLITE_FLOAT;
    memcpy(&out->real, &bits, sizeof(bits));
  } else if (type < 10) {
    out->type = SQLITE_INTEGER;
    out->integer = type >= 8 ? type - 8 : get_integer(p, (uint32_t)size);
  } else {
    out->type = type & 1 ? SQLITE_TEXT : SQLITE_BLOB;
    out->text = (const char *)p;
    out->size = (int64_t)size;
  }
}

/* The values at n positions of the row in [row, end). */
static bool get_row(const uint8_t *row, const uint8_t *end, const int16_t *position, int n, rocpd_stored *value) {
  const uint8_t *at = row;
  int64_t head;
  if (!rocpd_pages_varint(&at, end, &head) || head < 1 || head > end - row) return false;
  const uint8_t *head_end = row + head, *data = head_end;
  int column = 0;
  for (int i = 0; i < n; column++) {
    int64_t type;
    if (at >= head_end || !rocpd_pages_varint(&at, head_end, &type) || type < 0 || type == 10 || type == 11) return false;
    uint64_t size = type_size(type);
    if (size > (uint64_t)(end - data)) return false;
    if (column == position[i]) get_value(type, data, size, &value[i++]);
    data += size;
  }
  return true;
}

/* The cell at number i of a leaf: its rowid, and the row if it is all in this page. */
static bool get_cell(const rocpd_pages *p, const uint8_t *page, uint32_t i, int64_t *rowid, const uint8_t **row, const uint8_t **end) {
  const uint8_t *page_end = page + p->usable, *at = page + get16(page + LEAF_HEAD + 2 * i);
  int64_t size;
  if (at >= page_end || !rocpd_pages_varint(&at, page_end, &size) || !rocpd_pages_varint(&at, page_end, rowid)) return false;
  *row = at;
  *end = at + size;
  return size > 0 && size <= page_end - at && size <= p->usable - 35;
}

static bool is_leaf(const rocpd_pages *p, const uint8_t *page) {
  return page[0] == PAGE_LEAF && LEAF_HEAD + 2 * get16(page + 3) <= p->usable;
}

static int leaf_rows(const rocpd_pages *p, const uint8_t *page, const int16_t *position, int n, rocpd_stored *value,
                     int (*row)(void *arg, int64_t rowid, const rocpd_stored *value), void *arg) {
  if (!is_leaf(p, page)) return SQLITE_NOTFOUND;
  uint32_t cells = get16(page + 3);
  int rc = SQLITE_OK;
  for (uint32_t i = 0; rc == SQLITE_OK && i < cells; i++) {
    const uint8_t *at, *end;
    int64_t rowid;
    if (!get_cell(p, page, i, &rowid, &at, &end) || !get_row(at, end, position, n, value)) return SQLITE_NOTFOUND;
    rc = row(arg, rowid, value);
  }
  return rc;
}

int rocpd_pages_rows(const rocpd_pages *p, const uint32_t *leaf, size_t leaves, const int16_t *position, int n,
                     int (*row)(void *arg, int64_t rowid, const rocpd_stored *value), void *arg) {
  rocpd_stored value[64];
  uint8_t *bytes = sqlite3_malloc64(RUN_BYTES);
  int rc = bytes ? SQLITE_OK : SQLITE_NOMEM;
  for (size_t i = 0, run; rc == SQLITE_OK && i < leaves; i += run) {
    /* Leaves mostly follow each other in the file. */
    for (run = 1; i + run < leaves && leaf[i + run] == leaf[i] + run && (run + 1) * p->size <= RUN_BYTES;) run++;
    if (leaf[i] > p->pages - run + 1) rc = SQLITE_NOTFOUND;
    else rc = rocpd_pages_read(p, leaf[i], 0, bytes, (uint32_t)run * p->size);
    for (size_t k = 0; rc == SQLITE_OK && k < run; k++) rc = leaf_rows(p, bytes + k * p->size, position, n, value, row, arg);
  }
  sqlite3_free(bytes);
  return rc;
}

int rocpd_pages_edge(const rocpd_pages *p, uint32_t leaf, bool last, int64_t *rowid) {
  uint8_t *page = sqlite3_malloc64(p->size);
  if (!page) return SQLITE_NOMEM;
  int rc = rocpd_pages_read(p, leaf, 0, page, p->size);
  if (rc == SQLITE_OK && (!is_leaf(p, page) || !get16(page + 3))) rc = SQLITE_NOTFOUND;
  if (rc == SQLITE_OK) {
    const uint8_t *at = page + get16(page + LEAF_HEAD + (last ? 2 * (get16(page + 3) - 1) : 0)), *page_end = page + p->usable;
    int64_t size;
    if (at >= page_end || !rocpd_pages_varint(&at, page_end, &size) || !rocpd_pages_varint(&at, page_end, rowid)) rc = SQLITE_NOTFOUND;
  }
  sqlite3_free(page);
  return rc;
}
