/* A set of texts, each with a number: what a connection interns (source.h), and small ones
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

#endif
