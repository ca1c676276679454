/* Memory for the slow paths and the writer: mmap, so that the program's malloc is
** never entered. */
#include "core.h"
#include <string.h>
#include <sys/mman.h>

void *collect_memory_grow(void *old, size_t old_size, size_t new_size) {
  void *p = old ? mremap(old, old_size, new_size, MREMAP_MAYMOVE)
                : mmap(NULL, new_size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  return p == MAP_FAILED ? NULL : p;
}

bool collect_memory_reserve(void *pointer, size_t *bytes, size_t want) {
  size_t n = *bytes ? *bytes : 65536;
  while (n < want)
    n *= 2;
  if (n == *bytes)
    return true;
  void *old, *fresh;
  memcpy(&old, pointer, sizeof old);
  fresh = collect_memory_grow(old, *bytes, n);
  if (!fresh)
    return false;
  memcpy(pointer, &fresh, sizeof fresh);
  *bytes = n;
  return true;
}

void collect_memory_free(void *p, size_t size) { munmap(p, size); }
