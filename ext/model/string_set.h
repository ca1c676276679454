/* A set of texts, each with a number. The session's interned texts are one (intern.h); small sets hold texts to look for. Thread safe, except for creating
** and freeing a set. */
#ifndef ROCPD_STRING_SET_H
#define ROCPD_STRING_SET_H
#include "base.h"

typedef struct rocpd_strings rocpd_strings;

/* A hash of a text. It is not the same in another version of this library. */
uint64_t rocpd_text_hash(const char *text, size_t size);

int rocpd_strings_new(rocpd_strings **out);
void rocpd_strings_free(rocpd_strings *s); /* NULL is allowed */
/* Returns the number of a text, adding it if it is new. Size -1: strlen(text). */
int rocpd_strings_add(rocpd_strings *s, const char *text, int64_t size, int64_t *id);
/* Returns the number of a text, -1 if it is not in the set. */
int64_t rocpd_strings_find(rocpd_strings *s, const char *text, int64_t size);
/* Number of texts; they are numbered from 0. */
int64_t rocpd_strings_count(const rocpd_strings *s);
/* Returns the text with a number, NUL-terminated, and its size (may be NULL). The text never moves. */
const char *rocpd_strings_text(const rocpd_strings *s, int64_t id, int64_t *size);
/* Sorts the texts by memcmp: position[id] is the text's position; *n: their number. *position is valid until the next call. Not thread safe. */
int rocpd_strings_positions(rocpd_strings *s, const uint32_t **position, size_t *n);

#endif
