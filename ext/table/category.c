/* SQL function rocpd_category: what kind of work a kernel does, by its name (category.h).
**
**    SELECT rocpd_category(name), sum(duration) FROM kernels GROUP BY 1; */
#include "category.h"
#include "function.h"
#include "registry.h"
#include "trace.h"

static void free_categories(void *c) { rocpd_categories_free(c); }

/* A negative number: SQLite keeps the data for the statement, not for an argument. All functions share these numbers, so each uses its own. */
#define STATEMENTS_CATEGORIES (-0x726f63)

/* The user's table is read once for a statement. */
static rocpd_categories *categories_of(sqlite3_context *ctx, rocpd_error *err) {
  rocpd_categories *c = sqlite3_get_auxdata(ctx, STATEMENTS_CATEGORIES);
  if (c || rocpd_categories_new(rocpd_trace_session(sqlite3_user_data(ctx)), &c, err) != SQLITE_OK) return c;
  sqlite3_set_auxdata(ctx, STATEMENTS_CATEGORIES, c, free_categories);
  c = sqlite3_get_auxdata(ctx, STATEMENTS_CATEGORIES); /* gone where there is no memory */
  if (!c) rocpd_no_memory(err);
  return c;
}

static void category_call(sqlite3_context *ctx, int argc, sqlite3_value **argv) {
  const char *name = (const char *)sqlite3_value_text(argv[0]);
  if (!name) return;
  rocpd_session *session = rocpd_trace_session(sqlite3_user_data(ctx));
  rocpd_error err = {0};
  int64_t category, known = rocpd_intern_find(session, name, sqlite3_value_bytes(argv[0]));
  rocpd_categories *c = categories_of(ctx, &err);
  int rc = !c ? err.rc : known >= 0 ? rocpd_category_of(c, known, &category, &err) : rocpd_category_of_text(c, name, &category, &err);
  if (rc != SQLITE_OK) rocpd_result_failure(ctx, "rocpd_category", rc, &err);
  else sqlite3_result_text(ctx, rocpd_string(session, category, NULL), -1, SQLITE_STATIC);
}

ROCPD_FUNCTION(category) = {.name = "rocpd_category", .argc = 1, .flags = SQLITE_UTF8, .call = category_call};
