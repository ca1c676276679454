/* Writes the page before the data: page.html, with the styles and scripts of this folder inserted. */
#include "html.h"

static bool ends_so(const char *name, const char *ending) {
  size_t n = strlen(name), e = strlen(ending);
  return n > e && !strcmp(name + n - e, ending);
}

static int put(rocpd_writer *w, const char *text, size_t n, rocpd_error *err) { return rocpd_buffer_add(&w->out, (const uint8_t *)text, n, err); }
static int put_all(rocpd_writer *w, const char *text, rocpd_error *err) { return put(w, text, strlen(text), err); }

static int put_styles(rocpd_writer *w, rocpd_error *err) {
  int rc = put_all(w, "<style>\n", err);
  for (const struct rocpd_html_file *f = rocpd_html_files; f->name && !rc; f++)
    if (ends_so(f->name, ".css")) rc = put_all(w, f->text, err);
  return rc ? rc : put_all(w, "</style>\n", err);
}

static int put_script(rocpd_writer *w, const struct rocpd_html_file *f, rocpd_error *err) {
  char head[128];
  size_t n = strlen(f->name) - 3;
  sqlite3_snprintf(sizeof head, head, "<script id=\"%.*s\">\n", (int)(n < 64 ? n : 64), f->name);
  int rc = put_all(w, head, err);
  if (!rc) rc = put_all(w, f->text, err);
  return rc ? rc : put_all(w, "</script>\n", err);
}

/* main.js starts the others. */
static int put_scripts(rocpd_writer *w, rocpd_error *err) {
  int rc = SQLITE_OK;
  for (int last = 0; last < 2; last++)
    for (const struct rocpd_html_file *f = rocpd_html_files; f->name && !rc; f++)
      if (ends_so(f->name, ".js") && (strcmp(f->name, "main.js") == 0) == last) rc = put_script(w, f, err);
  return rc;
}

int rocpd_html_page(rocpd_writer *w, rocpd_error *err) {
  static const struct {
    const char *mark;
    int (*put)(rocpd_writer *, rocpd_error *);
  } part[] = {{"<!--styles-->\n", put_styles}, {"<!--scripts-->\n", put_scripts}};
  const struct rocpd_html_file *f = rocpd_html_files;
  while (strcmp(f->name, "page.html")) f++;
  const char *text = f->text;
  int rc = SQLITE_OK;
  for (size_t i = 0; i < sizeof part / sizeof *part && !rc; i++) {
    const char *at = strstr(text, part[i].mark);
    rc = put(w, text, (size_t)(at - text), err);
    if (!rc) rc = part[i].put(w, err);
    text = at + strlen(part[i].mark);
  }
  return rc ? rc : put_all(w, text, err);
}
