/* SQL function rocpd_config: settings of the connection.
**
**    SELECT rocpd_config('cache_mb');        -- how it is
**    SELECT rocpd_config('cache_mb', 2000);  -- how it shall be
**
** cache_mb  MB of decoded columns that stay in memory between statements; what was used
**           last stays. 0: nothing does. A statement may take more while it runs. At first a
**           quarter of the memory. The table `health` says how many bytes are in use.
**
** Returns the value. */
#include "registry.h"
#include "trace.h"

#define MB ((int64_t)1 << 20)

static void config_call(sqlite3_context *ctx, int argc, sqlite3_value **argv) {
  rocpd_trace *t = sqlite3_user_data(ctx);
  const char *key = (const char *)sqlite3_value_text(argv[0]);
  char *error = NULL;
  if (!key || strcmp(key, "cache_mb")) {
    error = sqlite3_mprintf("rocpd_config: unknown setting '%s' (known: cache_mb)", key ? key : "NULL");
  } else if (argc > 1 && (sqlite3_value_type(argv[1]) != SQLITE_INTEGER || sqlite3_value_int64(argv[1]) < 0 || sqlite3_value_int64(argv[1]) > INT64_MAX / MB)) {
    error = sqlite3_mprintf("rocpd_config: cache_mb is a number of MB, not %s", (const char *)sqlite3_value_text(argv[1]));
  } else {
    if (argc > 1) t->cache_limit = sqlite3_value_int64(argv[1]) * MB;
    sqlite3_result_int64(ctx, t->cache_limit / MB);
    return;
  }
  if (error) sqlite3_result_error(ctx, error, -1);
  else sqlite3_result_error_nomem(ctx);
  sqlite3_free(error);
}

#define FLAGS (SQLITE_UTF8 | SQLITE_DIRECTONLY)
ROCPD_FUNCTION(config) = {.name = "rocpd_config", .argc = 1, .flags = FLAGS, .call = config_call};
ROCPD_FUNCTION(config_set) = {.name = "rocpd_config", .argc = 2, .flags = FLAGS, .call = config_call};
