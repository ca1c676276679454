/* Texts, interned for the life of the session: the same text has the same id in all sources,
** so that grouping by name is grouping by integer. */
#ifndef ROCPD_INTERN_H
#define ROCPD_INTERN_H
#include "session.h"

/* The id of a text; size -1: strlen. Thread safe, as are those below. */
int rocpd_intern(rocpd_session *session, const char *text, int64_t size, int64_t *id);
/* The same, but ROCPD_NULL for NULL and for the empty text. */
int rocpd_intern_or_null(rocpd_session *session, const char *text, int64_t *id);
/* The same for a text that was made for it (sqlite3_malloc, NULL: no memory), which is
** freed; printed by SQLite's formats; or collected in `s`, which is finished. */
int rocpd_intern_owned(rocpd_session *session, char *text, int64_t size, int64_t *id);
int rocpd_intern_format(rocpd_session *session, int64_t *id, const char *format, ...);
int rocpd_intern_str(rocpd_session *session, sqlite3_str *s, int64_t *id);
/* The id if the text is known, else -1, which is no id: what is only looked for is not
** interned. Columns that are decoded later may bring the text. */
int64_t rocpd_intern_find(rocpd_session *session, const char *text, int64_t size);
/* How many there are: their ids are those below. */
int64_t rocpd_string_count(const rocpd_session *session);
/* The text (ended by NUL) and its size; valid for the life of the session. */
const char *rocpd_string(const rocpd_session *session, int64_t id, int64_t *size);
/* position[id] gives the order of the strings under memcmp (BINARY collation):
** *position stays valid until the next call; *n ids. Not thread safe. */
int rocpd_string_positions(rocpd_session *session, const uint32_t **position, size_t *n);

/* The id that an interned text has in the rocpd_string of a source without such a table: 0 is nobody's. */
static inline int64_t rocpd_string_id(int64_t interned) { return interned + 1; }

#endif
