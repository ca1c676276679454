/* What the SQL functions share: their options, one JSON object, and how they end. */
#ifndef ROCPD_FUNCTION_H
#define ROCPD_FUNCTION_H
#include "source.h"

/* An option, or an element of one that is an array. */
typedef struct rocpd_option {
  sqlite3 *db;
  const char *key;  /* the option's */
  const char *type; /* as json_each() has it: text, integer, true, array, null ... */
  const char *text; /* the value: of an array its JSON, of null "null" */
  int64_t number;   /* that an integer is */
} rocpd_option;
/* What is done with one; SQLITE_NOTFOUND: there is no such option. */
typedef int (*rocpd_take_option)(void *arg, const rocpd_option *x, rocpd_error *err);

/* Calls take() for each option until it fails. `json` NULL or an SQL NULL: there are none.
** What is no JSON object is an error, and so is an unknown option: it lists the known ones. */
int rocpd_options_read(sqlite3 *db, sqlite3_value *json, const char *known, rocpd_take_option take, void *arg, rocpd_error *err);
/* The same for the elements of an array. */
int rocpd_option_elements(const rocpd_option *array, rocpd_take_option take, void *arg, rocpd_error *err);

/* The function's result is a failure: "FUNCTION: message". Clears err. */
void rocpd_result_failure(sqlite3_context *ctx, const char *function, int rc, rocpd_error *err);
/* The result is a text that was made for it, which is freed; NULL: out of memory. */
void rocpd_result_text(sqlite3_context *ctx, char *text);

#endif
