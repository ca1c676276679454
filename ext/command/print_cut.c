/* Shortens the texts of a column, and keeps them distinct.
**
** A text is cut in the middle, since names mostly differ at their ends. If that makes different texts equal, each of them is cut so that it shows the place
** where it differs from the most similar text. */
#include "print_rows.h"
#include "terminal.h"
#include <sqlite3.h>
#include <stdlib.h>

static const char dots[] = "..";
enum { DOTS = 2, CONTEXT = 2 };

static size_t next_character(const char *text, size_t at) {
  for (at++; (text[at] & 0xc0) == 0x80; at++) { }
  return at;
}
static size_t last_character(const char *text, size_t at) {
  for (at--; at && (text[at] & 0xc0) == 0x80; at--) { }
  return at;
}
/* fit_forward: returns the end of the part that begins at `from` and fits into `width` columns. fit_backward: returns the begin of the part that ends at the
** end of the text. */
static size_t fit_forward(const char *text, size_t from, int width) {
  size_t at = from;
  while (text[at] && rocpd_text_columns(text + from, (long)(next_character(text, at) - from)) <= width) at = next_character(text, at);
  return at;
}
static size_t fit_backward(const char *text, size_t bytes, int width) {
  size_t at = bytes;
  while (at) {
    size_t before = last_character(text, at);
    if (rocpd_text_columns(text + before, (long)(bytes - before)) > width) break;
    at = before;
  }
  return at;
}

static char *cut_middle(const char *text, int width) {
  size_t bytes = strlen(text);
  if (rocpd_text_columns(text, (long)bytes) <= width) return sqlite3_mprintf("%s", text);
  int head = width / 2 - 1;
  return sqlite3_mprintf("%.*s%s%s", (int)fit_forward(text, 0, head), text, dots, text + fit_backward(text, bytes, width - head - DOTS));
}

/* Cuts the text so that it shows `place`, where it differs from others. */
static char *cut_before(const char *text, size_t place, int width) {
  size_t bytes = strlen(text), from = place;
  if (rocpd_text_columns(text, (long)bytes) <= width) return sqlite3_mprintf("%s", text);
  while (from && (text[from] & 0xc0) == 0x80) from--;
  for (int i = 0; i < CONTEXT && from; i++) from = last_character(text, from);
  int head = width / 4;
  size_t head_end = fit_forward(text, 0, head);
  if (from <= head_end + DOTS) from = head_end = 0, head = 0;
  int room = width - (from ? head + DOTS : 0);
  if (rocpd_text_columns(text + from, (long)(bytes - from)) <= room) { /* the rest fits up to the end, so as much as fits is shown before it */
    from = fit_backward(text, bytes, room);
    return sqlite3_mprintf("%.*s%s%s", (int)head_end, text, dots, text + from);
  }
  size_t end = fit_forward(text, from, room - DOTS);
  return sqlite3_mprintf("%.*s%s%.*s%s", (int)head_end, text, from ? dots : "", (int)(end - from), text + from, dots);
}

/* ---- which are equal */

typedef struct entry {
  const char *text; /* the text before it was cut */
  char *cut;
  size_t place;     /* the first byte that differs from the most similar text */
  size_t at;        /* its row */
} entry;

static int by_text(const void *a, const void *b) { return strcmp(((const entry *)a)->text, ((const entry *)b)->text); }
static int by_cut(const void *a, const void *b) {
  int order = strcmp(((const entry *)a)->cut, ((const entry *)b)->cut);
  return order ? order : by_text(a, b);
}

static size_t common(const char *a, const char *b) {
  size_t n = 0;
  while (a[n] && a[n] == b[n]) n++;
  return n;
}
static void find_places(entry *e, size_t n) { /* the entries are sorted by text */
  for (size_t i = 0, begin; i < n; i = begin) {
    for (begin = i + 1; begin < n && strcmp(e[i].text, e[begin].text) == 0; begin++) { }
    size_t before = i ? common(e[i - 1].text, e[i].text) : 0, after = begin < n ? common(e[i].text, e[begin].text) : 0;
    for (size_t k = i; k < begin; k++) e[k].place = before > after ? before : after;
  }
}

/* The entries are sorted by their cut texts. run_differs: are there different texts among entries [from, to), whose cut texts are equal? */
static bool run_differs(const entry *e, size_t from, size_t to) {
  for (size_t i = from + 1; i < to; i++)
    if (strcmp(e[from].text, e[i].text) != 0) return true;
  return false;
}
static size_t run_end(const entry *e, size_t from, size_t n) {
  size_t to = from + 1;
  while (to < n && strcmp(e[from].cut, e[to].cut) == 0) to++;
  return to;
}
static int recut_equals(entry *e, size_t n, int width) {
  for (size_t from = 0, to; from < n; from = to) {
    to = run_end(e, from, n);
    if (!run_differs(e, from, to)) continue;
    /* A run is found before its cut texts change, since run_end() compares these. */
    for (size_t i = from; i < to; i++) {
      char *cut = cut_before(e[i].text, e[i].place, width);
      if (!cut) return SQLITE_NOMEM;
      sqlite3_free(e[i].cut);
      e[i].cut = cut;
    }
  }
  return SQLITE_OK;
}
static bool are_distinct(const entry *e, size_t n) {
  for (size_t from = 0, to; from < n; from = to) {
    to = run_end(e, from, n);
    if (run_differs(e, from, to)) return false;
  }
  return true;
}

int rocpd_cut_texts(char *const *text, size_t n, int width, char **out, bool *distinct) {
  entry *e = sqlite3_malloc64((n + 1) * sizeof *e);
  if (!e) return SQLITE_NOMEM;
  int rc = SQLITE_OK;
  size_t made = 0;
  for (; made < n && !rc; made++) {
    e[made] = (entry){text[made], cut_middle(text[made], width), 0, made};
    if (!e[made].cut) rc = SQLITE_NOMEM;
  }
  if (!rc) {
    qsort(e, n, sizeof *e, by_text);
    find_places(e, n);
    qsort(e, n, sizeof *e, by_cut);
    rc = recut_equals(e, n, width);
  }
  if (!rc) {
    qsort(e, n, sizeof *e, by_cut);
    *distinct = are_distinct(e, n);
  }
  for (size_t i = 0; i < made; i++)
    if (rc) sqlite3_free(e[i].cut);
    else out[e[i].at] = e[i].cut;
  sqlite3_free(e);
  return rc;
}

static int stay_distinct(char *const *text, size_t n, int width, char **cut, bool *distinct) {
  int rc = rocpd_cut_texts(text, n, width, cut, distinct);
  for (size_t i = 0; !rc && i < n; i++) sqlite3_free(cut[i]);
  return rc;
}

int rocpd_cut_width(char *const *text, size_t n, int least, int most, int *width) {
  char **cut = sqlite3_malloc64((n + 1) * sizeof *cut);
  if (!cut) return SQLITE_NOMEM;
  bool distinct = false;
  int rc = stay_distinct(text, n, least, cut, &distinct), low = least, high = most;
  if (distinct) high = least;
  while (!rc && high - low > 1) { /* the texts are distinct at `high` columns, but not at `low` */
    int middle = low + (high - low) / 2;
    rc = stay_distinct(text, n, middle, cut, &distinct);
    if (distinct) high = middle;
    else low = middle;
  }
  *width = high;
  sqlite3_free(cut);
  return rc;
}
