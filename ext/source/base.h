/* What every file of the extension includes: SQLite's API and error reporting. */
#ifndef ROCPD_BASE_H
#define ROCPD_BASE_H
#include <sqlite3ext.h>
#ifndef SQLITE_CORE
SQLITE_EXTENSION_INIT3
#endif
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

/* An error with its text. Zero it before use; the first failure wins. */
typedef struct rocpd_error {
  int rc;        /* SQLITE_OK: none */
  char *message; /* sqlite3_malloc'd; NULL when out of memory */
} rocpd_error;

/* Record rc and the message, unless an error is recorded already; returns the
** recorded rc. err may be NULL. */
int rocpd_fail(rocpd_error *err, int rc, const char *format, ...) __attribute__((format(printf, 3, 4)));
void rocpd_error_clear(rocpd_error *err);

#endif
