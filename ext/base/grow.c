/* Memory that is zeroed, and arrays that grow by doubling. */
#include "base.h"

void *rocpd_zeroed(uint64_t size) {
  void *p = sqlite3_malloc64(size);
  return p ? memset(p, 0, size) : NULL;
}

static int resize(void *array, uint64_t count, size_t size) {
  void *items, *more;
  memcpy(&items, array, sizeof(items));
  more = sqlite3_realloc64(items, count * size);
  if (!more) return SQLITE_NOMEM;
  memcpy(array, &more, sizeof(more));
  return SQLITE_OK;
}

int rocpd_array_push_reserve(void *array, uint64_t count, size_t size) {
  return count & (count - 1) ? SQLITE_OK : resize(array, count ? count * 2 : 1, size);
}

int rocpd_array_reserve(void *array, size_t *capacity, size_t need, size_t size) {
  if (need <= *capacity) return SQLITE_OK;
  size_t count = *capacity * 2 > need ? *capacity * 2 : need < 16 ? 16 : need;
  int rc = resize(array, count, size);
  if (rc == SQLITE_OK) *capacity = count;
  return rc;
}
