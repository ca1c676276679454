/* Rows as users want them: a table for a terminal, CSV, JSON, Markdown, HTML. */
#ifndef ROCPD_PRINT_H
#define ROCPD_PRINT_H
#include "command.h"
#include <stdio.h>

typedef struct rocpd_printer rocpd_printer; /* print.c */

typedef struct rocpd_print_style {
  const char *format; /* "table", "csv", "json", "markdown", "html" */
  int width;          /* of the terminal; 0: nothing is cut */
  bool colour;
  bool raw;           /* values as they are; else *_ns is shown as a time, *_bytes as a size, share and *_share in percent */
} rocpd_print_style;

/* NULL when out of memory. */
rocpd_printer *rocpd_printer_new(FILE *out, const rocpd_print_style *style);
/* A section: `key` is its name in JSON, `note` stands for one without rows. Where there is none, rows follow at once. */
void rocpd_print_section(rocpd_printer *p, const char *key, const char *title, const char *note);
/* `keep`: "A, B, ..." names columns by their importance, the most important first: where a table is too wide for the terminal, those that are not named are left
** out first, from the last on, then the named from the end of the list. NULL: none is named. */
void rocpd_print_columns(rocpd_printer *p, int columns, const char *const *names, const char *keep);
/* The row that a statement is on (an sqlite3_stmt *). */
void rocpd_print_row(rocpd_printer *p, void *statement);
/* There are more rows than the limit, which was `limit`. */
void rocpd_print_more(rocpd_printer *p, int64_t limit);
/* The end; false: it could not be written (errno). `whole`: all statements ran; without it a section that has no rows yet is not printed. */
bool rocpd_printer_finish(rocpd_printer *p, bool whole);

#endif
