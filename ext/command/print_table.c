/* Prints a table: fitted to a terminal, or uncut to a pipe. */
#include "print_rows.h"
#include "terminal.h"
#include <sqlite3.h>
#include <stdlib.h>

enum { GAP = 2, BAR = 10, LEAST_SENTENCE = 30, WANTED_NAME = 40, USEFUL_NAME = 24, LEAST_NAME = 12, INDENT = 4 };
enum { FEW = 4 }; /* of so many columns none is left out before texts are cut to LEAST_NAME */

typedef struct layout {
  rocpd_print_rows *r;
  int width;         /* of the terminal, in columns; 0: no limit */
  int *wide;         /* of each column */
  int *least;        /* of each text column: the smallest width at which different texts look different; 0: not computed yet */
  bool *shown;       /* of each column */
  bool *empty;       /* of each column: all its cells are empty */
  int sentence;      /* the column whose text is wrapped; -1: none */
  bool below;        /* that column begins on a line of its own */
  bool folds;        /* other texts that are too wide are wrapped, too */
  bool colour, bars;
} layout;

static bool is_inline(const layout *l, int i) { return l->shown[i] && !(i == l->sentence && l->below); }
static int shown_columns(const layout *l) {
  int n = 0;
  for (int i = 0; i < l->r->columns; i++) n += l->shown[i];
  return n;
}

static int total(const layout *l) {
  int sum = -GAP;
  for (int i = 0; i < l->r->columns; i++)
    if (is_inline(l, i)) sum += l->wide[i] + GAP + (l->bars && l->r->column[i].as == ROCPD_AS_SHARE ? BAR + 1 : 0);
  return sum;
}

/* ---- what fits */

/* Writes the texts of a column to `at`. */
static void column_texts(const layout *l, int column, char **at) {
  for (int64_t row = 0; row < l->r->rows; row++) at[row] = l->r->cell[row * l->r->columns + column];
}

static int least_of(layout *l, int column) {
  if (l->least[column]) return l->least[column];
  char **text = sqlite3_malloc64((sqlite3_uint64)(l->r->rows + 1) * sizeof *text);
  int natural = l->r->column[column].natural, least = natural < LEAST_NAME ? natural : LEAST_NAME;
  if (!text) return 0;
  column_texts(l, column, text);
  int rc = natural > LEAST_NAME ? rocpd_cut_width(text, (size_t)l->r->rows, LEAST_NAME, natural, &least) : SQLITE_OK;
  sqlite3_free(text);
  return rc ? 0 : (l->least[column] = least);
}

/* Narrows the widest text columns until the line fits, but none below `wanted` or the width that keeps its texts distinct. */
static int narrow(layout *l, int wanted) {
  for (int over = total(l) - l->width; over > 0; over--) {
    int widest = -1;
    for (int i = 0; i < l->r->columns; i++) {
      if (!is_inline(l, i) || !l->r->column[i].is_text || i == l->sentence || l->wide[i] <= wanted) continue;
      int least = least_of(l, i);
      if (!least) return SQLITE_NOMEM;
      if (l->wide[i] > least && (widest < 0 || l->wide[i] > l->wide[widest])) widest = i;
    }
    if (widest < 0) break;
    l->wide[widest]--;
  }
  return SQLITE_OK;
}

static void natural_widths(layout *l) {
  for (int i = 0; i < l->r->columns; i++) l->wide[i] = l->r->column[i].natural;
  if (l->sentence < 0 || l->below) return;
  int rest = l->width - (total(l) - l->wide[l->sentence]);
  if (rest < l->wide[l->sentence]) l->wide[l->sentence] = rest > LEAST_SENTENCE ? rest : LEAST_SENTENCE;
}

static int fit_shown(layout *l) {
  l->bars = l->colour;
  natural_widths(l);
  if (total(l) > l->width) l->bars = false, natural_widths(l);
  int rc = narrow(l, WANTED_NAME);
  if (!rc) rc = narrow(l, USEFUL_NAME);
  return rc || shown_columns(l) > FEW ? rc : narrow(l, LEAST_NAME);
}

/* Is column i left out before column j? First go columns without values, then less important ones, then later ones. */
static bool is_less(const layout *l, int i, int j) {
  if (l->empty[i] != l->empty[j]) return l->empty[i];
  int a = l->r->column[i].rank, b = l->r->column[j].rank;
  return a != b ? a > b : i > j;
}

/* Leaves out the least important column, but not the wrapped one. False: only one is left. */
static bool leave_out_one(layout *l) {
  int least = -1, others = 0;
  for (int i = 0; i < l->r->columns; i++) {
    if (!l->shown[i] || i == l->sentence) continue;
    others++;
    if (least < 0 || is_less(l, i, least)) least = i;
  }
  if (others < 2) return false;
  l->shown[least] = false;
  return true;
}

/* Shows left-out columns again if there is room, the most important first. */
static void take_back(layout *l) {
  for (int rank = 0; rank <= l->r->columns; rank++)
    for (int i = 0; i < l->r->columns; i++) {
      if (l->shown[i] || l->empty[i] || l->r->column[i].rank != rank) continue;
      l->shown[i] = true;
      l->wide[i] = l->r->column[i].natural;
      l->shown[i] = total(l) <= l->width;
    }
}

static void find_empty(layout *l) {
  rocpd_print_rows *r = l->r;
  for (int i = 0; i < r->columns; i++) {
    l->empty[i] = true;
    for (int64_t row = 0; row < r->rows && l->empty[i]; row++) l->empty[i] = !*r->cell[row * r->columns + i];
  }
}

static bool is_sentence(const rocpd_print_column *c) {
  static const char *const names[] = {"finding", "sequence", "remedy", "reason", "detail", "meaning"};
  for (size_t i = 0; c->is_text && i < sizeof names / sizeof *names; i++)
    if (strcmp(c->name, names[i]) == 0) return true;
  return false;
}

/* Makes lines fit: removes bars, then cuts texts, then leaves out columns, then wraps texts. */
static int fit(layout *l) {
  rocpd_print_rows *r = l->r;
  for (int i = 0; i < r->columns; i++) l->shown[i] = true;
  l->sentence = -1;
  l->bars = l->colour;
  natural_widths(l);
  if (!l->width || total(l) <= l->width) return SQLITE_OK;
  find_empty(l);
  if (r->columns > 1 && is_sentence(&r->column[r->columns - 1])) {
    l->sentence = r->columns - 1;
    int others = total(l) - l->wide[l->sentence];
    l->below = l->width - others < LEAST_SENTENCE;
  }
  int rc = fit_shown(l);
  for (; !rc && total(l) > l->width && shown_columns(l) > 2; rc = fit_shown(l)) leave_out_one(l);
  if (!rc && total(l) <= l->width) take_back(l);
  if (rc || total(l) <= l->width) return rc;
  /* Two columns are left, and their texts do not fit. */
  l->folds = true;
  for (int over = total(l) - l->width; over > 0; over--) {
    int widest = -1;
    for (int i = 0; i < r->columns; i++)
      if (is_inline(l, i) && r->column[i].is_text && l->wide[i] > LEAST_NAME && (widest < 0 || l->wide[i] > l->wide[widest])) widest = i;
    if (widest < 0) break;
    l->wide[widest]--;
  }
  while (total(l) > l->width && leave_out_one(l)) { }
  return SQLITE_OK;
}

static int cut_name(rocpd_print_column *c, int width) {
  char *cut = NULL;
  int rc = rocpd_cut_texts(&c->name, 1, width, &cut, &(bool){false});
  if (rc) return rc;
  sqlite3_free(c->name);
  c->name = cut;
  return SQLITE_OK;
}

/* Cuts the texts of columns that are narrower than their texts, in the rows themselves. */
static int cut_columns(layout *l) {
  rocpd_print_rows *r = l->r;
  int rc = SQLITE_OK;
  for (int i = 0; i < r->columns && !rc; i++) {
    if (!is_inline(l, i) || i == l->sentence || l->folds || l->wide[i] >= r->column[i].natural) continue;
    char **text = sqlite3_malloc64(2 * (sqlite3_uint64)(r->rows + 1) * sizeof *text), **cut = text + r->rows;
    if (!text) return SQLITE_NOMEM;
    column_texts(l, i, text);
    rc = rocpd_cut_texts(text, (size_t)r->rows, l->wide[i], cut, &(bool){false});
    for (int64_t row = 0; !rc && row < r->rows; row++) {
      sqlite3_free(text[row]);
      r->cell[row * r->columns + i] = cut[row];
    }
    sqlite3_free(text);
    if (!rc) rc = cut_name(&r->column[i], l->wide[i]);
  }
  return rc;
}

/* ---- printing. Blanks wait until something follows them: no line ends with one. */

typedef struct table_line {
  FILE *out;
  int blanks;
} table_line;

static void put_blanks(table_line *l, int n) { l->blanks += n > 0 ? n : 0; }
static void put(table_line *l, const char *text, size_t bytes) {
  size_t end = bytes;
  while (end && text[end - 1] == ' ') end--;
  if (end) {
    fprintf(l->out, "%*s", l->blanks, "");
    fwrite(text, 1, end, l->out);
    l->blanks = 0;
  }
  l->blanks += (int)(bytes - end);
}
static void end_line(table_line *l) {
  putc('\n', l->out);
  l->blanks = 0;
}

/* Returns how many bytes of a text fit into `width` columns; breaks between words if possible. */
static size_t piece(const char *text, int width) {
  size_t bytes = 0, word = 0;
  while (text[bytes]) {
    size_t next = bytes + 1;
    while ((text[next] & 0xc0) == 0x80) next++;
    if (rocpd_text_columns(text, (long)next) > width) break;
    bytes = next;
    if (text[bytes] == ' ' || !text[bytes]) word = bytes;
  }
  return text[bytes] && word ? word : bytes ? bytes : strlen(text);
}
static const char *after_blanks(const char *text) { return text + strspn(text, " "); }

static void put_bar(table_line *l, double share) {
  char bar[BAR + 1] = "";
  for (int i = 1; i <= BAR; i++) bar[i - 1] = share * 10 >= i - 0.5 ? '#' : '.';
  put(l, "\033[36m", 5);
  put(l, bar, BAR);
  put(l, "\033[0m", 4);
}

/* Prints one line of a row, or of the column names; rest[i] becomes the text that is left for the next line. */
static void print_line(layout *l, table_line *to, const char **rest, int64_t row, bool first) {
  rocpd_print_rows *r = l->r;
  bool any = false, dim = row < 0 && l->colour;
  if (dim) fputs("\033[2m", to->out);
  for (int i = 0; i < r->columns; i++) {
    if (!is_inline(l, i)) continue;
    if (any) put_blanks(to, GAP);
    any = true;
    const char *text = rest[i];
    bool folds = (l->folds && r->column[i].is_text) || i == l->sentence;
    size_t bytes = folds ? piece(text, l->wide[i]) : strlen(text);
    int blanks = l->wide[i] - rocpd_text_columns(text, (long)bytes);
    if (!r->column[i].is_text) put_blanks(to, blanks);
    put(to, text, bytes);
    if (r->column[i].is_text) put_blanks(to, blanks);
    rest[i] = after_blanks(text + bytes);
    if (!l->bars || r->column[i].as != ROCPD_AS_SHARE) continue;
    put_blanks(to, 1);
    if (row >= 0 && first) put_bar(to, r->share[row * r->columns + i]);
    else put_blanks(to, BAR);
  }
  if (dim) fputs("\033[0m", to->out);
  end_line(to);
}

static void print_row(layout *l, table_line *to, const char **rest, int64_t row) {
  rocpd_print_rows *r = l->r;
  for (int i = 0; i < r->columns; i++) rest[i] = row < 0 ? r->column[i].name : r->cell[row * r->columns + i];
  bool goes_on = true;
  for (bool first = true; goes_on; first = false) {
    print_line(l, to, rest, row, first);
    goes_on = false;
    for (int i = 0; i < r->columns; i++) goes_on |= is_inline(l, i) && *rest[i];
  }
  if (l->sentence < 0 || !l->below || row < 0) return;
  for (const char *text = rest[l->sentence]; *text;) {
    size_t bytes = piece(text, l->width - INDENT);
    put_blanks(to, INDENT);
    put(to, text, bytes);
    end_line(to);
    text = after_blanks(text + bytes);
  }
}

void rocpd_print_folded(FILE *out, const char *line, int width) {
  for (bool first = true; first || *line; first = false) {
    size_t bytes = width ? piece(line, width) : strlen(line);
    fprintf(out, "%.*s\n", (int)bytes, line);
    line = after_blanks(line + bytes);
  }
}

static int print_missing(const layout *l, FILE *out) {
  sqlite3_str *line = sqlite3_str_new(NULL);
  for (int i = 0; i < l->r->columns; i++)
    if (!l->shown[i]) sqlite3_str_appendf(line, "%s%s", sqlite3_str_length(line) ? ", " : "(too narrow for ", l->r->column[i].name);
  if (sqlite3_str_length(line)) sqlite3_str_appendchar(line, 1, ')');
  int rc = sqlite3_str_errcode(line);
  char *text = sqlite3_str_finish(line);
  if (text) rocpd_print_folded(out, text, l->width);
  sqlite3_free(text);
  return rc;
}

static int print_rows(layout *l, FILE *out) {
  const char **rest = sqlite3_malloc64((sqlite3_uint64)l->r->columns * sizeof *rest);
  if (!rest) return SQLITE_NOMEM;
  table_line to = {out, 0};
  for (int64_t row = -1; row < l->r->rows; row++) print_row(l, &to, rest, row);
  sqlite3_free(rest);
  return print_missing(l, out);
}

int rocpd_print_table(FILE *out, rocpd_print_rows *r, const rocpd_print_style *style) {
  if (r->title) fprintf(out, style->colour ? "\033[1m%s\033[0m\n" : "%s\n", r->title);
  if (!r->rows) {
    fprintf(out, "  %s\n", r->note ? r->note : "none");
    return SQLITE_OK;
  }
  layout l = {.r = r, .width = style->width, .colour = style->colour};
  l.wide = sqlite3_malloc64((sqlite3_uint64)r->columns * (2 * sizeof *l.wide + 2 * sizeof *l.shown));
  if (!l.wide) return SQLITE_NOMEM;
  l.least = l.wide + r->columns;
  l.shown = (bool *)(l.least + r->columns);
  l.empty = l.shown + r->columns;
  memset(l.least, 0, (size_t)r->columns * sizeof *l.least);
  int rc = fit(&l);
  if (!rc) rc = cut_columns(&l);
  if (!rc) rc = print_rows(&l, out);
  sqlite3_free(l.wide);
  if (rc || r->more < 0) return rc;
  char line[80];
  snprintf(line, sizeof line, "(the first %lld; there are more: -n 0 shows all)", (long long)r->more);
  rocpd_print_folded(out, line, style->width);
  return SQLITE_OK;
}
