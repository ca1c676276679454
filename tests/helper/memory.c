/* See memory.h. */
#include "memory.h"
#include <sqlite3.h>
#include <stddef.h>

static sqlite3_mem_methods real;
static _Atomic long countdown; /* the allocation that fails, counted from now; 0 or less: none */
static _Atomic int failed;

static int fail_now(void) {
  if (countdown <= 0 || --countdown) return 0;
  failed = 1;
  return 1;
}
static void *failing_malloc(int n) { return fail_now() ? NULL : real.xMalloc(n); }
static void *failing_realloc(void *p, int n) { return fail_now() ? NULL : real.xRealloc(p, n); }

void memory_begin(void) {
  sqlite3_config(SQLITE_CONFIG_GETMALLOC, &real);
  sqlite3_mem_methods failing = real;
  failing.xMalloc = failing_malloc;
  failing.xRealloc = failing_realloc;
  sqlite3_config(SQLITE_CONFIG_MALLOC, &failing);
}

void memory_fail_at(long n) {
  failed = 0;
  countdown = n;
}

int memory_failed(void) {
  countdown = 0;
  return failed;
}
