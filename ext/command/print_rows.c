/* See print_rows.h. */
#include "print_rows.h"
#include "terminal.h"
#include <sqlite3.h>
#include <stdlib.h>

void rocpd_rows_clear(rocpd_print_rows *r) {
  for (int i = 0; i < r->columns; i++) sqlite3_free(r->column[i].name);
  for (int64_t i = 0; i < r->cells; i++) sqlite3_free(r->cell[i]);
  sqlite3_free(r->column);
  sqlite3_free(r->cell);
  sqlite3_free(r->share);
  sqlite3_free(r->title);
  sqlite3_free(r->note);
  memset(r, 0, sizeof *r);
  r->more = -1;
}

char *rocpd_shown_name(const char *name, bool raw) {
  char *out = rocpd_clean_text(name, true);
  if (!out || raw) return out;
  size_t n = strlen(out);
  if (n >= 3 && strcmp(out + n - 3, "_ns") == 0) out[n - 3] = 0;
  else if (n >= 6 && strcmp(out + n - 6, "_bytes") == 0) out[n - 6] = 0;
  for (char *c = out; *c; c++)
    if (*c == '_') *c = ' ';
  return out;
}

bool rocpd_is_called(const char *column, const char *name, size_t bytes) {
  if (strlen(column) == bytes && sqlite3_strnicmp(column, name, (int)bytes) == 0) return true;
  char *shown = rocpd_shown_name(column, false);
  bool is = shown && strlen(shown) == bytes && sqlite3_strnicmp(shown, name, (int)bytes) == 0;
  sqlite3_free(shown);
  return is;
}

/* Returns the position of a column in a list of names; if it is not there, their number. */
static int rank_in(const char *keep, const char *column) {
  int rank = 0;
  for (const char *at = keep; at && *at; rank++, at += strspn(at, ", ")) {
    size_t bytes = strcspn(at, ",");
    if (rocpd_is_called(column, at, bytes)) break;
    at += bytes;
  }
  return rank;
}

int rocpd_print_rows_begin(rocpd_print_rows *r, int columns, const char *const *names, bool raw, const char *keep) {
  rocpd_print_column *column = rocpd_zeroed((sqlite3_uint64)(columns ? columns : 1) * sizeof *column);
  if (!column) return SQLITE_NOMEM;
  r->column = column;
  for (; r->columns < columns; r->columns++) {
    rocpd_print_column *c = &column[r->columns];
    c->name = rocpd_shown_name(names[r->columns], raw);
    if (!c->name) return SQLITE_NOMEM;
    c->as = raw ? ROCPD_AS_IT_IS : rocpd_shown_kind(names[r->columns]);
    c->natural = rocpd_text_columns(c->name, -1);
    c->rank = rank_in(keep, names[r->columns]);
  }
  return SQLITE_OK;
}

static int add_cell(rocpd_print_rows *r, int i, sqlite3_stmt *q) {
  rocpd_print_column *c = &r->column[i];
  const char *value = (const char *)sqlite3_column_text(q, i);
  if (!value && sqlite3_column_type(q, i) != SQLITE_NULL) return SQLITE_NOMEM;
  if (!value) value = "";
  char *text = rocpd_shown_value(value, c->as);
  if (!text) return SQLITE_NOMEM;
  int width = rocpd_text_columns(text, -1);
  if (width > c->natural) c->natural = width;
  if (!rocpd_is_number(text, true)) c->is_text = true;
  if (c->as == ROCPD_AS_SHARE) r->share[r->cells] = strtod(value, NULL);
  r->cell[r->cells++] = text;
  return SQLITE_OK;
}

int rocpd_print_rows_add(rocpd_print_rows *r, void *statement) {
  size_t need = (size_t)r->cells + (size_t)r->columns;
  bool shares = false;
  for (int i = 0; i < r->columns; i++) shares |= r->column[i].as == ROCPD_AS_SHARE;
  int rc = rocpd_array_reserve(&r->cell, &r->cell_capacity, need, sizeof *r->cell);
  if (!rc && shares) rc = rocpd_array_reserve(&r->share, &r->share_capacity, need, sizeof *r->share);
  int64_t before = r->cells;
  for (int i = 0; !rc && i < r->columns; i++) rc = add_cell(r, i, statement);
  if (rc) while (r->cells > before) sqlite3_free(r->cell[--r->cells]);
  else r->rows++;
  return rc;
}
