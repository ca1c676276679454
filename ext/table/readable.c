/* SQL functions that show ns in readable form.
**
**    SELECT rocpd_human(1234567);           -- 1.23 ms
**    SELECT rocpd_human(-90500000000);      -- -1 min 30.5 s
**    SELECT rocpd_utc(wall_ns) FROM gaps;   -- 2026-11-22 18:03:50.123456789
**
** rocpd_human(ns)  three digits of ns, us, ms or s; from a minute on h, min and s
** rocpd_utc(ns)    ns since 1970 (the columns wall_ns) as date and time, UTC
**
** NULL where ns is; what is no number is an error. */
#include "function.h"
#include "registry.h"
#include <time.h>

/* Reads the argument; false: the result is already set. A REAL (an average) is rounded towards 0. */
static bool take_ns(sqlite3_context *ctx, const char *function, sqlite3_value *value, int64_t *ns) {
  rocpd_error err = {0};
  int type = sqlite3_value_numeric_type(value);
  if (type == SQLITE_NULL) return false;
  double real = type == SQLITE_FLOAT ? sqlite3_value_double(value) : 0;
  if ((type == SQLITE_INTEGER || type == SQLITE_FLOAT) && real > -9.2e18 && real < 9.2e18) {
    *ns = type == SQLITE_INTEGER ? sqlite3_value_int64(value) : (int64_t)real;
    return true;
  }
  rocpd_result_failure(ctx, function, rocpd_fail(&err, SQLITE_ERROR, "expected ns, found '%.100s'", sqlite3_value_text(value)), &err);
  return false;
}

/* Prints three digits, as 1.23, 12.3 or 123. x must be below 1000 when rounded. */
static char *three_digits(const char *sign, double x, const char *unit) {
  int places = x < 9.995 ? 2 : x < 99.95 ? 1 : 0;
  return sqlite3_mprintf("%s%.*f %s", sign, places, x, unit);
}

#define FROM_MINUTES_ON 59950000000 /* rounded to tenths of a second */

static char *human(int64_t ns) {
  static const char *const unit[] = {"us", "ms", "s"};
  const char *sign = ns < 0 ? "-" : "";
  uint64_t size = ns < 0 ? 0 - (uint64_t)ns : (uint64_t)ns;
  if (size < 1000) return sqlite3_mprintf("%s%llu ns", sign, (unsigned long long)size);
  double x = (double)size;
  for (int i = 0; i < 3; i++)
    if ((x /= 1000) < 999.5 && size < FROM_MINUTES_ON) return three_digits(sign, x, unit[i]);
  uint64_t tenths = (size + 50000000) / 100000000;
  uint64_t minutes = tenths / 600, seconds = tenths % 600;
  if (minutes < 60)
    return sqlite3_mprintf("%s%llu min %llu.%llu s", sign, (unsigned long long)minutes, (unsigned long long)(seconds / 10), (unsigned long long)(seconds % 10));
  return sqlite3_mprintf("%s%llu h %llu min", sign, (unsigned long long)(minutes / 60), (unsigned long long)(minutes % 60));
}

static void human_call(sqlite3_context *ctx, int argc, sqlite3_value **argv) {
  int64_t ns;
  if (take_ns(ctx, "rocpd_human", argv[0], &ns)) rocpd_result_text(ctx, human(ns));
}

static void utc_call(sqlite3_context *ctx, int argc, sqlite3_value **argv) {
  int64_t ns;
  struct tm tm;
  if (!take_ns(ctx, "rocpd_utc", argv[0], &ns)) return;
  int64_t part = ns % 1000000000;
  bool before = part < 0; /* 1970 */
  time_t seconds = (time_t)(ns / 1000000000 - before);
  part += before ? 1000000000 : 0;
  if (!gmtime_r(&seconds, &tm)) return;
  rocpd_result_text(ctx, sqlite3_mprintf("%04d-%02d-%02d %02d:%02d:%02d.%09lld", tm.tm_year + 1900, tm.tm_mon + 1, tm.tm_mday, tm.tm_hour, tm.tm_min,
                                         tm.tm_sec, (long long)part));
}

#define FLAGS (SQLITE_UTF8 | SQLITE_DETERMINISTIC | SQLITE_INNOCUOUS)
ROCPD_FUNCTION(human) = {.name = "rocpd_human", .argc = 1, .flags = FLAGS, .call = human_call};
ROCPD_FUNCTION(utc) = {.name = "rocpd_utc", .argc = 1, .flags = FLAGS, .call = utc_call};
