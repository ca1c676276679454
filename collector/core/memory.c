/* Memory for the slow paths and the writer. It comes from mmap, so the program's malloc is never entered. */
#include "core.h"
#include <string.h>
#include <sys/mman.h>

void *collect_memory_grow(void *old, size_t old_size, size_t new_size) {
  void *p = old ? mremap(old, old_size, new_size, MREMAP_MAYMOVE)
                : mmap(NULL, new_size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  return p == MAP_FAILED ? NULL : p;
}

typedef void *volatile __attribute__((may_alias)) any_pointer; /* a pointer to an array of any type */

/* Another thread may fork at any instruction, so the pointer must always lead to valid memory of at least *bytes. (mremap would
** move the memory before the pointer is updated.) */
bool collect_memory_reserve(void *pointer, size_t *bytes, size_t want) {
  size_t n = *bytes ? *bytes : 65536, before = *bytes;
  while (n < want)
    n *= 2;
  if (n == before)
    return true;
  void *old, *fresh = collect_memory_grow(NULL, 0, n);
  if (!fresh)
    return false;
  memcpy(&old, pointer, sizeof old);
  if (before)
    memcpy(fresh, old, before);
  atomic_thread_fence(memory_order_seq_cst);
  *(any_pointer *)pointer = fresh;
  *(volatile size_t *)bytes = n;
  atomic_thread_fence(memory_order_seq_cst);
  if (before)
    collect_memory_free(old, before);
  return true;
}

void collect_memory_free(void *p, size_t size) { munmap(p, size); }
