/* Tables of Markdown and HTML. */
#include "print_rows.h"

static const char *note_of(const rocpd_print_rows *r) { return r->note && *r->note ? r->note : "none"; }

static void print_escaped(FILE *out, const char *text) {
  for (; *text; text++) {
    if (strchr("|\\`*_<", *text)) putc('\\', out);
    putc(*text, out);
  }
}

void rocpd_print_markdown(FILE *out, const rocpd_print_rows *r) {
  if (r->title) fprintf(out, "## %s\n\n", r->title);
  if (!r->rows) {
    fprintf(out, "%s\n", note_of(r));
    return;
  }
  for (int64_t row = -2; row < r->rows; row++) {
    putc('|', out);
    for (int i = 0; i < r->columns; i++) {
      if (row == -1) {
        fputs(r->column[i].is_text ? "---|" : "---:|", out);
        continue;
      }
      putc(' ', out);
      print_escaped(out, row < 0 ? r->column[i].name : r->cell[row * r->columns + i]);
      fputs(" |", out);
    }
    putc('\n', out);
  }
}

static void print_tagged(FILE *out, const char *text) {
  for (; *text; text++)
    switch (*text) {
      case '&': fputs("&amp;", out); break;
      case '<': fputs("&lt;", out); break;
      case '>': fputs("&gt;", out); break;
      case '"': fputs("&quot;", out); break;
      default: putc(*text, out);
    }
}
static void print_element(FILE *out, const char *begin, const char *text, const char *end) {
  fputs(begin, out);
  print_tagged(out, text);
  fputs(end, out);
}

void rocpd_print_html(FILE *out, const rocpd_print_rows *r) {
  if (r->title) print_element(out, "<h2>", r->title, "</h2>\n");
  if (!r->rows) {
    print_element(out, "<p>", note_of(r), "</p>\n");
    return;
  }
  fputs("<table>\n", out);
  for (int64_t row = -1; row < r->rows; row++) {
    fputs("<tr>", out);
    for (int i = 0; i < r->columns; i++) {
      fprintf(out, "<%s%s>", row < 0 ? "th" : "td", r->column[i].is_text ? "" : " style=\"text-align:right\"");
      print_tagged(out, row < 0 ? r->column[i].name : r->cell[row * r->columns + i]);
      fputs(row < 0 ? "</th>" : "</td>", out);
    }
    fputs("</tr>\n", out);
  }
  fputs("</table>\n", out);
}
