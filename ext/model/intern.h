/* Interns texts for the life of the session. Equal texts have equal ids in all sources, so grouping by name is grouping by an integer. Thread safe where not
** stated otherwise. */
#ifndef ROCPD_INTERN_H
#define ROCPD_INTERN_H
#include "session.h"

/* Interns a text; size -1: strlen(text). */
int rocpd_intern(rocpd_session *session, const char *text, int64_t size, int64_t *id);
/* The same, but *id is ROCPD_NULL for NULL and for the empty text. */
int rocpd_intern_or_null(rocpd_session *session, const char *text, int64_t *id);
/* Intern a text that the function frees (sqlite3_malloc; NULL: out of memory); a text printed with SQLite's formats; the text collected in `s`, which is
** finished. */
int rocpd_intern_owned(rocpd_session *session, char *text, int64_t size, int64_t *id);
int rocpd_intern_format(rocpd_session *session, int64_t *id, const char *format, ...);
int rocpd_intern_str(rocpd_session *session, sqlite3_str *s, int64_t *id);
/* Returns the id if the text is interned, else -1. It does not intern the text. Decoding a column later may intern it. */
int64_t rocpd_intern_find(rocpd_session *session, const char *text, int64_t size);
/* Number of interned texts; their ids are 0 to this number - 1. */
int64_t rocpd_string_count(const rocpd_session *session);
/* Returns a text, NUL-terminated, and its size (may be NULL). Valid for the life of the session. */
const char *rocpd_string(const rocpd_session *session, int64_t id, int64_t *size);
/* Sorts all texts by memcmp (BINARY collation): position[id] is the text's position. *n: number of ids. *position is valid until the next call. Connection's
** thread only. */
int rocpd_string_positions(rocpd_session *session, const uint32_t **position, size_t *n);

/* The id in rocpd_string, for sources without such a table; ids begin at 1. */
static inline int64_t rocpd_string_id(int64_t interned) { return interned + 1; }

#endif
