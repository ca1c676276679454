/* SQL function rocpd_config: settings of the connection.
**
**    SELECT rocpd_config('cache_mb');        -- how it is
**    SELECT rocpd_config('cache_mb', 2000);  -- how it shall be
**
** cache_mb  MB of all that stays in memory between statements (keep.h); what was used last
**           stays. 0: nothing does. A statement may take more while it runs. At first a
**           quarter of the memory. `bytes kept` in health says how many bytes are in use.
**
** Returns the value. */
#include "keep.h"
#include "function.h"
#include "registry.h"
#include "trace.h"

#define MB ((int64_t)1 << 20)

static void config_call(sqlite3_context *ctx, int argc, sqlite3_value **argv) {
  rocpd_session *session = rocpd_trace_session(sqlite3_user_data(ctx));
  const char *key = (const char *)sqlite3_value_text(argv[0]);
  rocpd_error err = {0};
  int rc = SQLITE_OK;
  if (!key || strcmp(key, "cache_mb")) {
    rc = rocpd_fail(&err, SQLITE_ERROR, "unknown setting '%s' (known: cache_mb)", key ? key : "NULL");
  } else if (argc > 1 && (sqlite3_value_type(argv[1]) != SQLITE_INTEGER || sqlite3_value_int64(argv[1]) < 0 ||
                          sqlite3_value_int64(argv[1]) > INT64_MAX / MB)) {
    const char *text = (const char *)sqlite3_value_text(argv[1]);
    rc = rocpd_fail(&err, SQLITE_ERROR, "cache_mb must be a number of MB, not %s", text ? text : "NULL");
  } else if (argc > 1) {
    rocpd_keep_set_limit(session, sqlite3_value_int64(argv[1]) * MB);
  }
  if (rc == SQLITE_OK) sqlite3_result_int64(ctx, rocpd_keep_limit(session) / MB);
  else rocpd_result_failure(ctx, "rocpd_config", rc, &err);
}

#define FLAGS (SQLITE_UTF8 | SQLITE_DIRECTONLY)
ROCPD_FUNCTION(config) = {.name = "rocpd_config", .argc = 1, .flags = FLAGS, .call = config_call};
ROCPD_FUNCTION(config_set) = {.name = "rocpd_config", .argc = 2, .flags = FLAGS, .call = config_call};
