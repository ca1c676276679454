/* Errors with text: the first failure wins, so that what caused the others is
** what the user reads. */
#include "base.h"
#include <stdarg.h>

int rocpd_fail(rocpd_error *err, int rc, const char *format, ...) {
  if (!err) return rc;
  if (err->rc != SQLITE_OK) return err->rc;
  err->rc = rc;
  va_list args;
  va_start(args, format);
  err->message = sqlite3_vmprintf(format, args);
  va_end(args);
  if (!err->message) err->rc = SQLITE_NOMEM;
  return err->rc;
}

void rocpd_error_clear(rocpd_error *err) {
  sqlite3_free(err->message);
  err->rc = SQLITE_OK;
  err->message = NULL;
}
