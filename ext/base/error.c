/* Errors with text. The first failure wins, so that the user reads the cause, not its consequences. */
#include "base.h"
#include "utf8.h"
#include <stdarg.h>
#include <stdio.h>

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
