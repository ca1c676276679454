/* SQL function rocpd_version(): the version of the extension. */
#include "registry.h"

static void version_call(sqlite3_context *ctx, int argc, sqlite3_value **argv) {
  sqlite3_result_text(ctx, ROCPD_VERSION, -1, SQLITE_STATIC);
}

ROCPD_FUNCTION(version) = {
  .name = "rocpd_version", .argc = 0, .flags = SQLITE_UTF8 | SQLITE_DETERMINISTIC | SQLITE_INNOCUOUS, .call = version_call};
