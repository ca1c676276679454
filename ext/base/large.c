/* Large arrays that are filled at once: where the system has huge pages for who asks, the first touch of 512 small ones costs more than the filling. */
#include <stdint.h>
#include <sys/mman.h>
#include "base.h"

enum { HUGE = 2 << 20 };

void *rocpd_large_alloc(uint64_t size) {
  char *p = sqlite3_malloc64(size);
#ifdef MADV_HUGEPAGE
  /* The whole pages in it; that it may fail is no matter. */
  char *first = (char *)(((uintptr_t)p + HUGE - 1) & ~(uintptr_t)(HUGE - 1));
  if (p && size >= 2 * HUGE) madvise(first, (size_t)(p + size - first) & ~(size_t)(HUGE - 1), MADV_HUGEPAGE);
#endif
  return p;
}
