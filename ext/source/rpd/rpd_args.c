/* Reads the arguments of calls in files of rocmProfileData: one text "name=value | name = value". A text in another form is one argument without a name. */
#include "rpd.h"

enum { A_ID, A_PID, A_POSITION, A_NAME, A_VALUE, A_VALUES };
static const uint8_t arg_value[ROCPD_ARG_COLUMNS] = {
    ROCPD_SHOWS(ARG, id, A_ID), ROCPD_SHOWS(ARG, event_id, A_ID), ROCPD_SHOWS(ARG, pid, A_PID), ROCPD_SHOWS(ARG, position, A_POSITION),
    ROCPD_SHOWS(ARG, name, A_NAME), ROCPD_SHOWS(ARG, value, A_VALUE)};
const rocpd_row_layout rocpd_rpd_arg = {ROCPD_KIND_ARG, A_VALUES, true, arg_value, 0, {{ROCPD_ARG_type, ""}}};

/* Splits "name=" from a piece; there may be blanks around "=". */
static bool split_piece(const char *at, const char *end, const char **name_end, const char **value) {
  const char *p = at;
  while (p < end && (*p == '_' || ((*p | 32) >= 'a' && (*p | 32) <= 'z') || (p > at && *p >= '0' && *p <= '9'))) p++;
  *name_end = p;
  while (p < end && *p == ' ') p++;
  if (*name_end == at || p == end || *p != '=') return false;
  for (p++; p < end && *p == ' '; p++) {}
  *value = p;
  return true;
}

static const char *end_of_piece(const char *at, const char *end) {
  const char *bar = at;
  while ((bar = memchr(bar, '|', (size_t)(end - bar))) && !(bar > at && bar[-1] == ' ' && bar + 1 < end && bar[1] == ' ')) bar++;
  return bar ? bar - 1 : end;
}

static int add_arg(rocpd_rpd_reader *r, uint32_t thread, int position, const char *name, size_t name_size, const char *value, size_t value_size) {
  int64_t *row = rocpd_row_store_add(&r->f->arg, thread);
  if (!row) return SQLITE_NOMEM;
  row[A_ID] = r->id;
  row[A_PID] = r->f->whole.entities.thread.pair[thread].a;
  row[A_POSITION] = position;
  int rc = rocpd_intern(r->f->whole.source.session, name, (int64_t)name_size, &row[A_NAME]);
  return rc == SQLITE_OK ? rocpd_intern(r->f->whole.source.session, value, (int64_t)value_size, &row[A_VALUE]) : rc;
}

/* Splits a text into arguments; if a piece has no name, the whole text is one argument. */
static int split_args(rocpd_rpd_reader *r, uint32_t thread, const char *text, size_t size) {
  const char *end = text + size, *name_end, *value;
  int rc = SQLITE_OK, position = 0;
  bool pieces = true;
  for (const char *at = text, *stop; pieces && at < end; at = stop < end ? stop + 3 : end) {
    stop = end_of_piece(at, end);
    pieces = split_piece(at, stop, &name_end, &value);
  }
  if (!pieces) return add_arg(r, thread, 0, "", 0, text, size);
  for (const char *at = text, *stop; rc == SQLITE_OK && at < end; at = stop < end ? stop + 3 : end) {
    stop = end_of_piece(at, end);
    split_piece(at, stop, &name_end, &value);
    rc = add_arg(r, thread, position++, at, (size_t)(name_end - at), value, (size_t)(stop - value));
  }
  return rc;
}

static const char *const args_column[] = {"id", "pid", "tid", "apiName_id", "args_id"};
static int take_args(rocpd_rpd_reader *r, sqlite3_stmt *s) {
  int64_t pid, tid, name;
  const char *text;
  size_t size;
  uint32_t thread;
  int rc = rocpd_rpd_string(r, s, 3, &name);
  if (rc != SQLITE_OK || (name != ROCPD_NULL && strcmp(rocpd_string(r->f->whole.source.session, name, NULL), "UserMarker") == 0)) return rc;
  rc = rocpd_rpd_args(r, s, 4, &text, &size);
  if (rc != SQLITE_OK || !size) return rc;
  rc = rocpd_rpd_thread(r, s, &pid, &tid, &thread);
  return rc == SQLITE_OK ? split_args(r, thread, text, size) : rc;
}

int rocpd_rpd_read_args(rocpd_rpd *f, rocpd_connection *c, rocpd_error *err) {
  static const rocpd_rpd_table tables[] = {{"rocpd_api", ROCPD_RPD_COLUMNS(args_column), take_args, NULL}};
  int64_t missing = f->count[RPD_MISSING];
  int rc = rocpd_rpd_tables(f, c, tables, 1, err);
  f->count[RPD_MISSING] = missing; /* missing names were counted with the calls already */
  return rc;
}
