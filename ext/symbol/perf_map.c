/* See perf_map.h. */
#include "perf_map.h"
#include <sys/stat.h>
#include "stamp.h"
#include "unix_file.h"

enum { MOST_NAME = 65536 };
#define MOST_BYTES ((sqlite3_int64)1 << 28)

/* Reads a number in hexadecimal at *p, and the blanks behind it. */
static bool read_number(const char **p, const char *end, uint64_t *out) {
  const char *from = *p;
  for (*out = 0; *p < end; ++*p) {
    char c = **p;
    int digit = c >= '0' && c <= '9' ? c - '0' : c >= 'a' && c <= 'f' ? c - 'a' + 10 : c >= 'A' && c <= 'F' ? c - 'A' + 10 : -1;
    if (digit < 0) break;
    *out = *out << 4 | (unsigned)digit;
  }
  bool is = *p > from && *p - from <= 16 && *p < end && **p == ' ';
  while (*p < end && **p == ' ') ++*p;
  return is;
}

int rocpd_perf_map_parse(const char *text, size_t size, rocpd_symbol_index *out) {
  rocpd_function_symbol *symbol = NULL;
  size_t n = 0, capacity = 0;
  int rc = SQLITE_OK;
  *out = (rocpd_symbol_index){0};
  const char *end = text + size;
  for (const char *p = text, *line; rc == SQLITE_OK && p < end; p = line + 1) {
    line = memchr(p, '\n', (size_t)(end - p));
    if (!line) line = end; /* its writer may be about to go on */
    rocpd_function_symbol f = {.limit = UINT64_MAX};
    if (!read_number(&p, line, &f.start) || !read_number(&p, line, &f.size) || !f.size || p >= line) continue;
    f.name = p;
    f.name_bytes = (uint32_t)strnlen(p, line - p < MOST_NAME ? (size_t)(line - p) : MOST_NAME);
    if (!f.name_bytes) continue;
    f.order = UINT32_MAX - (uint32_t)n;
    rc = ROCPD_APPEND(symbol, n, capacity, f);
  }
  if (rc == SQLITE_OK) rc = rocpd_symbol_index_make(symbol, n, out);
  sqlite3_free(symbol);
  return rc;
}

int rocpd_perf_map_read(int64_t pid, int64_t since_ns, rocpd_symbol_index *out) {
  char path[64], *text = NULL;
  struct stat st;
  sqlite3_file *file = NULL;
  sqlite3_int64 size = 0;
  *out = (rocpd_symbol_index){0};
  sqlite3_snprintf(sizeof path, path, "/tmp/perf-%lld.map", (long long)pid);
  if (stat(path, &st) || !S_ISREG(st.st_mode) || rocpd_timespec_ns(st.st_mtim) < since_ns) return SQLITE_OK;
  int rc = rocpd_vfs_open(path, &file);
  if (rc == SQLITE_OK) rc = file->pMethods->xFileSize(file, &size);
  if (rc == SQLITE_OK && size <= MOST_BYTES && !(text = sqlite3_malloc64((sqlite3_uint64)size + 1))) rc = SQLITE_NOMEM;
  if (rc == SQLITE_OK && text && size) rc = file->pMethods->xRead(file, text, (int)size, 0);
  rocpd_vfs_close(file);
  if (rc == SQLITE_OK && text) rc = rocpd_perf_map_parse(text, (size_t)size, out);
  sqlite3_free(text);
  return rc == SQLITE_NOMEM ? rc : SQLITE_OK; /* unreadable: no names */
}
