/* Reads values from JSON texts by SQLite's own functions, and writes JSON texts. */
#ifndef ROCPD_JSON_H
#define ROCPD_JSON_H
#include "source.h"

/* Prepares a statement that calls SQLite's JSON functions, for `what`. They may be missing before 3.38,
** and an error then says so. */
int rocpd_json_prepare(sqlite3 *db, const char *what, const char *sql, sqlite3_stmt **out, rocpd_error *err);

/* Longer texts count as malformed, since SQLite's functions need a multiple of a text's size. Tools write some KB. */
#define ROCPD_JSON_BYTES (16 << 20)

/* Replaces each of n texts by the value at `path` in it: an integer or, for ROCPD_TEXT, a text; ROCPD_NULL if there is none of that type. text[i] is of row
** pick[i] (i if pick is NULL) of column `index` of b. Malformed texts become NULL, and the source's health counts them with the place of the first. Thread
** safe. */
int rocpd_json_values(rocpd_batch *b, int index, const uint32_t *pick, int64_t *text, uint32_t n, const char *path, int type, rocpd_error *err);

/* Reads the value at `path` in one text; ROCPD_NULL also if the text is malformed. Thread safe. */
int rocpd_json_value(rocpd_session *session, int64_t text, const char *path, int type, int64_t *out, rocpd_error *err);

/* Sets the integer at a path (ROCPD_NULL: null) and interns the new text; an error if the text is not JSON. Thread safe. */
int rocpd_json_set(rocpd_session *session, int64_t text, const char *path, int64_t value, int64_t *out);

/* Appends a text as a JSON string, in quotes. */
void rocpd_json_append(sqlite3_str *out, const char *text, size_t size);
/* Interns {"key": "text"}. */
int rocpd_json_intern(rocpd_session *session, const char *key, const char *text, size_t size, int64_t *id);

#endif
