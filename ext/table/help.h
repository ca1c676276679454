/* The texts of ext/help, which the build embeds (scripts/embed.sh): what rocpd_help() prints and rocpd_tables shows.
**
** A page is Markdown. Its first line is "# NAME: summary". On the page of a table, a Markdown table that begins with "| column |" describes the columns, and
** one that begins with "| argument |" the arguments. Columns that mean the same in every table are described once, on the page `columns`. */
#ifndef ROCPD_HELP_H
#define ROCPD_HELP_H
#include "base.h"

typedef struct rocpd_help_page {
  const char *name, *text; /* "tables/busy" */
} rocpd_help_page;
extern const rocpd_help_page rocpd_help_pages[]; /* in order of names; ended by an entry without a name */

/* A row of a page's table: | what | unit (or default) | meaning | */
typedef struct rocpd_help_row {
  const char *cell[3]; /* not NUL-terminated */
  int size[3];
} rocpd_help_row;

/* The page FOLDER/NAME, or NULL. */
const char *rocpd_help_find(const char *folder, const char *name);
/* The summary in the page's first line; not NUL-terminated, *size bytes. */
const char *rocpd_help_summary(const char *page, int *size);
/* Reads the next row after *at (at first the page itself) of the page's tables of this kind, "column" or "argument", and moves *at on; false: there are no
** more. */
bool rocpd_help_next(const char **at, const char *kind, rocpd_help_row *row);
/* Finds the row about a column on a page, or else on the page `columns`; false: there is none. `page` may be NULL. */
bool rocpd_help_column(const char *page, const char *column, rocpd_help_row *row);

#endif
