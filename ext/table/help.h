/* The texts of ext/help, which the build embeds (scripts/embed.sh): what rocpd_help() prints and rocpd_tables shows.
**
** A page is Markdown. Its first line is "# NAME: what it is in a line"; of tables, the rows of a Markdown table that begins with
** "| column |" say what each column is, of one that begins with "| argument |" what each argument is. What columns of the
** same name mean everywhere stands once, in the page `columns`. */
#ifndef ROCPD_HELP_H
#define ROCPD_HELP_H
#include "base.h"

typedef struct rocpd_help_page {
  const char *name, *text; /* "tables/busy" */
} rocpd_help_page;
extern const rocpd_help_page rocpd_help_pages[]; /* by name; ended by one without */

/* A row of a page's table: | what | unit (or default) | meaning | */
typedef struct rocpd_help_row {
  const char *cell[3]; /* not ended by 0 */
  int size[3];
} rocpd_help_row;

/* The page FOLDER/NAME, or NULL. */
const char *rocpd_help_find(const char *folder, const char *name);
/* What the first line says behind the name. */
const char *rocpd_help_summary(const char *page, int *size);
/* The next row behind *at (at first the page) of the page's tables of this kind, "column" or "argument"; false: no more. */
bool rocpd_help_next(const char **at, const char *kind, rocpd_help_row *row);
/* What a page, or else the common one, says of a column; false: nothing. `page` may be NULL. */
bool rocpd_help_column(const char *page, const char *column, rocpd_help_row *row);

#endif
