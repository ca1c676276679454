/* Reads rows directly from the leaf pages of a table: about 50 ns a row, where a prepared statement takes 350. Unusual rows (with fewer columns than the
** table, or invalid) are left to SQL, which then also reports what is wrong.
**
** https://sqlite.org/fileformat2.html, sections 1.6 and 2.1: a cell of a leaf has the size of the row, its rowid, and the row: the size of the header, a
** type for each column, and the values one after the other. A long row has only its beginning there, followed by the number of the page with the next part. */
#include "rocprof.h"

enum { SPAN_BYTES = 131072 };

/* Reads a signed big-endian integer. */
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

/* Number of bytes of a value of a type; types 10 and 11 do not occur. */
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

/* A row: its first bytes, and where the others are. */
typedef struct stored_row {
  const uint8_t *bytes;
  uint64_t size, here; /* size of the row, and of the part at `bytes` */
  uint32_t next;       /* page with the next part, if the row is not complete here */
} stored_row;

/* Gets the values at n positions. SQLITE_TOOBIG: one of them is not in the part at `bytes`. */
static int get_row(const stored_row *row, const int16_t *position, int n, rocpd_stored *value) {
  const uint8_t *at = row->bytes, *here_end = row->bytes + row->here;
  int64_t head;
  if (!rocpd_pages_varint(&at, here_end, &head) || head < 1 || (uint64_t)head > row->size) return SQLITE_NOTFOUND;
  if ((uint64_t)head > row->here) return SQLITE_TOOBIG;
  const uint8_t *head_end = row->bytes + head;
  uint64_t data = (uint64_t)head;
  int column = 0;
  for (int i = 0; i < n; column++) {
    int64_t type;
    if (at >= head_end || !rocpd_pages_varint(&at, head_end, &type) || type < 0 || type == 10 || type == 11) return SQLITE_NOTFOUND;
    uint64_t size = type_size(type);
    if (size > row->size - data) return SQLITE_NOTFOUND;
    if (column == position[i]) {
      if (data + size > row->here) return SQLITE_TOOBIG;
      get_value(type, row->bytes + data, size, &value[i++]);
    }
    data += size;
  }
  return SQLITE_OK;
}

/* Number of bytes of a row that are in the leaf, if the row does not fit into it. */
static uint64_t local_size(const rocpd_pages *p, uint64_t size) {
  uint64_t least = (uint64_t)(p->usable - 12) * 32 / 255 - 23, local = least + (size - least) % (p->usable - 4);
  return local <= p->usable - 35 ? local : least;
}

/* Gets rowid and row of cell i of a leaf. */
static bool get_cell(const rocpd_pages *p, const uint8_t *page, uint32_t head, uint32_t i, int64_t *rowid, stored_row *row) {
  const uint8_t *page_end = page + p->usable, *at = page + rocpd_pages_16(page + head + ROCPD_PAGE_LEAF_HEAD + 2 * i);
  int64_t size;
  if (at >= page_end || !rocpd_pages_varint(&at, page_end, &size) || !rocpd_pages_varint(&at, page_end, rowid)) return false;
  if (size <= 0 || size > p->max_row) return false;
  bool fits = size <= p->usable - 35;
  *row = (stored_row){.bytes = at, .size = (uint64_t)size, .here = fits ? (uint64_t)size : local_size(p, (uint64_t)size)};
  if (row->here + (fits ? 0 : 4) > (uint64_t)(page_end - at)) return false;
  if (!fits) row->next = rocpd_pages_32(at + row->here);
  return true;
}

static bool is_leaf(const rocpd_pages *p, const uint8_t *page, uint32_t head) {
  return page[head] == ROCPD_PAGE_LEAF && head + ROCPD_PAGE_LEAF_HEAD + 2 * rocpd_pages_16(page + head + 3) <= p->usable;
}

/* Memory for reading rows. */
typedef struct row_reader {
  const rocpd_pages *pages;
  const int16_t *position;
  int n;
  rocpd_stored value[ROCPD_MAX_COLUMNS];
  uint8_t *whole; /* a row that continues in other pages, in one piece */
  uint64_t capacity;
  int (*row)(void *arg, int64_t rowid, const rocpd_stored *value);
  void *arg;
} row_reader;

static int reserve(row_reader *r, uint64_t size) {
  if (size <= r->capacity) return SQLITE_OK;
  sqlite3_free(r->whole);
  r->capacity = 0;
  r->whole = sqlite3_malloc64(size);
  if (!r->whole) return SQLITE_NOMEM;
  r->capacity = size;
  return SQLITE_OK;
}

/* Assembles a row in one piece. Each page of its chain begins with the number of the next. */
static int assemble(row_reader *r, stored_row *row) {
  const rocpd_pages *p = r->pages;
  if (row->size > (uint64_t)p->pages * p->size) return SQLITE_NOTFOUND;
  int rc = reserve(r, row->size);
  if (rc != SQLITE_OK) return rc;
  uint64_t at = row->here;
  memcpy(r->whole, row->bytes, at);
  for (uint32_t page = row->next; rc == SQLITE_OK && at < row->size;) {
    uint8_t next[4];
    uint64_t n = row->size - at < p->usable - 4 ? row->size - at : p->usable - 4;
    rc = rocpd_pages_read(p, page, 0, next, sizeof(next));
    if (rc == SQLITE_OK) rc = rocpd_pages_read(p, page, sizeof(next), r->whole + at, (uint32_t)n);
    at += n;
    page = rocpd_pages_32(next);
  }
  *row = (stored_row){.bytes = r->whole, .size = row->size, .here = row->size};
  return rc;
}

static int leaf_rows(row_reader *r, uint32_t number, const uint8_t *page) {
  uint32_t head = rocpd_pages_head(number);
  if (!is_leaf(r->pages, page, head)) return SQLITE_NOTFOUND;
  uint32_t cells = rocpd_pages_16(page + head + 3);
  int rc = SQLITE_OK;
  for (uint32_t i = 0; rc == SQLITE_OK && i < cells; i++) {
    stored_row row;
    int64_t rowid;
    if (!get_cell(r->pages, page, head, i, &rowid, &row)) return SQLITE_NOTFOUND;
    rc = get_row(&row, r->position, r->n, r->value);
    if (rc == SQLITE_TOOBIG) {
      rc = assemble(r, &row);
      if (rc == SQLITE_OK) rc = get_row(&row, r->position, r->n, r->value);
    }
    if (rc == SQLITE_OK) rc = r->row(r->arg, rowid, r->value);
  }
  return rc;
}

int rocpd_pages_rows(const rocpd_pages *p, const uint32_t *leaf, size_t leaves, const int16_t *position, int n,
                     int (*row)(void *arg, int64_t rowid, const rocpd_stored *value), void *arg) {
  row_reader r = {.pages = p, .position = position, .n = n, .row = row, .arg = arg};
  uint8_t *bytes = sqlite3_malloc64(SPAN_BYTES);
  int rc = bytes ? SQLITE_OK : SQLITE_NOMEM;
  for (size_t i = 0, span; rc == SQLITE_OK && i < leaves; i += span) {
    /* Reads several leaves at once, since they mostly follow each other in the file. */
    for (span = 1; i + span < leaves && leaf[i + span] == leaf[i] + span && (span + 1) * p->size <= SPAN_BYTES;) span++;
    if (leaf[i] > p->pages - span + 1) rc = SQLITE_NOTFOUND;
    else rc = rocpd_pages_read(p, leaf[i], 0, bytes, (uint32_t)span * p->size);
    for (size_t k = 0; rc == SQLITE_OK && k < span; k++) rc = leaf_rows(&r, leaf[i] + (uint32_t)k, bytes + k * p->size);
  }
  sqlite3_free(r.whole);
  sqlite3_free(bytes);
  return rc;
}

int rocpd_pages_edge(const rocpd_pages *p, uint32_t leaf, bool last, int64_t *rowid) {
  uint32_t head = rocpd_pages_head(leaf);
  uint8_t *page = sqlite3_malloc64(p->size);
  if (!page) return SQLITE_NOMEM;
  int rc = rocpd_pages_read(p, leaf, 0, page, p->size);
  if (rc == SQLITE_OK && (!is_leaf(p, page, head) || !rocpd_pages_16(page + head + 3))) rc = SQLITE_NOTFOUND;
  stored_row row;
  if (rc == SQLITE_OK && !get_cell(p, page, head, last ? rocpd_pages_16(page + head + 3) - 1 : 0, rowid, &row)) rc = SQLITE_NOTFOUND;
  sqlite3_free(page);
  return rc;
}
