/* See print.h. CSV and JSON are printed row by row; for other formats a whole section is collected first. */
#include "print_rows.h"
#include "terminal.h"
#include <errno.h>
#include <math.h>
#include <sqlite3.h>
#include <stdlib.h>

struct rocpd_printer {
  FILE *out;
  rocpd_print_style style;
  bool csv, json, markup;
  rocpd_print_rows rows; /* rows of the section that is not printed yet; with CSV and JSON only its columns */
  bool open;             /* a section has begun */
  int64_t printed;       /* number of its rows that are printed */
  char *key;             /* JSON: key of the section in the object */
  int sections;
  int rc;
};

rocpd_printer *rocpd_printer_new(FILE *out, const rocpd_print_style *style) {
  rocpd_printer *p = rocpd_zeroed(sizeof *p);
  if (!p) return NULL;
  p->out = out;
  p->style = *style;
  p->csv = strcmp(style->format, "csv") == 0;
  p->json = strcmp(style->format, "json") == 0;
  p->markup = strcmp(style->format, "html") == 0;
  p->rows.more = -1;
  return p;
}

static bool is_streamed(const rocpd_printer *p) { return p->csv || p->json; }

/* ---- CSV, as the sqlite3 shell writes it: what holds a blank, a quote or a byte beyond ASCII is quoted */

static void csv_value(FILE *out, const char *text, bool is_null) {
  if (is_null) return;
  bool quoted = !*text;
  for (const unsigned char *c = (const unsigned char *)text; *c && !quoted; c++) quoted = *c <= ' ' || *c >= 0x7f || strchr("\"',", *c);
  if (!quoted) {
    fputs(text, out);
    return;
  }
  putc('"', out);
  for (; *text; text++) {
    if (*text == '"') putc('"', out);
    putc(*text, out);
  }
  putc('"', out);
}

static void csv_row(rocpd_printer *p, sqlite3_stmt *q) {
  for (int i = 0; !p->printed && i < p->rows.columns; i++) {
    if (i) putc(',', p->out);
    csv_value(p->out, sqlite3_column_name(q, i), false);
  }
  if (!p->printed) putc('\n', p->out);
  for (int i = 0; i < p->rows.columns; i++) {
    if (i) putc(',', p->out);
    const char *text = (const char *)sqlite3_column_text(q, i);
    if (!text && sqlite3_column_type(q, i) != SQLITE_NULL) p->rc = SQLITE_NOMEM;
    csv_value(p->out, text, !text);
  }
  putc('\n', p->out);
}

/* ---- JSON: an array of objects; of sections an object of such arrays */

static int json_text(FILE *out, const char *text) {
  char *valid = rocpd_clean_text(text, false);
  if (!valid) return SQLITE_NOMEM;
  putc('"', out);
  for (const char *c = valid; *c; c++) {
    const char *letter = strchr("\b\f\n\r\t\"\\", *c);
    if (letter) putc('\\', out), putc("bfnrt\"\\"[letter - "\b\f\n\r\t\"\\"], out);
    else if ((unsigned char)*c < 0x20) fprintf(out, "\\u%04x", *c);
    else putc(*c, out);
  }
  putc('"', out);
  sqlite3_free(valid);
  return SQLITE_OK;
}

/* Prints a number with as few digits as are needed to read back the same value. */
static void json_real(FILE *out, double value) {
  char text[64];
  sqlite3_snprintf(sizeof text, text, "%!.15g", value);
  if (strtod(text, NULL) != value) sqlite3_snprintf(sizeof text, text, "%!.17g", value);
  fputs(isinf(value) ? value < 0 ? "-1e999" : "1e999" : text, out);
}

static int json_value(FILE *out, sqlite3_stmt *q, int i) {
  switch (sqlite3_column_type(q, i)) {
    case SQLITE_NULL: fputs("null", out); return SQLITE_OK;
    case SQLITE_INTEGER: fprintf(out, "%lld", (long long)sqlite3_column_int64(q, i)); return SQLITE_OK;
    case SQLITE_FLOAT: json_real(out, sqlite3_column_double(q, i)); return SQLITE_OK;
  }
  const char *text = (const char *)sqlite3_column_text(q, i);
  return text ? json_text(out, text) : SQLITE_NOMEM;
}

static void json_row(rocpd_printer *p, sqlite3_stmt *q) {
  fputs(p->printed ? ",\n{" : "[{", p->out);
  for (int i = 0; i < p->rows.columns && !p->rc; i++) {
    if (i) putc(',', p->out);
    p->rc = json_text(p->out, sqlite3_column_name(q, i));
    putc(':', p->out);
    if (!p->rc) p->rc = json_value(p->out, q, i);
  }
  putc('}', p->out);
}

/* ---- sections */

static int print_table(rocpd_printer *p) {
  rocpd_print_style now = p->style;
  if (now.width == ROCPD_AS_THE_TERMINAL) now.width = rocpd_terminal_width();
  return rocpd_print_table(p->out, &p->rows, &now);
}

static void end_section(rocpd_printer *p) {
  if (p->json) fputs(p->printed ? "]\n" : p->key ? "[]" : "[]\n", p->out);
  else if (!is_streamed(p) && p->open) {
    if (p->sections && !p->markup) putc('\n', p->out);
    if (p->markup) rocpd_print_html(p->out, &p->rows);
    else if (strcmp(p->style.format, "markdown") == 0) rocpd_print_markdown(p->out, &p->rows);
    else if (!p->rc) p->rc = print_table(p);
  }
  if (p->open) p->sections++;
  p->open = false;
  p->printed = 0;
  rocpd_rows_clear(&p->rows);
}

static char *copy(rocpd_printer *p, const char *text) {
  if (!text || !*text) return NULL;
  char *out = sqlite3_mprintf("%s", text);
  if (!out) p->rc = SQLITE_NOMEM;
  return out;
}

void rocpd_print_section(rocpd_printer *p, const char *key, const char *title, const char *note) {
  if (p->open) end_section(p);
  p->open = true;
  p->rows.title = copy(p, title);
  p->rows.note = copy(p, note);
  if (p->csv) fprintf(p->out, "# %s\n", title);
  if (!p->json) return;
  sqlite3_free(p->key);
  p->key = copy(p, key);
  fprintf(p->out, "%s\"%s\":", p->sections ? ",\n" : "{", key);
}

void rocpd_print_title(rocpd_printer *p, const char *title) {
  if (p->rows.title || p->csv || p->json) return;
  p->rows.title = copy(p, title);
}

void rocpd_print_columns(rocpd_printer *p, int columns, const char *const *names, const char *keep) {
  if (p->rows.columns) end_section(p); /* this is another statement of the same section */
  p->open = true;
  if (!p->rc) p->rc = rocpd_print_rows_begin(&p->rows, columns, names, p->style.raw, keep);
}

void rocpd_print_row(rocpd_printer *p, void *statement) {
  if (p->rc) return;
  if (p->csv) csv_row(p, statement);
  else if (p->json) json_row(p, statement);
  else p->rc = rocpd_print_rows_add(&p->rows, statement);
  p->printed++;
}

void rocpd_print_more(rocpd_printer *p, int64_t limit) { p->rows.more = limit; }

bool rocpd_printer_finish(rocpd_printer *p, bool whole) {
  if (whole && !p->open && !p->sections && !is_streamed(p)) {
    p->open = true;
    p->rows.note = copy(p, "no rows");
  }
  if (p->json ? p->open || !p->sections : p->open && (whole || p->rows.rows)) end_section(p);
  if (p->json && p->key) fputs("}\n", p->out);
  bool out_of_memory = p->rc == SQLITE_NOMEM, written = fflush(p->out) == 0 && !ferror(p->out);
  rocpd_rows_clear(&p->rows);
  sqlite3_free(p->key);
  sqlite3_free(p);
  if (out_of_memory) errno = ENOMEM;
  return written && !out_of_memory;
}
