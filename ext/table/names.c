/* SQL functions over C++ names.
**
**    SELECT rocpd_demangle('_Z3addIfEvPT_');  -- void add<float>(float*)
**    SELECT rocpd_short_name('void ns::add<float>(float*)');  -- add
**    SELECT rocpd_short_name('void ns::add<float>(float*)', 'distinct');  -- add<float>, another than add<double>
**
** What is no mangled name comes back as it is. A kernel's ".kd" is dropped.
** rocpd_short_name takes mangled names too. */
#include "demangle.h"
#include "function.h"
#include "map.h"
#include "registry.h"
#include "trace.h"

static void call(sqlite3_context *ctx, sqlite3_value *value, char *(*convert)(const char *)) {
  const char *name = (const char *)sqlite3_value_text(value);
  if (name) rocpd_result_text(ctx, convert(name));
}

static char *short_name(const char *name) { return rocpd_short_name(name, ROCPD_SHORT_NAME); }
static void demangle_call(sqlite3_context *ctx, int argc, sqlite3_value **argv) { call(ctx, argv[0], rocpd_demangled); }

/* A name of the trace is looked at once for a statement. A negative number: the data stay with the statement. All functions share these numbers. */
#define STATEMENTS_SHORT_NAMES (-0x73686f)

static void free_map(void *map) { rocpd_map_free(map), sqlite3_free(map); }

static rocpd_map *short_names_of(sqlite3_context *ctx) {
  rocpd_map *m = sqlite3_get_auxdata(ctx, STATEMENTS_SHORT_NAMES);
  if (m || !(m = sqlite3_malloc64(sizeof *m))) return m;
  *m = (rocpd_map){0};
  sqlite3_set_auxdata(ctx, STATEMENTS_SHORT_NAMES, m, free_map);
  return sqlite3_get_auxdata(ctx, STATEMENTS_SHORT_NAMES); /* gone where there is no memory */
}

static void short_name_call(sqlite3_context *ctx, int argc, sqlite3_value **argv) {
  rocpd_session *session = rocpd_trace_session(sqlite3_user_data(ctx));
  const char *name = (const char *)sqlite3_value_text(argv[0]);
  int64_t known = name ? rocpd_intern_find(session, name, sqlite3_value_bytes(argv[0])) : -1;
  if (known < 0) {
    call(ctx, argv[0], short_name);
    return;
  }
  rocpd_map *m = short_names_of(ctx);
  int rc = m ? SQLITE_OK : SQLITE_NOMEM;
  int64_t shown = rc == SQLITE_OK ? (int64_t)rocpd_map_get(m, (uint64_t)known, (uint64_t)ROCPD_NULL) : ROCPD_NULL;
  if (rc == SQLITE_OK && shown == ROCPD_NULL) {
    rc = rocpd_intern_owned(session, short_name(name), -1, &shown);
    if (rc == SQLITE_OK) rc = rocpd_map_set(m, (uint64_t)known, (uint64_t)shown);
  }
  if (rc != SQLITE_OK) sqlite3_result_error_code(ctx, rc);
  else sqlite3_result_text(ctx, rocpd_string(session, shown, NULL), -1, SQLITE_STATIC);
}

/* ---- which tell the kernels of a trace apart */

enum { FORMS = ROCPD_SHORT_WHOLE - ROCPD_SHORT_ARGUMENTS };

typedef struct distinct_names { /* a statement's */
  rocpd_session *session;
  rocpd_map whose[FORMS]; /* for each form of kernels' names, the shortest first: interned short name -> the full name; SEVERAL: several names have it */
  rocpd_map found;        /* interned name as given -> the name that is shown for it */
} distinct_names;
#define SEVERAL (UINT64_MAX - 1)

static void free_names(void *data) {
  distinct_names *d = data;
  for (int i = 0; i < FORMS; i++) rocpd_map_free(&d->whose[i]);
  rocpd_map_free(&d->found);
  sqlite3_free(d);
}

static int form_of(distinct_names *d, const char *name, enum rocpd_short_how how, int64_t *id) {
  return rocpd_intern_owned(d->session, rocpd_short_name(name, how), -1, id);
}

static int add_name(distinct_names *d, const char *name) {
  int64_t whole, form;
  int rc = form_of(d, name, ROCPD_SHORT_WHOLE, &whole);
  for (int i = 0; rc == SQLITE_OK && i < FORMS; i++) {
    rc = form_of(d, name, (enum rocpd_short_how)(ROCPD_SHORT_ARGUMENTS + i), &form);
    uint64_t known = rc == SQLITE_OK ? rocpd_map_get(&d->whose[i], (uint64_t)form, (uint64_t)whole) : 0;
    if (rc == SQLITE_OK) rc = rocpd_map_set(&d->whose[i], (uint64_t)form, known == (uint64_t)whole ? known : SEVERAL);
  }
  return rc;
}

/* Damage is said by tables: the names that can be read are told apart. */
static int add_names(distinct_names *d, rocpd_snapshot *s) {
  rocpd_batch **batch;
  size_t n;
  rocpd_error err = {0};
  const rocpd_column *c;
  int rc = rocpd_snapshot_batches(s, ROCPD_KIND_KERNEL_SYMBOL, &batch, &n, &err);
  for (size_t i = 0; rc == SQLITE_OK && i < n; i++) {
    rc = rocpd_batch_column(batch[i], ROCPD_KERNEL_SYMBOL_display_name, &c, &err);
    for (uint32_t row = 0; rc == SQLITE_OK && row < batch[i]->rows; row++) {
      int64_t name = rocpd_column_at(c, row);
      if (name != ROCPD_NULL) rc = add_name(d, rocpd_string(d->session, name, NULL));
    }
  }
  rocpd_error_clear(&err);
  return rocpd_is_stop(rc) ? rc : SQLITE_OK;
}

static int make_names(rocpd_trace *t, distinct_names **out) {
  rocpd_snapshot *s = NULL;
  rocpd_error err = {0};
  distinct_names *d = *out = sqlite3_malloc64(sizeof *d);
  if (!d) return SQLITE_NOMEM;
  *d = (distinct_names){.session = rocpd_trace_session(t)};
  int rc = rocpd_trace_snapshot(t, &s, &err);
  rocpd_error_clear(&err);
  if (rc == SQLITE_OK) rc = add_names(d, s), rocpd_snapshot_release(s);
  if (!rocpd_is_stop(rc)) return SQLITE_OK;
  free_names(d);
  *out = NULL;
  return rc;
}

static int find_distinct(distinct_names *d, const char *name, int64_t *out) {
  int64_t whole;
  int rc = form_of(d, name, ROCPD_SHORT_WHOLE, &whole);
  for (int i = 0; rc == SQLITE_OK && i < FORMS; i++) {
    rc = form_of(d, name, (enum rocpd_short_how)(ROCPD_SHORT_ARGUMENTS + i), out);
    if (rc != SQLITE_OK || rocpd_map_get(&d->whose[i], (uint64_t)*out, (uint64_t)whole) == (uint64_t)whole) return rc;
  }
  *out = whole;
  return rc;
}

/* A negative number: the data stay with the statement. All functions share these numbers. */
#define STATEMENTS_NAMES (-0x6e616d)

static int names_of(sqlite3_context *ctx, distinct_names **out) {
  if ((*out = sqlite3_get_auxdata(ctx, STATEMENTS_NAMES))) return SQLITE_OK;
  int rc = make_names(sqlite3_user_data(ctx), out);
  if (rc != SQLITE_OK) return rc;
  sqlite3_set_auxdata(ctx, STATEMENTS_NAMES, *out, free_names);
  *out = sqlite3_get_auxdata(ctx, STATEMENTS_NAMES); /* gone where there is no memory */
  return *out ? SQLITE_OK : SQLITE_NOMEM;
}

static void distinct_call(sqlite3_context *ctx, int argc, sqlite3_value **argv) {
  const char *name = (const char *)sqlite3_value_text(argv[0]), *how = (const char *)sqlite3_value_text(argv[1]);
  rocpd_error err = {0};
  int64_t shown = ROCPD_NULL, given;
  if (how && strcmp(how, "distinct")) {
    rocpd_result_failure(ctx, "rocpd_short_name", rocpd_fail(&err, SQLITE_ERROR, "expected 'distinct' as second argument, found '%s'", how), &err);
    return;
  }
  if (!name) return;
  if (!how) {
    call(ctx, argv[0], short_name);
    return;
  }
  distinct_names *d;
  int rc = names_of(ctx, &d);
  if (rc == SQLITE_OK) rc = rocpd_intern(d->session, name, sqlite3_value_bytes(argv[0]), &given);
  if (rc == SQLITE_OK) shown = (int64_t)rocpd_map_get(&d->found, (uint64_t)given, (uint64_t)ROCPD_NULL);
  if (rc == SQLITE_OK && shown == ROCPD_NULL) {
    rc = find_distinct(d, name, &shown);
    if (rc == SQLITE_OK) rc = rocpd_map_set(&d->found, (uint64_t)given, (uint64_t)shown);
  }
  if (rc != SQLITE_OK) sqlite3_result_error_code(ctx, rc);
  else sqlite3_result_text(ctx, rocpd_string(d->session, shown, NULL), -1, SQLITE_STATIC);
}

#define FLAGS (SQLITE_UTF8 | SQLITE_DETERMINISTIC | SQLITE_INNOCUOUS)
ROCPD_FUNCTION(demangle) = {.name = "rocpd_demangle", .argc = 1, .flags = FLAGS, .call = demangle_call};
ROCPD_FUNCTION(short_name_how) = {.name = "rocpd_short_name", .argc = 2, .flags = SQLITE_UTF8, .call = distinct_call};
ROCPD_FUNCTION(short_name) = {.name = "rocpd_short_name", .argc = 1, .flags = FLAGS, .call = short_name_call};
