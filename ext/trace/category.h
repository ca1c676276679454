/* The kind of work that a kernel does, judged by its name: first by the user's rules, then by the names that libraries use.
**
** The user's rules are a table of the connection, in any schema; the first row that matches counts:
**
**    CREATE TEMP TABLE rocpd_categories(pattern, category);
**    INSERT INTO rocpd_categories VALUES('*my_stencil*', 'stencil');
**
** pattern is a GLOB for the demangled name or for the function's own name (rocpd_short_name). */
#ifndef ROCPD_CATEGORY_H
#define ROCPD_CATEGORY_H
#include "intern.h"

typedef struct rocpd_categories rocpd_categories;

/* Reads the user's table as it is now. The caller frees *out. Connection's thread. */
int rocpd_categories_new(rocpd_session *session, rocpd_categories **out, rocpd_error *err);
/* True if the user has made that table. Connection's thread. */
bool rocpd_categories_of_user(rocpd_session *session);
void rocpd_categories_free(rocpd_categories *c); /* NULL is allowed */

/* The category (interned) of an interned name, which is looked at once; ROCPD_NULL for ROCPD_NULL. Thread safe. */
int rocpd_category_of(rocpd_categories *c, int64_t name, int64_t *category, rocpd_error *err);
/* The same for a text that is not interned. */
int rocpd_category_of_text(rocpd_categories *c, const char *name, int64_t *category, rocpd_error *err);

/* Categories that analyses ask for by name. */
#define ROCPD_CATEGORY_COLLECTIVE "collective"
#define ROCPD_CATEGORY_COPY "copy"

#endif
