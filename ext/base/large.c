/* Large arrays that are filled at once. They ask the system for huge pages: the first touch of the 512 small pages that replace one would cost more than
** filling it. */
#include <stdint.h>
#include <sys/mman.h>
#include "base.h"

enum { HUGE = 2 << 20 };

void *rocpd_large_alloc(uint64_t size) {
  char *p = sqlite3_malloc64(size);
#ifdef MADV_HUGEPAGE
  /* Only whole huge pages within the array. It does not matter if this fails. */
  char *first = (char *)(((uintptr_t)p + HUGE - 1) & ~(uintptr_t)(HUGE - 1));
  if (p && size >= 2 * HUGE) madvise(first, (size_t)(p + size - first) & ~(size_t)(HUGE - 1), MADV_HUGEPAGE);
#endif
  return p;
}
