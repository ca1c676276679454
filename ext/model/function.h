/* Shared by the SQL functions: reading options from a JSON object, and returning results and failures. Connection's thread. */
#ifndef ROCPD_FUNCTION_H
#define ROCPD_FUNCTION_H
#include "source.h"

/* An option, or an element of one that is an array. */
typedef struct rocpd_option {
  sqlite3 *db;
  const char *key;  /* name of the option */
  const char *type; /* type as in json_each(): text, integer, true, array, null ... */
  const char *text; /* the value; for an array its JSON, for null "null". Valid during the call */
  int64_t number;   /* the value of an integer */
} rocpd_option;
/* Takes an option; returns SQLITE_NOTFOUND if there is no such option. */
typedef int (*rocpd_take_option)(void *arg, const rocpd_option *x, rocpd_error *err);

/* Calls take() for each option until it fails. If `json` is NULL or an SQL NULL, there are no options. Text that is not a JSON object is an error, and so is
** an unknown option; its message lists `known`. */
int rocpd_options_read(sqlite3 *db, sqlite3_value *json, const char *known, rocpd_take_option take, void *arg, rocpd_error *err);
/* Calls take() for each element of an option that is an array. */
int rocpd_option_elements(const rocpd_option *array, rocpd_take_option take, void *arg, rocpd_error *err);

/* Makes the SQL function fail with "FUNCTION: message". Clears err. */
void rocpd_result_failure(sqlite3_context *ctx, const char *function, int rc, rocpd_error *err);
/* Returns a text and takes ownership of it (sqlite3_malloc); NULL: the function fails, out of memory. */
void rocpd_result_text(sqlite3_context *ctx, char *text);

#endif
