/* A set of texts, each with a number: what a session interns (intern.h), and small ones
** of texts that are only looked for. Thread safe, but for making and freeing it. */
#ifndef ROCPD_STRING_SET_H
#define ROCPD_STRING_SET_H
#include "base.h"

typedef struct rocpd_strings rocpd_strings;

int rocpd_strings_new(rocpd_strings **out);
void rocpd_strings_free(rocpd_strings *s); /* NULL is allowed */
/* The number of a text, which is added where it is not there. Size -1: strlen. */
int rocpd_strings_add(rocpd_strings *s, const char *text, int64_t size, int64_t *id);
/* The number of a text, -1: it is not there. */
int64_t rocpd_strings_find(rocpd_strings *s, const char *text, int64_t size);
/* How many there are: their numbers are those below. */
int64_t rocpd_strings_count(const rocpd_strings *s);
/* The text of a number (ended by NUL) and its size, which may be NULL. It stays where it is. */
const char *rocpd_strings_text(const rocpd_strings *s, int64_t id, int64_t *size);
/* position[id] gives the order of the texts under memcmp: *position stays valid until the next call; *n of
** them. Not thread safe. */
int rocpd_strings_positions(rocpd_strings *s, const uint32_t **position, size_t *n);

#endif
