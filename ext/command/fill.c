/* See fill.h. */
#include "fill.h"
#include "option.h"
#include "terminal.h"

/* A paragraph that is being collected. */
typedef struct paragraph {
  sqlite3_str *out;
  char *text; /* sqlite3_malloc'd; NULL: there is none */
  int indent, width;
} paragraph;

static void flush(paragraph *p) {
  if (!p->text) return;
  rocpd_wrap(p->out, p->text, (int)strlen(p->text), 0, p->indent, p->width);
  sqlite3_str_appendchar(p->out, 1, '\n');
  sqlite3_free(p->text);
  p->text = NULL;
}

static void begin(paragraph *p, const char *line, int n, int indent) {
  flush(p);
  p->text = sqlite3_mprintf("%.*s", n, line);
  p->indent = indent;
}

static void go_on(paragraph *p, const char *line, int n) {
  while (n && *line == ' ') line++, n--;
  char *text = sqlite3_mprintf("%s %.*s", p->text, n, line);
  sqlite3_free(p->text);
  p->text = text;
}

static void as_it_is(paragraph *p, const char *line, int n) {
  flush(p);
  sqlite3_str_append(p->out, line, n);
  sqlite3_str_appendchar(p->out, 1, '\n');
}

/* Returns the column in which the explanation of a list line ("  NAME   explanation", indented by `blanks`) begins; 0: it is no list line. */
static int column_of_list(const char *line, int n, int blanks) {
  int i = blanks;
  if (n < 6 || blanks < 2) return 0;
  while (i + 1 < n && (line[i] != ' ' || line[i + 1] != ' ')) i++;
  if (i + 1 >= n) return 0;
  while (i < n && line[i] == ' ') i++;
  return i < n ? i : 0;
}

/* Writes a list line. Its first part keeps its blanks, which rocpd_wrap() would reduce to one. */
static void list_line(paragraph *p, const char *line, int n, int column) {
  flush(p);
  sqlite3_str_append(p->out, line, column);
  rocpd_wrap(p->out, line + column, n - column, column, column < p->width / 2 ? column : 4, p->width);
  sqlite3_str_appendchar(p->out, 1, '\n');
}

/* Appends an example that is too long for a line, "   COMMAND    explanation": the explanation is wrapped in its column, or below the command. */
static void example_line(paragraph *p, const char *line, int n, int column) {
  if (column < p->width / 2) {
    list_line(p, line, n, column);
    return;
  }
  int end = column, indent = (int)strspn(line, " ") + 3;
  while (end && line[end - 1] == ' ') end--;
  as_it_is(p, line, end);
  sqlite3_str_appendf(p->out, "%*s", indent, "");
  rocpd_wrap(p->out, line + column, n - column, indent, indent, p->width);
  sqlite3_str_appendchar(p->out, 1, '\n');
}

static bool is_item(const char *line) { return strncmp(line, "- ", 2) == 0 || (*line >= '1' && *line <= '9' && strncmp(line + 1, ". ", 2) == 0); }

/* Is it one of the command lines at the head of a help text, each with its explanation? */
static bool is_usage(const char *line) { return strncmp(line, "rocpd ", 6) == 0; }

void rocpd_fill(sqlite3_str *out, const char *page, int width) {
  paragraph p = {.out = out, .width = width};
  bool fenced = false;
  for (int n; *page; page += n + (page[n] == '\n')) {
    n = (int)strcspn(page, "\n");
    int blanks = (int)strspn(page, " "), column = fenced ? 0 : column_of_list(page, n, blanks);
    bool fence = strncmp(page, "```", 3) == 0;
    if (width && column && blanks > 2 && rocpd_text_columns(page, n) > width) example_line(&p, page, n, column);
    else if (!width || fenced || fence || !n || blanks >= 3 || *page == '|' || *page == '#') as_it_is(&p, page, n);
    else if (column) list_line(&p, page, n, column);
    else if (is_usage(page) && (!p.text || is_usage(p.text))) begin(&p, page, n, 4);
    else if (is_item(page)) begin(&p, page, n, *page == '-' ? 2 : 3);
    else if (p.text) go_on(&p, page, n);
    else begin(&p, page, n, 0);
    fenced ^= fence;
  }
  flush(&p);
}
