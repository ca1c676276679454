/* Values out of JSON texts, by SQLite's own functions, and texts for them. */
#ifndef ROCPD_JSON_H
#define ROCPD_JSON_H
#include "source.h"

/* Prepares a statement that calls SQLite's JSON functions, for `what`. They may be missing before 3.38,
** and an error then says so. */
int rocpd_json_prepare(sqlite3 *db, const char *what, const char *sql, sqlite3_stmt **out, rocpd_error *err);

/* Longer texts count as malformed: the functions take a multiple of a text's size. What
** tools write has some KB. */
#define ROCPD_JSON_BYTES (16 << 20)

/* Each of n texts becomes the value at `path` in it: an integer or, for ROCPD_TEXT, a text;
** ROCPD_NULL where there is none of that type. The texts are those of rows pick[i] (NULL:
** i) of column `index` of b: malformed ones are NULL, and its source's health says where
** the first one is. Thread safe. */
int rocpd_json_values(rocpd_batch *b, int index, const uint32_t *pick, int64_t *text, uint32_t n, const char *path, int type, rocpd_error *err);

/* The value at `path` in one text, likewise; ROCPD_NULL also when the text is malformed. Thread safe. */
int rocpd_json_value(rocpd_session *session, int64_t text, const char *path, int type, int64_t *out, rocpd_error *err);

/* The text with another integer (ROCPD_NULL: null) at a path; an error where it is no JSON. Thread safe. */
int rocpd_json_set(rocpd_session *session, int64_t text, const char *path, int64_t value, int64_t *out);

/* Appends a text as JSON has it, in quotes. */
void rocpd_json_append(sqlite3_str *out, const char *text, size_t size);
/* Interns {"key": "text"}. */
int rocpd_json_intern(rocpd_session *session, const char *key, const char *text, size_t size, int64_t *id);

#endif
