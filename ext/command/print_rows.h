/* Collects the rows of one section as text, for formats that need all rows before they print (tables, Markdown, HTML). */
#ifndef ROCPD_PRINT_ROWS_H
#define ROCPD_PRINT_ROWS_H
#include "print.h"

/* How a number is shown, by the name of its column. */
typedef enum rocpd_shown_as { ROCPD_AS_IT_IS, ROCPD_AS_TIME, ROCPD_AS_SIZE, ROCPD_AS_SHARE } rocpd_shown_as;

typedef struct rocpd_print_column {
  char *name;           /* as it is shown */
  rocpd_shown_as as;
  bool is_text;         /* some value is not a number: the column is left-aligned */
  int natural;          /* width in terminal columns of the widest value, or of the name */
  int rank;             /* of its importance, 0 the most; that of all that rocpd_print_columns() was not told of is the same */
} rocpd_print_column;

typedef struct rocpd_print_rows {
  char *title, *note; /* NULL: none */
  rocpd_print_column *column;
  int columns;
  int64_t rows, cells, more; /* more: the limit, if there are more rows; -1: these are all */
  char **cell;           /* rows * columns, row by row; without control characters, valid UTF-8 */
  size_t cell_capacity;
  double *share;         /* value of each cell, if a column is ROCPD_AS_SHARE; else NULL */
  size_t share_capacity;
} rocpd_print_rows;

/* Begin a section with these columns (`keep`: print.h), and add the current row of a statement. SQLITE_NOMEM leaves the rows unchanged. */
int rocpd_print_rows_begin(rocpd_print_rows *r, int columns, const char *const *names, bool raw, const char *keep);
int rocpd_print_rows_add(rocpd_print_rows *r, void *statement);
void rocpd_rows_clear(rocpd_print_rows *r);

/* Returns a column's name as it is shown: "total_ns" as "total", "own_share" as "own share"; with `raw` unchanged. The caller frees it by sqlite3_free(). */
char *rocpd_shown_name(const char *name, bool raw);
/* Is this the column's name, in SQL or as it is shown? */
bool rocpd_is_called(const char *column, const char *name, size_t bytes);

/* print_value.c: a value as text. sqlite3_malloc'd, NULL when out of memory. */
char *rocpd_shown_value(const char *value, rocpd_shown_as as);
rocpd_shown_as rocpd_shown_kind(const char *column);
/* True if the text is a number; with_unit: a unit as of rocpd_shown_value() may follow. */
bool rocpd_is_number(const char *text, bool with_unit);
/* Returns the text without bytes that confuse terminals or readers: control characters become '?', invalid UTF-8 becomes U+FFFD. */
char *rocpd_clean_text(const char *text, bool controls);

/* print_cut.c: cuts each of `n` texts of a column to at most `width` columns of the terminal (3 or more), in the middle or before the place where it differs
** from the most similar one, so that different texts stay different. *distinct: they do. out[i] is sqlite3_malloc'd. */
int rocpd_cut_texts(char *const *text, size_t n, int width, char **out, bool *distinct);
/* Finds the smallest width from `least` on at which different texts stay different, at most `most`. */
int rocpd_cut_width(char *const *text, size_t n, int least, int most, int *width);

/* print_table.c, print_markup.c: print the collected section. */
int rocpd_print_table(FILE *out, rocpd_print_rows *r, const rocpd_print_style *style);
/* A line, which goes on in the next where the terminal ends; 0: any width. */
void rocpd_print_folded(FILE *out, const char *line, int width);
void rocpd_print_markdown(FILE *out, const rocpd_print_rows *r);
void rocpd_print_html(FILE *out, const rocpd_print_rows *r);

#endif
