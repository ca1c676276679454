/* Reads tables of rocmProfileData. Columns are found by name, because schemas 2 and 3, and the tools that write them, differ. A value of the wrong type is
** NULL and counted. */
#include "rpd.h"
#include "real.h"
#include <stdlib.h>

#define ASK_EVERY 65536 /* number of rows after which interrupts are tested for */

/* ---- rows */

/* Prepares a SELECT of the columns; *out is NULL if there is no such table. */
static int select_columns(rocpd_rpd_reader *r, const char *table, const char *const *column, int columns, sqlite3_stmt **out) {
  rocpd_connection *c = r->c;
  sqlite3_stmt *has;
  *out = NULL;
  int rc = rocpd_database_prepare(c, &has, r->err,
                                  "SELECT 1 FROM \"%w\".sqlite_master m, pragma_table_info(m.name, '%q') c "
                                  "WHERE m.type = 'table' AND m.rootpage > 0 AND m.name = %Q AND c.name = ?1 COLLATE NOCASE",
                                  c->schema, c->schema, table);
  if (rc != SQLITE_OK) return rc;
  sqlite3_str *list = sqlite3_str_new(NULL);
  int found = 0;
  for (int i = 0; i < columns && rc == SQLITE_OK; i++) {
    sqlite3_bind_text(has, 1, column[i], -1, SQLITE_STATIC);
    bool present = sqlite3_step(has) == SQLITE_ROW;
    rc = sqlite3_reset(has);
    found += present;
    sqlite3_str_appendf(list, present ? "%s\"%w\"" : "%sNULL", i ? ", " : "", column[i]);
  }
  if (rc != SQLITE_OK) rocpd_fail(r->err, rc, "%s: table %s: %s", c->path, table, rocpd_database_reason(c->db, rc));
  sqlite3_finalize(has);
  char *text = sqlite3_str_finish(list);
  if (rc == SQLITE_OK && !text) rc = rocpd_no_memory(r->err);
  if (rc == SQLITE_OK && found) rc = rocpd_database_prepare(c, out, r->err, "SELECT %s FROM \"%w\".\"%w\"", text, c->schema, table);
  sqlite3_free(text);
  return rc;
}

/* Reads the rows of a table; a missing table has none. */
static int each_row(rocpd_rpd_reader *r, const rocpd_rpd_table *t) {
  sqlite3_stmt *s;
  int rc = select_columns(r, t->name, t->column, t->columns, &s);
  if (rc != SQLITE_OK || !s) return rc;
  r->table = t->name;
  r->column = t->column;
  r->id = 0;
  for (uint64_t n = 1; (rc = sqlite3_step(s)) == SQLITE_ROW; n++) {
    r->id = sqlite3_column_int64(s, 0);
    rc = t->row(r, s);
    bool ask = rc == SQLITE_OK && n % ASK_EVERY == 0;
    if (ask && rocpd_interrupted(r->f->whole.source.session)) rc = rocpd_fail(r->err, SQLITE_INTERRUPT, "interrupted");
    if (rc != SQLITE_OK) break;
  }
  if (rc == SQLITE_DONE) rc = SQLITE_OK;
  else rocpd_fail(r->err, rc, "%s: table %s, row %lld or behind it: %s", r->c->path, t->name, (long long)r->id, rocpd_database_reason(r->c->db, rc));
  sqlite3_finalize(s);
  return rc;
}

static void reader_end(rocpd_rpd_reader *r) {
  rocpd_dense_map *map[] = {&r->op_call, &r->call_thread, &r->call_launch, &r->call_copy, &r->call_stack, &r->op_kernel};
  for (size_t i = 0; i < sizeof(map) / sizeof(*map); i++) rocpd_dense_map_free(map[i]);
  rocpd_map_free(&r->name);
  sqlite3_finalize(r->string[0]);
  sqlite3_finalize(r->string[1]);
  sqlite3_free(r->launch);
  sqlite3_free(r->transfer);
  if (r->frames) sqlite3_free(sqlite3_str_finish(r->frames));
}

/* True if the error is damage that is to be skipped; rows read before it are kept. */
static bool skip_damage(rocpd_rpd *f, int rc, rocpd_error *why) {
  if (!f->skip || !rocpd_is_damage(rc)) return false;
  rocpd_source_damaged(&f->whole.source, why);
  return true;
}

int rocpd_rpd_tables(rocpd_rpd *f, rocpd_connection *c, const rocpd_rpd_table *t, size_t n, rocpd_error *err) {
  rocpd_error why = {0};
  rocpd_rpd_reader r = {.f = f, .c = c, .err = &why};
  int rc = rocpd_intern(f->whole.source.session, "{}", 2, &r.nothing);
  for (size_t i = 0; rc == SQLITE_OK && i < n; i++) {
    rc = each_row(&r, &t[i]);
    if (rc == SQLITE_OK && t[i].end) rc = t[i].end(&r);
    if (rc == SQLITE_OK) continue;
    if (skip_damage(f, rc, &why)) rc = SQLITE_OK;
    else rocpd_fail_for(err, rc, &why);
    rocpd_error_clear(&why);
  }
  reader_end(&r);
  return rocpd_fail_code(err, rc);
}

/* ---- values */

/* Counts a value of the wrong type. When arguments are read, other columns have been counted before. */
static int count_fault(rocpd_rpd_reader *r, int i) {
  rocpd_rpd *f = r->f;
  size_t k = 0;
  if (f->whole.is_read && strcmp(r->column[i], "args_id")) return SQLITE_OK;
  while (k < f->faults && (f->fault[k].table != r->table || f->fault[k].column != r->column[i])) k++;
  if (k == f->faults) {
    if (ROCPD_PUSH(f->fault, f->faults, (rocpd_rpd_fault){r->table, r->column[i], 0, r->id}) != SQLITE_OK) return SQLITE_NOMEM;
  }
  f->fault[k].count++;
  return SQLITE_OK;
}

int rocpd_rpd_int(rocpd_rpd_reader *r, sqlite3_stmt *s, int i, int64_t *out) {
  *out = ROCPD_NULL;
  switch (sqlite3_column_type(s, i)) {
    case SQLITE_NULL: return SQLITE_OK;
    case SQLITE_INTEGER: *out = sqlite3_column_int64(s, i); break;
    case SQLITE_FLOAT: {
      double real = sqlite3_column_double(s, i);
      if (real > -9e18 && real < 9e18 && real == (double)(int64_t)real) *out = (int64_t)real;
      break;
    }
    case SQLITE_TEXT:
      if (sqlite3_column_bytes(s, i) == 0) return SQLITE_OK; /* sizes of a copy are empty texts if unknown */
  }
  return *out == ROCPD_NULL ? count_fault(r, i) : SQLITE_OK;
}

int rocpd_rpd_time(rocpd_rpd_reader *r, sqlite3_stmt *s, int i, int64_t *out) {
  int rc = rocpd_rpd_int(r, s, i, out);
  if (rc != SQLITE_OK || *out == ROCPD_NULL || rocpd_is_time(*out)) return rc;
  *out = ROCPD_NULL;
  return count_fault(r, i);
}

int rocpd_rpd_thread(rocpd_rpd_reader *r, sqlite3_stmt *s, int64_t *pid, int64_t *tid, uint32_t *thread) {
  int rc = rocpd_rpd_int(r, s, 1, pid);
  if (rc == SQLITE_OK) rc = rocpd_rpd_int(r, s, 2, tid);
  if (rc != SQLITE_OK) return rc;
  if (*pid == ROCPD_NULL) *pid = 0;
  if (*tid == ROCPD_NULL) *tid = 0;
  return rocpd_pair_number(&r->f->whole.entities.thread, *pid, *tid, thread);
}

int rocpd_rpd_number(rocpd_rpd_reader *r, sqlite3_stmt *s, int i, int64_t *out) {
  int type = sqlite3_column_type(s, i);
  double value = sqlite3_column_double(s, i);
  *out = ROCPD_NULL;
  if (type == SQLITE_NULL) return SQLITE_OK;
  if (type == SQLITE_TEXT) {
    const char *text = (const char *)sqlite3_column_text(s, i);
    char *end;
    if (!text) return SQLITE_NOMEM;
    value = rocpd_read_real(text, &end);
    if (end == text || *end) return count_fault(r, i);
  } else if (type == SQLITE_BLOB) {
    return count_fault(r, i);
  }
  if (value != value) return count_fault(r, i);
  *out = rocpd_real_bits(value);
  return SQLITE_OK;
}

int rocpd_rpd_pointer(rocpd_rpd_reader *r, sqlite3_stmt *s, int i, int64_t *out) {
  if (sqlite3_column_type(s, i) != SQLITE_TEXT) return rocpd_rpd_int(r, s, i, out);
  const char *text = (const char *)sqlite3_column_text(s, i);
  char *end;
  *out = ROCPD_NULL;
  if (!text) return SQLITE_NOMEM;
  if (!*text) return SQLITE_OK;
  *out = (int64_t)strtoull(text, &end, 0);
  if (!*end && *out != ROCPD_NULL) return SQLITE_OK;
  *out = ROCPD_NULL;
  return count_fault(r, i);
}

int rocpd_rpd_text(rocpd_rpd_reader *r, sqlite3_stmt *s, int i, int64_t *out) {
  *out = ROCPD_NULL;
  if (sqlite3_column_type(s, i) == SQLITE_NULL) return SQLITE_OK;
  const char *text = (const char *)sqlite3_column_text(s, i);
  return text ? rocpd_intern(r->f->whole.source.session, text, sqlite3_column_bytes(s, i), out) : SQLITE_NOMEM;
}

/* ---- strings */

static bool has_table(rocpd_connection *c, const char *name) {
  sqlite3_stmt *s;
  int rc = rocpd_database_prepare(c, &s, NULL,
                                  "SELECT 1 FROM \"%w\".sqlite_master WHERE type = 'table' AND rootpage > 0 AND name = %Q", c->schema, name);
  if (rc != SQLITE_OK) return false;
  bool has = sqlite3_step(s) == SQLITE_ROW;
  sqlite3_finalize(s);
  return has;
}

/* Finds the string of an id: SQLITE_ROW or SQLITE_DONE. */
static int find_string(rocpd_rpd_reader *r, int which, int64_t id, sqlite3_stmt **out) {
  static const char *const table[] = {"rocpd_string", "rocpd_ustring"};
  rocpd_connection *c = r->c;
  int rc = SQLITE_OK;
  if (!r->string[which])
    rc = rocpd_database_prepare(c, &r->string[which], r->err, "SELECT string FROM \"%w\".%s WHERE id = ?1", c->schema, table[which]);
  if (rc != SQLITE_OK) return rc;
  *out = r->string[which];
  sqlite3_reset(*out);
  sqlite3_bind_int64(*out, 1, id);
  rc = sqlite3_step(*out);
  if (rc != SQLITE_ROW && rc != SQLITE_DONE)
    rocpd_fail(r->err, rc, "%s: table %s, row %lld: %s", c->path, table[which], (long long)id, rocpd_database_reason(c->db, rc));
  return rc;
}

int rocpd_rpd_string(rocpd_rpd_reader *r, sqlite3_stmt *s, int i, int64_t *out) {
  int64_t id;
  int rc = rocpd_rpd_int(r, s, i, &id);
  *out = ROCPD_NULL;
  if (rc != SQLITE_OK || id == ROCPD_NULL) return rc;
  uint64_t known = rocpd_map_get(&r->name, (uint64_t)id, UINT64_MAX);
  if (known == UINT64_MAX) {
    sqlite3_stmt *string;
    rc = find_string(r, 0, id, &string);
    if (rc != SQLITE_ROW && rc != SQLITE_DONE) return rc;
    int found = rc == SQLITE_ROW ? rocpd_rpd_text(r, string, 0, out) : SQLITE_OK;
    if (found != SQLITE_OK) return found;
    known = *out == ROCPD_NULL ? 0 : (uint64_t)*out + 1;
    rc = rocpd_map_set(&r->name, (uint64_t)id, known);
    if (rc != SQLITE_OK) return rc;
  }
  if (!known) r->f->count[RPD_MISSING]++;
  *out = known ? (int64_t)known - 1 : ROCPD_NULL;
  return SQLITE_OK;
}

int rocpd_rpd_args(rocpd_rpd_reader *r, sqlite3_stmt *s, int i, const char **text, size_t *size) {
  int64_t id;
  sqlite3_stmt *string;
  *text = "", *size = 0;
  int rc = rocpd_rpd_int(r, s, i, &id);
  if (rc != SQLITE_OK || id == ROCPD_NULL) return rc;
  if (!r->string[1] && r->texts == RPD_TEXTS_UNKNOWN) r->texts = has_table(r->c, "rocpd_ustring") ? RPD_TEXTS_OWN : RPD_TEXTS_SHARED;
  rc = find_string(r, r->texts == RPD_TEXTS_OWN, id, &string);
  if (rc == SQLITE_DONE) r->f->count[RPD_MISSING]++;
  if (rc != SQLITE_ROW) return rc == SQLITE_DONE ? SQLITE_OK : rc;
  const char *found = (const char *)sqlite3_column_text(string, 0);
  if (!found && sqlite3_column_type(string, 0) != SQLITE_NULL) return SQLITE_NOMEM;
  *text = found ? found : "";
  *size = (size_t)sqlite3_column_bytes(string, 0);
  return SQLITE_OK;
}
