/* See base.h: errors with a text, memory, and arrays that grow. */
#include "base.h"
#include "utf8.h"
#include <stdarg.h>
#include <stdio.h>
#include <sys/mman.h>
#include <time.h>

/* ---- errors: the first failure wins, so that the user reads the cause, not its consequences ---- */

/* Clients expect messages in UTF-8, and some fail otherwise. File names and texts of traces may contain any bytes, and may have been cut. A byte that is not
** part of a valid sequence becomes "?". */
static void make_utf8(char *text) {
  size_t n = strlen(text), size;
  for (size_t i = 0; i < n; i += size) {
    size = rocpd_utf8_size((const uint8_t *)text + i, n - i);
    if (!size) text[i] = '?', size = 1;
  }
}

/* Uses the C library's printf: SQLite's does not have %zu, and reads %z as a text that it frees. */
int rocpd_fail(rocpd_error *err, int rc, const char *format, ...) {
  if (!err) return rc;
  if (err->rc != SQLITE_OK) return err->rc;
  err->rc = rc;
  va_list args, again;
  va_start(args, format);
  va_copy(again, args);
  int size = vsnprintf(NULL, 0, format, args);
  if (size >= 0) err->message = sqlite3_malloc64((uint64_t)size + 1);
  if (err->message) vsnprintf(err->message, (size_t)size + 1, format, again), make_utf8(err->message);
  else err->rc = SQLITE_NOMEM;
  va_end(again);
  va_end(args);
  return err->rc;
}

int rocpd_no_memory(rocpd_error *err) { return rocpd_fail(err, SQLITE_NOMEM, "out of memory"); }

int rocpd_fail_code(rocpd_error *err, int rc) {
  if (rc == SQLITE_OK) return rc;
  return rocpd_fail(err, rc, "%s", sqlite3_errstr(rc == SQLITE_IOERR_NOMEM ? SQLITE_NOMEM : rc));
}

int rocpd_fail_for(rocpd_error *err, int rc, rocpd_error *why) {
  if (rc != SQLITE_OK && why->message) rocpd_fail(err, rc, "%s", why->message);
  else rocpd_fail_code(err, rc);
  rocpd_error_clear(why);
  return rc;
}

void rocpd_error_clear(rocpd_error *err) {
  sqlite3_free(err->message);
  err->rc = SQLITE_OK;
  err->message = NULL;
}

/* ---- memory ---- */

void *rocpd_zeroed(uint64_t size) {
  void *p = sqlite3_malloc64(size);
  return p ? memset(p, 0, size) : NULL;
}

/* Large arrays ask the system for huge pages: the first touch of the 512 small pages that replace one would cost more than filling it. */
enum { HUGE = 2 << 20 };

void *rocpd_large_alloc(uint64_t size) {
  char *p = sqlite3_malloc64(size);
#ifdef MADV_HUGEPAGE
  /* Only whole huge pages within the array. It does not matter if this fails. */
  char *first = (char *)(((uintptr_t)p + HUGE - 1) & ~(uintptr_t)(HUGE - 1));
  if (p && size >= 2 * HUGE) madvise(first, (size_t)(p + size - first) & ~(size_t)(HUGE - 1), MADV_HUGEPAGE);
#endif
  return p;
}

/* ---- arrays that grow by doubling ---- */

static int resize(void *array, uint64_t count, size_t size) {
  void *items, *more;
  memcpy(&items, array, sizeof(items));
  more = sqlite3_realloc64(items, count * size);
  if (!more) return SQLITE_NOMEM;
  memcpy(array, &more, sizeof(more));
  return SQLITE_OK;
}

int rocpd_array_push_reserve(void *array, uint64_t count, size_t size) {
  return count & (count - 1) ? SQLITE_OK : resize(array, count ? count * 2 : 1, size);
}

int rocpd_array_reserve(void *array, size_t *capacity, size_t need, size_t size) {
  if (need <= *capacity) return SQLITE_OK;
  size_t count = *capacity * 2 > need ? *capacity * 2 : need < 16 ? 16 : need;
  int rc = resize(array, count, size);
  if (rc == SQLITE_OK) *capacity = count;
  return rc;
}

int64_t rocpd_monotonic_ns(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (int64_t)t.tv_sec * 1000000000 + t.tv_nsec;
}
