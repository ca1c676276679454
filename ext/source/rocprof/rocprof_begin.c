/* Finds when a trace began: see known_time.h. SQL reads the rows, once for each state of the file, and only if a doubtful time occurs. */
#include "known_time.h"
#include "rocprof.h"

typedef struct begin_rows {
  rocpd_times_met met;
  int64_t n, late; /* n: number of times; late: number of those later than a day before the process's start */
} begin_rows;

static int look_at_column(rocpd_connection *c, const rocpd_rocprof_table *t, int kind, int column, int64_t from, begin_rows *out, rocpd_error *err) {
  const char *expression = t->expression ? t->expression[column] : NULL, *name = rocpd_kinds[kind].column[column].name;
  sqlite3_stmt *s;
  char *value = expression ? sqlite3_mprintf("%s", expression) : sqlite3_mprintf("t.\"%w\"", name);
  if (!value) return rocpd_no_memory(err);
  int rc = rocpd_database_prepare(c, &s, err, "SELECT count(*), total(x >= ?1), min(CASE WHEN x > 0 THEN x END), total(x > ?2 + ?3), "
                                  "min(CASE WHEN x > ?2 THEN x END), total(x > 0) FROM (SELECT %s AS x FROM \"%w\".\"%w\" AS t) "
                                  "WHERE typeof(x) = 'integer'", value, c->schema, t->name);
  sqlite3_free(value);
  if (rc != SQLITE_OK) return rc;
  const int64_t limit[] = {from, ROCPD_TIME_MINUTE, ROCPD_TIME_DAY};
  for (int i = 0; i < 3; i++) sqlite3_bind_int64(s, i + 1, limit[i]);
  rc = sqlite3_step(s);
  if (rc == SQLITE_ROW) {
    rocpd_times_met *met = &out->met;
    out->n += sqlite3_column_int64(s, 0);
    out->late += sqlite3_column_int64(s, 1);
    if (sqlite3_column_type(s, 2) == SQLITE_INTEGER) met->above_zero = rocpd_earlier(met->above_zero, sqlite3_column_int64(s, 2));
    met->late += sqlite3_column_int64(s, 3);
    met->n += sqlite3_column_int64(s, 5);
    if (sqlite3_column_type(s, 4) == SQLITE_INTEGER) met->above_minute = rocpd_earlier(met->above_minute, sqlite3_column_int64(s, 4));
    rc = SQLITE_OK;
  } else {
    rc = rocpd_fail(err, rc == SQLITE_DONE ? SQLITE_ERROR : rc, "cannot read %s: %s", c->path, rocpd_database_reason(c->db, rc));
  }
  sqlite3_finalize(s);
  return rc;
}

static int look_at_rows(rocpd_rocprof *f, rocpd_connection *c, begin_rows *out, rocpd_error *err) {
  static const int kinds[] = {ROCPD_KIND_RAW_DISPATCH, ROCPD_KIND_RAW_REGION, ROCPD_KIND_RAW_COPY, ROCPD_KIND_RAW_ALLOCATE, ROCPD_KIND_RAW_SAMPLE};
  int64_t from = f->process_start - ROCPD_TIME_DAY;
  int rc = SQLITE_OK;
  for (size_t i = 0; rc == SQLITE_OK && i < sizeof kinds / sizeof *kinds; i++) {
    const rocpd_rocprof_table *t = &f->set.table[kinds[i]];
    const rocpd_kind *kind = &rocpd_kinds[kinds[i]];
    if (rocpd_rocprof_has(t, kind->start)) rc = look_at_column(c, t, kinds[i], kind->start, from, out, err);
    if (rc == SQLITE_OK && kind->end != kind->start && rocpd_rocprof_has(t, kind->end)) rc = look_at_column(c, t, kinds[i], kind->end, from, out, err);
  }
  return rc;
}

/* If the rows are damaged, no time is doubted; the damage is reported when they are read as rows. */
static int find(rocpd_rocprof *f, int64_t *began, rocpd_error *err) {
  begin_rows all = {.met = ROCPD_NO_TIMES_MET};
  rocpd_connection *c;
  rocpd_error why = {0};
  int rc = rocpd_database_borrow(f->base.session, &f->database, &c, err);
  if (rc != SQLITE_OK) return rc;
  rc = look_at_rows(f, c, &all, &why);
  rocpd_database_give(f->base.session, c);
  *began = rc != SQLITE_OK ? 0 : f->process_start && all.late * 2 >= all.n ? f->process_start : rocpd_times_begin(&all.met);
  if (rocpd_is_damage(rc)) rc = SQLITE_OK, rocpd_error_clear(&why);
  return rocpd_fail_for(err, rc, &why);
}

int rocpd_rocprof_find_begin(rocpd_rocprof *f, int kind, const rocpd_column *c, rocpd_error *err) {
  if (rocpd_kinds[kind].flags & ROCPD_K_LIFETIME || rocpd_column_only_nulls(c)) return SQLITE_OK;
  if (c->min > 0 && (!f->process_start || rocpd_time_is_known(c->min, f->process_start))) return SQLITE_OK;
  int64_t began = 0;
  pthread_mutex_lock(&f->begin_mutex);
  int rc = f->begin_known ? SQLITE_OK : find(f, &began, err);
  if (rc == SQLITE_OK && !f->begin_known) {
    __atomic_store_n(&f->base.info.began_ns, began, __ATOMIC_RELAXED);
    f->begin_known = true;
  }
  pthread_mutex_unlock(&f->begin_mutex);
  return rc;
}

void rocpd_rocprof_forget_begin(rocpd_rocprof *f) {
  f->begin_known = false;
  f->base.info.began_ns = 0;
}
