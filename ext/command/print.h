/* Prints rows in the format that the user wants: a table for a terminal, CSV, JSON, Markdown, HTML. */
#ifndef ROCPD_PRINT_H
#define ROCPD_PRINT_H
#include "command.h"
#include <stdio.h>

typedef struct rocpd_printer rocpd_printer; /* print.c */

enum { ROCPD_AS_THE_TERMINAL = -1 };
typedef struct rocpd_print_style {
  const char *format; /* "table", "csv", "json", "markdown", "html" */
  int width;          /* of the terminal; 0: nothing is cut; ROCPD_AS_THE_TERMINAL: as it is when a table is printed */
  bool colour;
  bool raw;           /* print values unchanged; else *_ns is printed as a time, *_bytes as a size, share and *_share in percent */
} rocpd_print_style;

/* Creates a printer; NULL: out of memory. rocpd_printer_finish() frees it. */
rocpd_printer *rocpd_printer_new(FILE *out, const rocpd_print_style *style);
/* Begins a section. `key` is its name in JSON; `note` is printed if it has no rows. Without a call, rows follow directly. */
void rocpd_print_section(rocpd_printer *p, const char *key, const char *title, const char *note);
/* The title of rows without a section. CSV and JSON have none. */
void rocpd_print_title(rocpd_printer *p, const char *title);
/* `keep`: "A, B, ..." names columns by their importance, the most important first: where a table is too wide for the terminal, those that are not named are
** left out first, from the last on, then the named from the end of the list. NULL: none is named. */
void rocpd_print_columns(rocpd_printer *p, int columns, const char *const *names, const char *keep);
/* Prints the current row of a statement (an sqlite3_stmt *). */
void rocpd_print_row(rocpd_printer *p, void *statement);
/* Says that there are more rows than `limit`. */
void rocpd_print_more(rocpd_printer *p, int64_t limit);
/* Finishes the output and frees the printer; false: it could not be written (errno). `whole`: all statements ran; otherwise a section that has no rows yet
** is not printed. */
bool rocpd_printer_finish(rocpd_printer *p, bool whole);

#endif
