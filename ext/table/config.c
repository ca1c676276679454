/* SQL function rocpd_config: settings of the connection.
**
**    SELECT rocpd_config('cache_mb');        -- how it is
**    SELECT rocpd_config('cache_mb', 2000);  -- how it shall be
**
** cache_mb     MB of all that stays in memory between statements (keep.h); what was used last
**              stays. 0: nothing does. A statement may take more while it runs. At first a
**              quarter of the memory. `bytes kept` in health says how many bytes are in use.
** symbol_path  folders in which files of modules are looked for (symbols.h)
**
** Returns the value. */
#include "keep.h"
#include "function.h"
#include "registry.h"
#include "symbols.h"
#include "trace.h"

#define MB ((int64_t)1 << 20)

typedef struct setting {
  const char *name;
  int (*set)(rocpd_session *session, sqlite3_value *value, rocpd_error *err);
  void (*get)(rocpd_session *session, sqlite3_context *ctx);
} setting;

static int set_cache(rocpd_session *session, sqlite3_value *value, rocpd_error *err) {
  const char *text = (const char *)sqlite3_value_text(value);
  int64_t mb = sqlite3_value_int64(value);
  if (sqlite3_value_type(value) != SQLITE_INTEGER || mb < 0 || mb > INT64_MAX / MB)
    return rocpd_fail(err, SQLITE_ERROR, "cache_mb must be a number of MB, not %s", text ? text : "NULL");
  rocpd_keep_set_limit(session, mb * MB);
  return SQLITE_OK;
}

static void get_cache(rocpd_session *session, sqlite3_context *ctx) { sqlite3_result_int64(ctx, rocpd_keep_limit(session) / MB); }

static int set_symbols(rocpd_session *session, sqlite3_value *value, rocpd_error *err) {
  const char *text = (const char *)sqlite3_value_text(value);
  if (!text) return rocpd_fail(err, SQLITE_ERROR, "symbol_path must be a list of folders, not NULL");
  return rocpd_fail_code(err, rocpd_symbols_set_path(session, text));
}

static void get_symbols(rocpd_session *session, sqlite3_context *ctx) { sqlite3_result_text(ctx, rocpd_symbols_path(session), -1, SQLITE_TRANSIENT); }

static const setting settings[] = {{"cache_mb", set_cache, get_cache}, {"symbol_path", set_symbols, get_symbols}};
enum { SETTINGS = sizeof settings / sizeof *settings };

static void config_call(sqlite3_context *ctx, int argc, sqlite3_value **argv) {
  rocpd_session *session = rocpd_trace_session(sqlite3_user_data(ctx));
  const char *key = (const char *)sqlite3_value_text(argv[0]);
  rocpd_error err = {0};
  int i = 0, rc = SQLITE_OK;
  while (key && i < SETTINGS && strcmp(key, settings[i].name)) i++;
  if (!key || i == SETTINGS) rc = rocpd_fail(&err, SQLITE_ERROR, "unknown setting '%s' (known: cache_mb, symbol_path)", key ? key : "NULL");
  else if (argc > 1) rc = settings[i].set(session, argv[1], &err);
  if (rc == SQLITE_OK) settings[i].get(session, ctx);
  else rocpd_result_failure(ctx, "rocpd_config", rc, &err);
}

#define FLAGS (SQLITE_UTF8 | SQLITE_DIRECTONLY)
ROCPD_FUNCTION(config) = {.name = "rocpd_config", .argc = 1, .flags = FLAGS, .call = config_call};
ROCPD_FUNCTION(config_set) = {.name = "rocpd_config", .argc = 2, .flags = FLAGS, .call = config_call};
