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
#include "registry.h"

static void call(sqlite3_context *ctx, sqlite3_value *value, char *(*convert)(const char *)) {
  const char *name = (const char *)sqlite3_value_text(value);
  if (name) rocpd_result_text(ctx, convert(name));
}

static void demangle_call(sqlite3_context *ctx, int argc, sqlite3_value **argv) { call(ctx, argv[0], rocpd_demangled); }
static char *short_name(const char *name) { return rocpd_short_name(name, false); }
static char *distinct_name(const char *name) { return rocpd_short_name(name, true); }

static void short_name_call(sqlite3_context *ctx, int argc, sqlite3_value **argv) {
  const char *how = argc > 1 ? (const char *)sqlite3_value_text(argv[1]) : NULL;
  if (how && strcmp(how, "distinct")) {
    rocpd_error err = {0};
    rocpd_result_failure(ctx, "rocpd_short_name", rocpd_fail(&err, SQLITE_ERROR, "expected 'distinct' as second argument, found '%s'", how), &err);
  } else
    call(ctx, argv[0], how ? distinct_name : short_name);
}

#define FLAGS (SQLITE_UTF8 | SQLITE_DETERMINISTIC | SQLITE_INNOCUOUS)
ROCPD_FUNCTION(demangle) = {.name = "rocpd_demangle", .argc = 1, .flags = FLAGS, .call = demangle_call};
ROCPD_FUNCTION(short_name_how) = {.name = "rocpd_short_name", .argc = 2, .flags = FLAGS, .call = short_name_call};
ROCPD_FUNCTION(short_name) = {.name = "rocpd_short_name", .argc = 1, .flags = FLAGS, .call = short_name_call};
