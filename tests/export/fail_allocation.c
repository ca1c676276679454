/* To be preloaded: SQLite's memory, which is the extension's, of which one allocation fails, by a number that fail_allocation_at() sets; 0: none. What others
** allocate, as libbabeltrace2, which aborts without memory, does not fail. */
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>

static sqlite3_mem_methods real;
static long countdown, failed;

void fail_allocation_at(long n) { __atomic_store_n(&countdown, n, __ATOMIC_SEQ_CST), __atomic_store_n(&failed, 0, __ATOMIC_SEQ_CST); }
long allocations_failed(void) { return __atomic_load_n(&failed, __ATOMIC_SEQ_CST); }
long bytes_allocated(void) { return (long)sqlite3_memory_used(); }

static int fails(void) {
  if (__atomic_load_n(&countdown, __ATOMIC_SEQ_CST) <= 0 || __atomic_sub_fetch(&countdown, 1, __ATOMIC_SEQ_CST)) return 0;
  return __atomic_store_n(&failed, 1, __ATOMIC_SEQ_CST), 1;
}
static void *failing_malloc(int n) { return fails() ? NULL : real.xMalloc(n); }
static void *failing_realloc(void *p, int n) { return fails() ? NULL : real.xRealloc(p, n); }

__attribute__((constructor)) static void begin(void) {
  sqlite3_config(SQLITE_CONFIG_GETMALLOC, &real);
  sqlite3_mem_methods failing = real;
  failing.xMalloc = failing_malloc, failing.xRealloc = failing_realloc;
  if (sqlite3_config(SQLITE_CONFIG_MALLOC, &failing)) fprintf(stderr, "fail_allocation: SQLite has begun already\n"), abort();
}
